import { ORIENTATIONS } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { type LoadTreesFlags, loadTreeFile } from './command/load-trees.js'
import { PICTURE_FORMATS, type RenderFlags, renderTopology } from './command/topology-render.js'
import type { Ports } from './ports.js'
import type { Flags } from './setting-reader.js'
import { readStoreSettings } from './settings.js'
import { withStoreOptions } from './store-options.js'
import { addTopologyFiles } from './topology-file-program.js'

/** Adds the command group `opsgraph topology`. */
export function addTopology(program: Command, ports: Ports): void {
  const topology = program.command('topology').description('work on topology files')
  addTopologyFiles(topology, ports)
  addLoadTrees(topology, ports)
  addRender(topology, ports)
}

function addLoadTrees(topology: Command, ports: Ports): void {
  withStoreOptions(
    topology
      .command('load-trees')
      .description('store the trees of an earlier release, all or none; the next start of the server upgrades them'),
  )
    .argument('<file>', 'a JSON list of topologies, each with its tree; - = standard input')
    .option('--json', 'print the result, and the effects of the next start, as JSON')
    .action(async (path: string, { json, ...flags }: LoadTreesFlags & Flags) => {
      await loadTreeFile(readStoreSettings({ flags, env: ports.env }), { path, ...(json && { json }) }, ports)
    })
}

function addRender(topology: Command, ports: Ports): void {
  topology
    .command('render')
    .description('draw a topology as a picture, for example for a wiki page')
    .argument('<file>', 'an export, a bundle, an answer of the HTTP API, a tree; - = standard input')
    .requiredOption('-o, --output <file>', 'the file of the picture; - = standard output')
    .option('--format <format>', `one of ${PICTURE_FORMATS.join(', ')} (default: the extension of the output file)`)
    .option('--layout', 'lay out all nodes again, even if the file has positions')
    .option(
      '--orientation <orientation>',
      `one of ${ORIENTATIONS.join(', ')}; implies --layout if the file has another`,
    )
    .option('--alerts <file>', 'show alerts: the answer of GET /api/service_topology/<id>/assignments')
    .option('--focus', 'draw only the nodes that alerts hurt, and what connects them; needs --alerts')
    .option('--service <name>', 'the service of the topology in a bundle')
    .addHelpText('after', '\nExit status: 0 = drawn, 1 = a file is invalid or cannot be read, 2 = a wrong command line')
    .action(async (path: string, flags: RenderFlags) => await renderTopology(path, flags, ports))
}
