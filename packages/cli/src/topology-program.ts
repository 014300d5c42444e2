import type { Command } from 'commander'
import { type LoadTreesFlags, loadTreeFile } from './command/load-trees.js'
import type { Ports } from './ports.js'
import type { Flags } from './setting-reader.js'
import { readStoreSettings } from './settings.js'
import { withStoreOptions } from './store-options.js'

/** Adds `opsgraph topology`. */
export function addTopology(program: Command, ports: Ports): void {
  const topology = program.command('topology').description('work on files of topologies')
  addLoadTrees(topology, ports)
}

function addLoadTrees(topology: Command, ports: Ports): void {
  withStoreOptions(
    topology
      .command('load-trees')
      .description(
        'store the trees of an earlier release: all of them or none. The next start of the server upgrades them',
      ),
  )
    .argument('<file>', 'a JSON list of topologies, each with its tree; - = standard input')
    .option('--json', 'print what was done, and what the next start will do, as JSON')
    .action(async (path: string, { json, ...flags }: LoadTreesFlags & Flags) => {
      await loadTreeFile(readStoreSettings({ flags, env: ports.env }), { path, ...(json && { json }) }, ports)
    })
}
