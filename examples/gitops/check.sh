#!/bin/sh
# What a CI job does on every change of the topologies: are they valid, and what would their import do?
#
# OPSGRAPH       the command (default: opsgraph)
# OPSGRAPH_URL   the server to plan on, with its key in OPSGRAPH_KEY (default: an empty state)
set -eu
cd "$(dirname "$0")"
opsgraph=${OPSGRAPH:-opsgraph}

# shellcheck disable=SC2086 # a command may have arguments
$opsgraph topology validate ${GITHUB_ACTIONS:+--github} topologies/*.json
echo
# shellcheck disable=SC2086
$opsgraph topology plan --mode replace ${OPSGRAPH_URL:+--url "$OPSGRAPH_URL"} topologies/*.json
