#!/usr/bin/env bash
# Compiles the kernels, without a GPU. What is not installed is said, and its files stay as they are.
#
# - Those of NVIDIA by the nvcc in $NVCC, or the one in $PATH. The committed files are those of 13.5, from NVIDIA's
#   wheels:
#
#       python3 -m venv nvidia
#       nvidia/bin/pip install nvidia-cuda-nvcc==13.* nvidia-cuda-crt==13.* nvidia-nvvm==13.* nvidia-cuda-runtime==13.*
#       NVCC=$(find "$PWD/nvidia" -path '*/bin/nvcc') tests/kernels/build.sh
#
# - Those of AMD by LLVM 22, without ROCm: the packages clang-22, clang-tools-22, lld-22 and llvm-22 of Debian. The
#   committed files are those of 22.1.8, and come out the same. Tests expect what `llvm-readelf --notes` prints of them.
set -euo pipefail
cd "$(dirname "$0")"

nvidia() {
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
}

amd() {
    hip=(clang -x hip -nogpulib -nogpuinc -O2 -w -ffile-compilation-dir=. -fuse-ld=lld)
    object=("${hip[@]}" --offload-device-only --no-gpu-bundle-output)
    for gpu in gfx942 gfx1100 gfx9-4-generic; do
        "${object[@]}" --offload-arch="$gpu" -o "$gpu.hsaco" kernels.hip
    done
    "${object[@]}" --offload-arch=gfx1100 -mwavefrontsize64 -mcumode -o gfx1100-wave64-cu.hsaco kernels.hip
    "${object[@]}" --offload-arch=gfx942 -DVGPRS=24 -o spills.hsaco kernels.hip
    "${object[@]}" --offload-arch=gfx942 -o recursive.hsaco recursive.hip
    llvm-strip gfx942.hsaco gfx1100.hsaco gfx9-4-generic.hsaco gfx1100-wave64-cu.hsaco spills.hsaco recursive.hsaco
    # Versions 4 and 5 with AGPRs, the first of them to be linked.
    ir=(clang -target amdgcn-amd-amdhsa -nogpulib -O0 -Wno-override-module)
    "${ir[@]}" -mcpu=gfx908 -mcode-object-version=4 -c -o accumulates.gfx908.o accumulates.ll
    "${ir[@]}" -mcpu=gfx90a:sramecc+:xnack- -mcode-object-version=5 -o accumulates.gfx90a.hsaco accumulates.ll

    # Code for two targets: plain, and compressed in version 3 of the format and in version 2.
    both=("${hip[@]}" --offload-arch=gfx942 --offload-arch=gfx1100)
    bundle=(--offload-device-only --gpu-bundle-output)
    "${both[@]}" --no-offload-compress "${bundle[@]}" -o kernels.hipfb kernels.hip
    "${both[@]}" --offload-compress "${bundle[@]}" -o compressed.hipfb kernels.hip
    COMPRESSED_BUNDLE_FORMAT_VERSION=2 "${both[@]}" --offload-compress "${bundle[@]}" -o compressed-2.hipfb kernels.hip
    # In the library of the host, beside code of NVIDIA.
    host=(--offload-compress -fPIC -c)
    "${both[@]}" "${host[@]}" -cuid=kernels -o "$scratch/kernels.o" kernels.hip
    clang -shared -nostdlib -fuse-ld=lld -Wl,-s,-z,undefs -o "$scratch/libkernels.so" "$scratch/kernels.o"
    llvm-objcopy --add-section .nv_fatbin=../../occupancy-binary/fixtures/raw.fatbin "$scratch/libkernels.so" both.so
    # Two bundles in a library, one for each of its sources.
    "${hip[@]}" --offload-arch=gfx1100 "${host[@]}" -cuid=spills -DVGPRS=24 -o "$scratch/spills.o" kernels.hip
    llvm-objcopy --weaken "$scratch/spills.o"
    ld.lld -shared -s -z noseparate-code -o libhip.so "$scratch/kernels.o" "$scratch/spills.o"
}

nvcc=${NVCC:-nvcc}
if command -v "$nvcc" >/dev/null; then
    nvidia
else
    echo "skipped: NVIDIA's, for there is no nvcc" >&2
fi

llvm=${LLVM:-/usr/lib/llvm-22/bin}
missing=
for tool in clang clang-offload-bundler ld.lld llvm-objcopy llvm-strip; do
    [ -x "$llvm/$tool" ] || missing+=" $tool"
done
if [ -z "$missing" ]; then
    PATH="$llvm:$PATH"
    scratch=$(mktemp -d)
    trap 'rm -r "$scratch"' EXIT
    amd
else
    echo "skipped: AMD's, for $llvm has no$missing" >&2
fi
