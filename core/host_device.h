// SPDX-License-Identifier: Apache-2.0
// Marks a function that runs on the host and, where a CUDA compiler reads it, on the device, too.
//
// Such functions take plain structs and pointers: no exceptions, no containers, no virtual calls. Compiled without
// contraction (-ffp-contract=off here, --fmad=false there) they give the same bits on both sides: they use only
// operations that IEEE 754 rounds exactly (+ - * / sqrt and comparisons).
#pragma once

#if defined(__CUDACC__)
#define PASSUNG_HD __host__ __device__
#else
#define PASSUNG_HD
#endif

// Before a loop of few steps over small arrays: a device keeps these in registers only if it is unrolled.
#if defined(__CUDA_ARCH__)
#define PASSUNG_UNROLL _Pragma("unroll")
#else
#define PASSUNG_UNROLL
#endif
