import { ORIENTATIONS } from '@opsgraph/core'
import type { Command } from 'commander'
import { type LoadTreesFlags, loadTreeFile } from './command/load-trees.js'
import { PICTURE_FORMATS, type RenderFlags, renderTopology } from './command/topology-render.js'
import type { Ports } from './ports.js'
import type { Flags } from './setting-reader.js'
import { readStoreSettings } from './settings.js'
import { withStoreOptions } from './store-options.js'
import { addTopologyFiles } from './topology-file-program.js'

/** Adds `opsgraph topology`. */
export function addTopology(program: Command, ports: Ports): void {
  const topology = program.command('topology').description('work on files of topologies')
  addTopologyFiles(topology, ports)
  addLoadTrees(topology, ports)
  addRender(topology, ports)
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

function addRender(topology: Command, ports: Ports): void {
  topology
    .command('render')
    .description('draw a topology, for a page of a wiki')
    .argument('<file>', 'an export, a bundle, an answer of the HTTP API, a tree; - = standard input')
    .requiredOption('-o, --output <file>', 'where the picture goes; - = standard output')
    .option('--format <format>', `one of ${PICTURE_FORMATS.join(', ')} (default: how the name of the picture ends)`)
    .option('--layout', 'lay the nodes out anew, even where the file has positions')
    .option('--orientation <orientation>', `one of ${ORIENTATIONS.join(', ')}; another than the file's means --layout`)
    .option('--alerts <file>', 'show alerts: the answer of GET /api/service_topology/<id>/assignments')
    .option('--service <name>', 'which topology of a bundle')
    .addHelpText('after', '\nExit status: 0 = drawn, 1 = a file is invalid or cannot be read, 2 = a wrong command line')
    .action(async (path: string, flags: RenderFlags) => await renderTopology(path, flags, ports))
}
