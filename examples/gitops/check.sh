#!/bin/sh
# The CI job for every change of the topologies: validates them, and prints the plan of their import.
#
# OPSGRAPH       the command (default: opsgraph)
# OPSGRAPH_URL   the server whose data the plan uses; needs OPSGRAPH_KEY (default: plan on an empty state); `opsgraph`
#                reads both
set -eu
cd "$(dirname "$0")"
opsgraph=${OPSGRAPH:-opsgraph}

# shellcheck disable=SC2086 # a command may have arguments
$opsgraph topology validate ${GITHUB_ACTIONS:+--github} topologies/*.json
echo
# shellcheck disable=SC2086
$opsgraph topology plan --mode replace topologies/*.json
