import { randomUUID } from 'node:crypto'
import { createOpsgraph, type TreeLoad } from '@opsgraph/core'
import { receiveTreeFile } from '@opsgraph/core/pure'
import { requireDurable } from '../kept-store.js'
import { OPERATOR } from '../operator.js'
import type { Ports } from '../ports.js'
import { findInput } from '../read-input.js'
import type { StoreSettings } from '../settings.js'
import { counted } from '../text.js'
import { loadedLine, refusalLines, upgradeLines } from '../tree-text.js'

type LoadTreesPorts = Pick<Ports, 'openStore' | 'print' | 'note' | 'stop' | 'exit' | 'terminal'>

/** The exit status for a refused file. */
const REFUSED = 1

export interface LoadTreesFlags {
  readonly json?: boolean
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
export async function loadTreeFile(
  settings: StoreSettings,
  { path, json = false }: { readonly path: string } & LoadTreesFlags,
  ports: LoadTreesPorts,
): Promise<void> {
  requireDurable(settings)
  const input = await findInput(path, ports)
  const file = await receiveTreeFile(input.open(), randomUUID)
  if (file.issues.length > 0) {
    for (const line of refusalLines(input.name, file)) ports.note(line)
    ports.exit(REFUSED)
    return
  }
  const store = await ports.openStore(settings)
  try {
    const load = await createOpsgraph({ store }).loadTrees(OPERATOR, file)
    if (json) ports.print(JSON.stringify(load))
    else for (const line of loadLines(load)) ports.print(line)
  } finally {
    await store.close()
  }
}

function loadLines({ loaded, upgrades }: TreeLoad): readonly string[] {
  const arrived = loaded.filter(({ isNew }) => isNew).length
  const summary = `${counted(arrived, 'topology', 'topologies')} loaded, ${loaded.length - arrived} already stored`
  if (upgrades.length === 0) return [...loaded.map(loadedLine), summary]
  return [...loaded.map(loadedLine), summary, '', 'At the next start of the server:', ...upgrades.flatMap(upgradeLines)]
}
