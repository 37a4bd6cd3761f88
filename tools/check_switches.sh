#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Configures and builds the tree with each heavy dependency switched off, and without all of them at once.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
jobs="$(nproc 2>/dev/null || echo 2)"
parts=(APP STEP BULLET ASSIMP RENDER CUDA)

check() {
  local name="$1" log
  shift
  log="$root/build/switch-$name.log"
  mkdir -p "$root/build"
  printf 'without %-8s ' "$name"
  if cmake -S "$root" -B "$root/build/switch-$name" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" >"$log" 2>&1 &&
    cmake --build "$root/build/switch-$name" -j "$jobs" >>"$log" 2>&1 &&
    "$root/build/switch-$name/bin/passung" scenes >>"$log" 2>&1; then
    echo builds
  else
    echo "FAILS, see $log"
    tail -n 30 "$log"
    return 1
  fi
}

all=()
for part in "${parts[@]}"; do
  check "$part" "-DPASSUNG_$part=OFF"
  all+=("-DPASSUNG_$part=OFF")
done
check all "${all[@]}"
