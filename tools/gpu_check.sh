#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds what runs on a CUDA device, without the program, and checks it: the tests of gpu/, the sanitizers of CUDA on a
# few of them, and a benchmark. Needs a C++20 compiler, CMake, Ninja and Eigen; nvcc and a device, or it says what is
# missing and checks the rest. No network, no Qt.
#   tools/gpu_check.sh [BUILD_FOLDER]
#   GTEST_SOURCE  folder of GoogleTest's sources (default /usr/src/googletest where it is); without it, the benchmark only
#   CUDA_ARCH     architectures to build for (default: native with a device, else 90)
#   RUNS          calls that the benchmark takes the median of (default 20)
#   JOBS          compilers at once (default: all processors)
set -euo pipefail
case "${1:-}" in
  -*)
    sed -n '3,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    [ "$1" = --help ] || [ "$1" = -h ] && exit 0
    exit 2
    ;;
esac
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${1:-$root/build/gpu-check}"
jobs="${JOBS:-$(nproc 2>/dev/null || echo 2)}"
logs="$build/gpu-check-logs"
mkdir -p "$logs"
rows=()
failed=0
start=$SECONDS

row() { rows+=("$(printf '| %-28s | %-8s | %5s s | %s |' "$1" "$2" "$3" "$4")"); }

# step NAME COMMAND...: runs it with its output in a log, and adds a row.
step() {
  local name="$1" log since=$SECONDS
  log="$logs/${name// /-}.log"
  shift
  if "$@" >"$log" 2>&1; then
    row "$name" ok $((SECONDS - since)) "$(grep -E '^\[  (PASSED|SKIPPED) +\] [0-9]+ test|ERROR SUMMARY|RACECHECK SUMMARY' "$log" | head -n 2 | paste -sd' ' | cut -c1-90)"
  else
    row "$name" FAILED $((SECONDS - since)) "see $log"
    tail -n 20 "$log"
    failed=1
    return 1
  fi
}

finish() {
  printf '\n| %-28s | %-8s | %7s | %s |\n|---|---|---|---|\n' check result time what
  printf '%s\n' "${rows[@]}"
  printf '\n%s after %d s\n' "$([ $failed = 0 ] && echo "all passed" || echo "FAILED")" $((SECONDS - start))
  exit $failed
}

export PATH="$PATH:/usr/local/cuda/bin"
if ! command -v nvcc >/dev/null; then row nvcc missing 0 "built without CUDA"; fi
arch=90
if command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1; then
  arch=native
  row device found 0 "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)"
else
  row device missing 0 "no NVIDIA driver; the tests of the device are skipped"
fi

gtest="${GTEST_SOURCE:-}"
if [ -z "$gtest" ] && [ -f /usr/src/googletest/CMakeLists.txt ]; then gtest=/usr/src/googletest; fi
options=(-DCMAKE_BUILD_TYPE=Release -DPASSUNG_PROGRAM=OFF -DPASSUNG_WERROR=OFF "-DCMAKE_CUDA_ARCHITECTURES=${CUDA_ARCH:-$arch}")
targets=(passung_gpu_benchmark)
if [ -n "$gtest" ]; then
  options+=(-DPASSUNG_TESTS=ON "-DPASSUNG_GTEST_SOURCE=$gtest")
  targets+=(passung_gpu_tests)
else
  options+=(-DPASSUNG_TESTS=OFF)
  row GoogleTest missing 0 "set GTEST_SOURCE; only the benchmark is built"
fi

step configure cmake -S "$root" -B "$build" -G Ninja "${options[@]}" || finish
step build cmake --build "$build" -j "$jobs" --target "${targets[@]}" || finish

tests="$build/bin/passung_gpu_tests"
if [ -n "$gtest" ]; then
  step "tests of the device" timeout 60 "$tests" --gtest_filter='*OnDevice*:FailingDevice.*:FailingTrees.*:FailingForest.*:UnitKernels.*:WalkLists.*:TwoBoxes.*' || true
  step "tests of gpu" timeout 60 "$tests" --gtest_filter='-*Slow*:*OnDevice*:FailingDevice.*:FailingTrees.*:FailingForest.*:UnitKernels.*:WalkLists.*:TwoBoxes.*' || true
fi
if timeout 60 "$build/bin/passung_gpu_benchmark" "${RUNS:-20}" >"$logs/benchmark.log" 2>&1; then
  row benchmark ok - "$(grep -E '^same bits' "$logs/benchmark.log" || echo "processor only")"
else
  row benchmark FAILED - "see $logs/benchmark.log"
  failed=1
fi
cat "$logs/benchmark.log"
if [ -n "$gtest" ] && [ "$arch" = native ]; then
  if command -v compute-sanitizer >/dev/null; then
    for tool in memcheck racecheck; do
      step "$tool" timeout 30 compute-sanitizer --tool "$tool" --error-exitcode 9 "$tests" --gtest_filter='*OnDevice.Room*/Cuda:*OnDevice.What*/Cuda:*TreesOnDevice.PairsOf*/Cuda:*ForestOnDevice.TreesOfModels*/Cuda:*FrontOnDevice.Keeps*/Cuda' || true
    done
  else
    row compute-sanitizer missing 0 "not checked"
  fi
fi
finish
