#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs `passung info` on every file below a folder. Each must end in a report (status 0) or in one line on standard
# error (status 2): never in a crash, never in silence.
# Usage: check_info.sh PROGRAM FOLDER
set -u
program=$1
folder=$2
errors=$(mktemp)
list=$(mktemp)
trap 'rm -f "$errors" "$list"' EXIT
find "$folder" -type f | sort >"$list"
good=0
refused=0
bad=0
while IFS= read -r file; do
  output=$("$program" info "$file" 2>"$errors" </dev/null)
  status=$?
  lines=$(wc -l <"$errors")
  if [ $status -eq 0 ] && [ -n "$output" ]; then
    good=$((good + 1))
  elif [ $status -eq 2 ] && [ "$lines" -eq 1 ]; then
    refused=$((refused + 1))
    cat "$errors"
  else
    bad=$((bad + 1))
    echo "BAD: status $status, $lines lines: $file"
  fi
done <"$list"
echo "$good reports, $refused refused with one line, $bad bad"
[ $bad -eq 0 ]
