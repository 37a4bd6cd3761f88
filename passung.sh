#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds, runs and tests Passung on Debian 12 or Ubuntu 24.04. It installs what is missing, as root or through sudo.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
jobs="$(nproc 2>/dev/null || echo 2)"
build="$root/build/release"
program="$build/bin/passung"

usage() {
  cat <<'TEXT'
usage: ./passung.sh run [FILE]    build, then show FILE (a scene, CAD or mesh file) or the screw in its bracket;
                                  without a display: compare the engines, write a report and a picture
       ./passung.sh test [--all]  build, then run the fast tests; --all: also slow ones, sanitizers, build switches
       ./passung.sh build         build only: build/release/bin/passung
TEXT
}

say() { printf '%s\n' "passung.sh: $*"; }
die() {
  printf '%s\n' "passung.sh: $*" >&2
  exit 1
}

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# The first installed one of first|second, else nothing.
found_among() {
  local name
  for name in ${1//|/ }; do
    if installed "$name"; then
      printf '%s' "$name"
      return
    fi
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# Installs packages; a name that this release does not know is replaced by its alternative.
apt_install() {
  local choice name known=()
  for choice in "$@"; do
    for name in ${choice//|/ }; do
      if apt-cache show "$name" >/dev/null 2>&1; then
        known+=("$name")
        continue 2
      fi
    done
    known+=("${choice%%|*}")
  done
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${known[@]}" </dev/null
}

# Installs what tools/packages.txt lists and this machine lacks.
set_up() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "no apt-get here: make sure that what tools/packages.txt lists is installed"
    return
  fi
  local group package missing=() needed=() groups=()
  while read -r group package; do
    case "$group" in '' | '#'*) continue ;; esac
    [ -n "$(found_among "$package")" ] && continue
    missing+=("$package")
    if [ "$group" = needed ]; then needed+=("$package"); else groups+=("$group"); fi
  done <"$root/tools/packages.txt"
  [ ${#missing[@]} = 0 ] && return

  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    if [ ${#needed[@]} != 0 ]; then
      die "packages are missing and there is no sudo; as root run: apt-get install ${missing[*]%%|*}"
    fi
    say "optional packages are missing, some parts will be left out: ${missing[*]}"
    return
  fi
  say "installing: ${missing[*]}"
  as_root apt-get update -q </dev/null || say "apt-get update failed; trying with the package lists there are"
  apt_install "${missing[@]}" && return

  # Something in the whole set cannot be had: the needed ones first, then group by group.
  if [ ${#needed[@]} != 0 ]; then
    apt_install "${needed[@]}" || die "cannot install the packages that the build needs: ${needed[*]}"
  fi
  for group in $(printf '%s\n' ${groups[@]+"${groups[@]}"} | sort -u); do
    missing=()
    while read -r g package; do
      if [ "$g" = "$group" ] && [ -z "$(found_among "$package")" ]; then missing+=("$package"); fi
    done <"$root/tools/packages.txt"
    apt_install "${missing[@]}" || say "warning: cannot install ${missing[*]}; the build leaves '$group' out"
  done
}

# configure_and_build PRESET [cmake options --] [targets...]
configure_and_build() {
  local preset="$1" options=() log
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  [ $# -gt 0 ] && shift
  mkdir -p "$root/build"
  log="$root/build/configure-$preset.log"
  if ! (cd "$root" && cmake --preset "$preset" ${options[@]+"${options[@]}"}) >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    die "the configuration failed; the whole log is $log"
  fi
  grep 'switched off' "$log" || true
  local targets=()
  [ $# -gt 0 ] && targets=(--target "$@")
  cmake --build "$root/build/$preset" -j "$jobs" ${targets[@]+"${targets[@]}"} || die "the build failed (preset $preset)"
}

build_release() {
  set_up
  configure_and_build release
  [ -x "$program" ] || die "the build made no $program"
}

# The engines of this build that the comparison shows, with commas between.
comparison_engines() {
  if grep -q '^PASSUNG_BULLET:BOOL=OFF' "$build/CMakeCache.txt" || grep -q 'PASSUNG_BULLET: .*switched off' "$root/build/configure-release.log"; then
    printf native
  else
    printf native,bullet,bullet-convex
  fi
}

run_program() {
  build_release
  local scene="${1:-screw_into_bracket}" status=0
  if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && ! grep -q 'PASSUNG_APP: .*switched off' "$root/build/configure-release.log"; then
    exec "$program" "$scene"
  fi
  local name
  name="$(basename "$scene")"
  name="${name%.*}"
  mkdir -p "$root/out"
  say "no display: comparing the engines on $scene"
  "$program" compare "$scene" --engines "$(comparison_engines)" --report "$root/out/$name.json" \
    --image "$root/out/$name.png" || status=$?
  if [ -s "$root/out/$name.json" ]; then say "report:  $root/out/$name.json"; fi
  if [ -s "$root/out/$name.png" ]; then say "picture: $root/out/$name.png"; fi
  return "$status"
}

check_format() {
  local tool version
  tool="$(command -v clang-format-14 || command -v clang-format || true)"
  version="$(if [ -n "$tool" ]; then "$tool" --version | sed -n 's/.*version \([0-9]*\).*/\1/p'; fi)"
  if [ "$version" != 14 ]; then
    say "format check left out: it needs clang-format 14"
    return
  fi
  (cd "$root" && find core collision dynamics scenes gpu render app tests \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' \) -print0 |
    xargs -0 "$tool" --dry-run -Werror) || die "some files are not formatted: run clang-format -i on them"
}

run_ctest() {
  ctest --test-dir "$1" --output-on-failure --no-tests=error -j "$jobs" "${@:2}"
}

# Thread sanitizer needs an address space without random offsets on recent kernels.
without_random_addresses() {
  if setarch "$(uname -m)" -R true 2>/dev/null; then setarch "$(uname -m)" -R "$@"; else "$@"; fi
}

sanitizer_tests() {
  local preset
  for preset in asan-ubsan tsan; do
    say "sanitizers: $preset"
    configure_and_build "$preset" -DPASSUNG_STEP=OFF -DPASSUNG_ASSIMP=OFF -DPASSUNG_BULLET=OFF -DPASSUNG_RENDER=OFF -- \
      passung_core_tests passung_collision_tests
    for tests in core collision; do
      without_random_addresses "$root/build/$preset/bin/passung_${tests}_tests" --gtest_brief=1 --gtest_filter='-*Slow*' ||
        die "the $tests tests failed under $preset"
    done
  done
}

run_tests() {
  local labels=fast
  if [ "${1:-}" = --all ]; then labels='fast|slow'; fi
  build_release
  python3 "$root/tools/check_arrows.py" || die "a file breaks a rule of the source tree, see above"
  check_format
  run_ctest "$build" -L "$labels" || die "some tests failed"
  if [ "${1:-}" = --all ]; then
    sanitizer_tests
    bash "$root/tools/check_switches.sh" || die "a build switch fails, see above"
  fi
}

case "${1:-}" in
  run)
    [ $# -le 2 ] || die "run takes one file at most"
    run_program "${2:-}"
    ;;
  test)
    [ $# = 1 ] || { [ $# = 2 ] && [ "$2" = --all ]; } || die "test takes nothing or --all"
    run_tests "${2:-}"
    ;;
  build)
    [ $# = 1 ] || die "build takes nothing more"
    build_release
    say "built $program"
    ;;
  -h | --help | help)
    usage
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
