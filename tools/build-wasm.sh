#!/bin/sh
# Builds the headless program and the probes as WebAssembly for Node: build-wasm/hob.js (run it with the command that
# `tools/build-wasm.sh --node` prints). `make wasm` installs what is needed first.
#
# Files are the real ones (NODERAWFS). Objects are compiled with full optimisation, the JavaScript around them is
# linked at -O1: from -O2 on, Debian 12's JavaScript optimiser writes invalid code.
set -eu
cd "$(dirname "$0")/.."

# The loader of Emscripten 3.1.6 calls fetch where there is one, and cannot read files with it.
node_command() {
    if node --no-experimental-fetch -e 0 2>/dev/null; then echo "node --no-experimental-fetch"; else echo node; fi
}
if [ "${1:-}" = --node ]; then
    node_command
    exit 0
fi

command -v emcc >/dev/null 2>&1 || { echo "build-wasm: emcc is missing: make wasm" >&2; exit 2; }
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}" # where Debian keeps acorn
toolchain=$(dirname "$(readlink -f "$(command -v emcc)")")/cmake/Modules/Platform/Emscripten.cmake
link="-O1 -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2147483648 -sTOTAL_STACK=8388608 -sEXIT_RUNTIME=1"

cmake -S . -B build-wasm -G Ninja --log-level=WARNING -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS_RELEASE=-O3 -DCMAKE_EXE_LINKER_FLAGS="$link" -DHOB_HEADLESS=ON -DHOB_TESTS=OFF -DHOB_WERROR=OFF
cmake --build build-wasm --target hob probes -j "$(nproc 2>/dev/null || echo 2)"
echo "build-wasm: $(node_command) build-wasm/hob.js"
