#!/usr/bin/env bash
# What it costs a build that the compiler reads a cubin, or PTX, in a constant: the time of rustc with a
# hundred constants above that with one, for each.
#
# * 22 kernels of some length with plain names, about 100 KB of machine code;
# * 60 short kernels in a namespace, about 100 KB too: the most that is to be gone through.
#
# The first must take 5 ms a constant at most for each 100 KB.
#
#     benches/const-readers.sh [RUNS]
#
# NVIDIA's wheels are installed in `target/nvidia`, where nothing else is.
set -euo pipefail
cd "$(dirname "$0")/.."
runs="${1:-5}"

nvidia=target/nvidia
if [ ! -x "$nvidia/bin/pip" ]; then
    python3 -m venv "$nvidia"
fi
"$nvidia/bin/pip" install --quiet nvidia-cuda-nvcc nvidia-cuda-runtime nvidia-cuda-crt nvidia-nvvm \
    nvidia-cuda-cccl
nvcc="$(find "$nvidia" -path '*/bin/nvcc' -print -quit)"

scratch="$(mktemp -d)"
trap 'rm -r "$scratch"' EXIT

for kernel in $(seq 0 21); do
    cat <<C
extern "C" __global__ void __launch_bounds__(256) k$kernel(float *a, const float *b, int n) {
    __shared__ float t[$((256 + kernel))];
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0;
    for (int q = 0; q < n; q++) {
        t[threadIdx.x] = b[j + q];
        __syncthreads();
        x += t[(threadIdx.x + $kernel) % 256] * sinf(x) + expf(b[q]);
        __syncthreads();
    }
    a[j] = x;
}
C
done >"$scratch/long.cu"
for kernel in $(seq 0 59); do
    cat <<C
namespace demo {
__global__ void __launch_bounds__(256) k$kernel(float *a, const float *b, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) a[j] = b[j] * $kernel.5f + a[j];
}
}
C
done >"$scratch/short.cu"
for name in long short; do
    "$nvcc" -arch sm_90 -cubin -o "$scratch/$name.cubin" "$scratch/$name.cu"
    "$nvcc" -arch sm_90 -ptx -o "$scratch/$name.ptx" "$scratch/$name.cu"
done

compiled() {
    rustc --edition 2024 --crate-type lib --emit metadata --allow long_running_const_eval "$@"
}
compiled --crate-name occupancy_core -o "$scratch/liboccupancy_core.rmeta" occupancy-core/src/lib.rs
compiled --crate-name occupancy_binary -o "$scratch/liboccupancy_binary.rmeta" \
    --extern "occupancy_core=$scratch/liboccupancy_core.rmeta" occupancy-binary/src/lib.rs

# The milliseconds of one processor for a crate with so many constants.
taken() {
    local file="$1" count="$2" include=include_bytes reader='cubin::usage' best=0 milliseconds
    if [ "${file##*.}" = ptx ]; then
        include=include_str reader='ptx::usage'
    fi
    {
        for number in $(seq "$count"); do
            echo "pub const K$number: usize = match occupancy_binary::$reader($include!(\"$scratch/$file\"), \"k$((number % 22))\") {
                Ok(usage) => usage.name.len(), Err(_) => panic!() };
                const _: () = assert!(K$number > 1);"
        done
    } >"$scratch/constants.rs"
    TIMEFORMAT='%3U'
    for _ in $(seq "$runs"); do
        milliseconds="$({ time compiled -L "$scratch" \
            --extern "occupancy_binary=$scratch/liboccupancy_binary.rmeta" \
            -o "$scratch/out.rmeta" "$scratch/constants.rs" >&2; } 2>&1 | awk '{ print $1 * 1000 }')"
        if [ "$best" = 0 ] || [ "$milliseconds" -lt "$best" ]; then best="$milliseconds"; fi
    done
    echo "$best"
}

failed=0
for file in long.cubin short.cubin long.ptx short.ptx; do
    count=100
    if [ "${file##*.}" = ptx ]; then count=10; fi
    one="$(taken "$file" 1)"
    all="$(taken "$file" "$((count + 1))")"
    size="$(stat -c %s "$scratch/$file")"
    awk -v file="$file" -v size="$size" -v spent="$((all - one))" -v count="$count" 'BEGIN {
        each = spent / count
        printf "%-12s %7d bytes  %7.1f ms a constant, %6.1f ms for 100 KB\n", file, size, each, each * 1e5 / size
        exit (file == "long.cubin" && each * 1e5 / size > 5) }' || failed=1
done
exit "$failed"
