# The front door. Everything else is CMake: see CMakePresets.json.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PRESET ?= release
FOLDER = $(if $(filter release,$(PRESET)),build,build-$(PRESET))

.PHONY: help build test spec-coverage play bench matrix asan headless format check-format wasm setup clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing and fetch third-party sources
	@sh tools/setup.sh build $(if $(filter headless,$(PRESET)),,screen)

build: setup ## build the program: build/hob
	@cmake --preset $(PRESET) --log-level=WARNING
	@cmake --build $(FOLDER) --target hob -j $(JOBS)

test: ## everything that must hold: style, unit tests, sanitizers, determinism
	@sh tools/test.sh

spec-coverage: setup ## which lines of the specification's checklists have a test that passes
	@cmake --preset release --log-level=WARNING
	@cmake --build build -j $(JOBS)
	@sh tools/spec-coverage.sh build

play: build ## build, make a game and play it through without a screen
	@sh tools/play.sh

bench: ## measure; ONLY="physics load" measures only those
	@sh tools/setup.sh screen bench
	@cmake --preset release --log-level=WARNING
	@cmake --build build --target hob bench -j $(JOBS)
	@build/bench/bench $(ONLY)

matrix: setup ## compare one state hash over compilers and surroundings
	@bash tools/matrix.sh

asan: setup ## unit tests under the address and undefined-behaviour sanitizers
	@cmake --preset asan --log-level=WARNING
	@cmake --build build-asan -j $(JOBS)
	@ctest --preset asan

headless: ## build-headless/hob, which links no graphics library
	@$(MAKE) --no-print-directory build PRESET=headless

wasm: ## build-wasm/hob.js, the headless program for Node
	@sh tools/setup.sh wasm
	@sh tools/build-wasm.sh

format: ## lay out all C files
	@sh tools/format.sh

check-format: ## fail when a C file is laid out differently
	@sh tools/format.sh --check

clean: ## remove build folders; the cache of third-party sources stays
	rm -rf build build-*
