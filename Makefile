# Kapok's commands. `make test` is the one that decides whether a change is sound.
.PHONY: help dev test bench release reproduce deb drill deny fmt clean setup browser
.DEFAULT_GOAL := help

SHELL := /bin/bash
STATIC_TARGET := $(shell rustc -vV | sed -n 's/^host: //p')

help: ## List the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

dev: ## Serve the demo with live reload of both halves: open http://localhost:5173
	@tools/dev

test: ## Install what the tests need, run everything, end with one summary
	@tools/test

bench: ## Measure every call beside PocketBase, on a quiet machine; write docs/performance.md
	@tools/bench

release: ## Leave one statically linked binary at dist/kapok
	@tools/release

reproduce: ## Build the release twice, in two places, and compare the bytes
	@tools/reproduce

deb: ## Pack dist/kapok as a Debian package
	@tools/deb

drill: ## Play through what goes wrong on real machines (docs/drills.md)
	@tools/drill

fmt: ## Format Rust and the web app
	cargo fmt
	cd ui && npm run format

clean: ## Remove what builds leave behind
	cargo clean
	rm -rf dist ui/dist ui/node_modules
