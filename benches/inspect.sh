#!/usr/bin/env bash
# `occupancy inspect` beside NVIDIA's cuobjdump, in one run, on what both can do:
#
# * a thousand small cubins: those of `occupancy-binary/fixtures`, copied;
# * one large library, libcublasLt: everything, one architecture, one kernel;
# * other libraries: everything, and one architecture.
#
# Each takes turns with the other, and the fastest of some runs counts. `occupancy` must list as many kernels, or more: it
# also reads the sections of libraries' own, such as `.cask_resource` of cuTENSOR. The ratio must be what the project
# promises for two processors that have nothing else to do. The peak of the memory is that of one more run, and must be
# at most 100 MB. cuobjdump takes one file at a time. It lists what is to be linked beside what is linked, so `--all` does
# as well.
#
#     benches/inspect.sh [RUNS]
#
# The wheels are installed in `target/nvidia`, where nothing else is (4 GB).
set -euo pipefail
cd "$(dirname "$0")/.."
runs="${1:-5}"

nvidia=target/nvidia
if [ ! -x "$nvidia/bin/pip" ]; then
    python3 -m venv "$nvidia"
fi
"$nvidia/bin/pip" install --quiet --no-deps nvidia-cuda-cuobjdump nvidia-cublas nvidia-cusparse nvidia-nvjpeg \
    libcudf-cu13 cutensor-cu13 bitsandbytes
cuobjdump="$(find "$nvidia" -path '*/bin/cuobjdump' -print -quit)"
library="$(find "$nvidia" -name 'libcublasLt.so.*' -print -quit)"

cargo build --quiet --release --package cargo-occupancy
occupancy=target/release/occupancy

scratch="$(mktemp -d)"
trap 'rm -r "$scratch"' EXIT
cubins="$scratch/cubins"
mkdir "$cubins"
for number in $(seq 500); do
    cp occupancy-binary/fixtures/sm_90.cubin "$cubins/$number-a.cubin"
    cp occupancy-binary/fixtures/sm_80-abi7.cubin "$cubins/$number-b.cubin"
done

each_cubin() {
    for file in "$cubins"/*.cubin; do
        "$cuobjdump" "$@" "$file"
    done
}

# The microseconds that a command takes, the milliseconds of all processors, and the kernels that it
# lists.
TIMEFORMAT='%3U %3S'
taken() {
    local counted="$1" start end cpu kernels
    shift
    # A `date` would be a process of its own, which takes as long as a hundred cubins.
    start="${EPOCHREALTIME/[.,]/}"
    { time "$@" >"$scratch/listed" 2>/dev/null || true; } 2>"$scratch/cpu"
    end="${EPOCHREALTIME/[.,]/}"
    cpu="$(awk '{ print ($1 + $2) * 1000 }' "$scratch/cpu")"
    kernels="$(grep -c "$counted" "$scratch/listed" || true)"
    echo "$((end - start)) $cpu $kernels"
}

# The most memory of a command, MB; nothing of a function of this script.
peak() {
    [ "$(type -t "$1")" = file ] || return 0
    python3 -c 'import resource, subprocess, sys
nothing = subprocess.DEVNULL
subprocess.run(sys.argv[1:], stdout=nothing, stderr=nothing)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000)' "$@"
}

failed=0
# What is compared, the ratio that is promised, the arguments of `occupancy inspect` up to `--`, and the
# command of cuobjdump.
side_by_side() {
    local title="$1" promised="$2" ours=() theirs our_time their_time
    shift 2
    while [ "$1" != -- ]; do
        ours+=("$1")
        shift
    done
    shift
    theirs=("$@")
    local our_best=0 their_best=0 our_least=0 their_least=0 time cpu our_kernels their_kernels
    for _ in $(seq "$runs"); do
        read -r time cpu their_kernels < <(taken '^ *Function ' "${theirs[@]}")
        if [ "$their_best" = 0 ] || [ "$time" -lt "$their_best" ]; then their_best="$time"; fi
        if [ "$their_least" = 0 ] || [ "$cpu" -lt "$their_least" ]; then their_least="$cpu"; fi
        # One line for each kernel, which has the target's column.
        read -r time cpu our_kernels < <(taken ',sm_' "$occupancy" inspect --all --format csv "${ours[@]}")
        if [ "$our_best" = 0 ] || [ "$time" -lt "$our_best" ]; then our_best="$time"; fi
        if [ "$our_least" = 0 ] || [ "$cpu" -lt "$our_least" ]; then our_least="$cpu"; fi
    done
    awk -v title="$title" -v ours="$our_best" -v theirs="$their_best" -v kernels="$our_kernels" \
        -v our_cpu="$our_least" -v their_cpu="$their_least" 'BEGIN {
            printf "%-24s %6d kernels   cuobjdump %7.1f ms (cpu %6d)   occupancy %7.1f ms (cpu %5d)   %6.1f times as fast\n",
                title, kernels, theirs / 1000, their_cpu, ours / 1000, our_cpu, theirs / ours }'
    local memory
    memory="$(peak "$occupancy" inspect --all --format csv "${ours[@]}")"
    echo "    peak MB: cuobjdump $(peak "${theirs[@]}"), occupancy $memory"
    if [ "$memory" -gt 100 ]; then
        echo "  100 MB were promised"
        failed=1
    fi
    if [ "$our_kernels" != "$their_kernels" ]; then
        echo "    cuobjdump lists $their_kernels kernels"
    fi
    if [ "$our_kernels" -lt "$their_kernels" ]; then
        failed=1
    fi
    if awk "BEGIN { exit $our_best * $promised <= $their_best }"; then
        echo "  $promised times was promised"
        failed=1
    fi
}

kernel="$("$occupancy" inspect --mangled --format csv --arch sm_90 "$library" | cut -d, -f3 | sed -n 1000p)"

side_by_side '1,000 small cubins' 60 "$cubins"/*.cubin -- each_cubin --dump-resource-usage
side_by_side 'libcublasLt, sm_90' 2 --arch sm_90 "$library" -- \
    "$cuobjdump" -arch sm_90 --dump-resource-usage "$library"
side_by_side 'libcublasLt, one kernel' 1 --mangled --arch sm_90 --kernel "$kernel" "$library" -- \
    "$cuobjdump" -arch sm_90 -fun "$kernel" --dump-resource-usage "$library"
side_by_side 'libcublasLt, everything' 2 "$library" -- "$cuobjdump" --dump-resource-usage "$library"
# With the ratios for one architecture, and for everything. Decompressing alone on two processors would be 3 to 6 times as
# fast as cuobjdump; a run for one architecture of nvJPEG takes 5 ms, of which the start of a process is 2.
while read -r name of_one of_all; do
    library="$(find "$nvidia" -name "$name.so*" -print -quit)"
    side_by_side "$name, sm_90" "$of_one" --arch sm_90 "$library" -- \
        "$cuobjdump" -arch sm_90 --dump-resource-usage "$library"
    side_by_side "$name" "$of_all" "$library" -- "$cuobjdump" --dump-resource-usage "$library"
done <<'LIBRARIES'
libcusparse 2 3
libcudf 2 3
libcutensor 2 2
libnvjpeg 1 1.8
libbitsandbytes_cuda128 2 1.3
LIBRARIES
exit "$failed"
