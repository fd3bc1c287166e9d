#!/usr/bin/env bash
# Compiles the kernels with the nvcc in $NVCC, or the one in $PATH. The committed files are those of 13.5,
# from NVIDIA's wheels:
#
#     python3 -m venv nvidia
#     nvidia/bin/pip install nvidia-cuda-nvcc==13.* nvidia-cuda-crt==13.* nvidia-nvvm==13.* nvidia-cuda-runtime==13.*
#     NVCC=$(find "$PWD/nvidia" -path '*/bin/nvcc') tests/kernels/build.sh
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-nvcc}

for kernels in saxpy shared spills recursive clusters; do
    "$nvcc" -arch=sm_90 -cubin -o "$kernels.cubin" "$kernels.cu"
done
"$nvcc" -arch=sm_80 -cubin -o saxpy_sm_80.cubin saxpy.cu
"$nvcc" -arch=sm_90 -cubin -rdc=true -o saxpy_relocatable.cubin saxpy.cu
"$nvcc" -fatbin --no-compress -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 \
    -o reduce.fatbin reduce.cu
for kernels in saxpy shared; do
    "$nvcc" -arch=sm_90 -ptx -o "$kernels.ptx" "$kernels.cu"
done
head -c 700 saxpy.ptx >cut_off.ptx
