import { randomUUID } from 'node:crypto'
import { createOpsgraph, type TreeLoad } from '@opsgraph/core'
import { receiveTreeFile } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { OPERATOR_CALLER } from '../operator.js'
import type { Ports } from '../ports.js'
import { findInput } from '../read-input.js'
import type { Flags } from '../setting-reader.js'
import { readDurableStore, withStore, withStoreOptions } from '../store-settings.js'
import { formatCount } from '../text.js'
import { loadedLine, refusalLines, upgradeLines } from '../tree-report.js'

/** The exit status for a refused file. */
const REFUSED_EXIT_STATUS = 1

type LoadTreesFlags = Flags & { readonly json?: boolean }

/** Adds `opsgraph topology load-trees`. */
export function addTopologyLoadTrees(topology: Command, ports: Ports): void {
  withStoreOptions(
    topology
      .command('load-trees')
      .description('store the trees of an earlier release, all or none; the next start of the server upgrades them'),
  )
    .argument('<file>', 'a JSON list of topologies, each with its tree; - = standard input')
    .option('--json', 'print the result, and what the server will do with each tree at its next start, as JSON')
    .action(async (path: string, flags: LoadTreesFlags) => await loadTreeFile(path, flags, ports))
}

/**
 * Loads topologies in the format of an earlier release (trees) from a file, or from stdin for the path `-`. If the file
 * has a fault, nothing is stored, and no database is opened or created.
 *
 * The next start of the server upgrades the trees to the current format. The command prints the result for each tree,
 * and what the next start will do.
 *
 * @throws StartError if the file cannot be read or the store cannot be opened
 */
async function loadTreeFile(path: string, { json = false, ...flags }: LoadTreesFlags, ports: Ports): Promise<void> {
  const settings = readDurableStore(flags, ports)
  const input = await findInput(path, ports)
  const file = await receiveTreeFile(input.open(), randomUUID)
  if (file.issues.length > 0) {
    for (const line of refusalLines(input.name, file)) ports.note(line)
    ports.exit(REFUSED_EXIT_STATUS)
    return
  }
  await withStore(settings, ports, async (store) => {
    const load = await createOpsgraph({ store }).loadTrees(OPERATOR_CALLER, file)
    if (json) ports.print(JSON.stringify(load))
    else for (const line of loadLines(load)) ports.print(line)
  })
}

function loadLines({ loaded, upgrades }: TreeLoad): readonly string[] {
  const arrived = loaded.filter(({ isNew }) => isNew).length
  const summary = `${formatCount(arrived, 'topology', 'topologies')} loaded, ${loaded.length - arrived} already stored`
  if (upgrades.length === 0) return [...loaded.map(loadedLine), summary]
  return [...loaded.map(loadedLine), summary, '', 'At the next start of the server:', ...upgrades.flatMap(upgradeLines)]
}
