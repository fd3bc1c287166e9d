# shellcheck shell=bash
# What the steps share. A step runs in the root of the repository, alone too: `.ci/rare/parity`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The features of the adapters that build without CUDA. `cuda-core-0_5` wants its headers, and has a step of its own.
# shellcheck disable=SC2034
adapters=occupancy/cudarc-0_19,occupancy/cust-0_3
# The build script of cust looks for it.
export CUDA_LIBRARY_PATH="$PWD/tests/crates/adapters/cuda-stub"

# Ends a step that cannot run on this machine.
skip() {
    echo "skipped: $*"
    exit 0
}

# `has COMMAND PACKAGE…`: the command, from Debian's packages if it is not there.
has() {
    local command=$1 log=target/apt.log
    shift
    command -v "$command" >/dev/null && return
    mkdir -p target
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        { apt-get update && apt-get install --yes --no-install-recommends "$@"; } >"$log" 2>&1 || true
    fi
    command -v "$command" >/dev/null || skip "there is no $command, and Debian's package $1 cannot be installed"
}

# `target NAME`: fails if the standard library for this target is not there and cannot be installed.
target() { rustup target list --installed | grep -qxF "$1" || rustup target add "$1" >/dev/null 2>&1; }

# `wheels PACKAGE…`: NVIDIA's wheels, in a folder of their own.
nvidia=target/nvidia
wheels() {
    mkdir -p target
    { python3 -m venv "$nvidia" && "$nvidia/bin/pip" install --quiet --retries 1 --timeout 30 "$@"; } \
        >"$nvidia.log" 2>&1 || skip "the wheels cannot be installed: $(tail -n 1 "$nvidia.log")"
}

# `wheel NAME`: the path of a file of the wheels, below this folder.
wheel() { echo "$PWD/$(find "$nvidia" -path "*/$1" -print -quit)"; }

# The tests and the lints of a package outside the workspace, which shares what the workspace has built.
outside() (
    export CARGO_TARGET_DIR=$PWD/target
    cd "tests/crates/$1"
    cargo test --quiet
    cargo clippy --quiet --all-targets -- --deny warnings
)
