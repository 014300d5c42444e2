import { randomUUID } from 'node:crypto'
import { createOpsgraph, receiveTreeFile, type TreeLoad } from '@opsgraph/core'
import { requireKept } from '../kept-store.js'
import { OPERATOR } from '../operator.js'
import type { Ports } from '../ports.js'
import { findInput } from '../read-input.js'
import type { StoreSettings } from '../settings.js'
import { counted } from '../text.js'
import { loadedLine, refusalLines, upgradeLines } from '../tree-text.js'

type LoadTreesPorts = Pick<Ports, 'openStore' | 'print' | 'note' | 'stop' | 'exit' | 'terminal'>

/** The exit status of a file that is refused. */
const REFUSED = 1

export interface LoadTreesFlags {
  readonly json?: boolean
}

/**
 * Stores the trees of an earlier release from a file, or from stdin for `-`, all of them or none; the next start of the
 * server upgrades them. Prints what became of each, and what the next start will do. No database is opened, still less
 * begun, for a file that is refused.
 *
 * @throws StartError when the file cannot be read or the store cannot be opened
 */
export async function loadTreeFile(
  settings: StoreSettings,
  { path, json = false }: { readonly path: string } & LoadTreesFlags,
  ports: LoadTreesPorts,
): Promise<void> {
  requireKept(settings)
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
  const told = `${counted(arrived, 'topology', 'topologies')} loaded, ${loaded.length - arrived} there already`
  if (upgrades.length === 0) return [...loaded.map(loadedLine), told]
  return [...loaded.map(loadedLine), told, '', 'When the server starts next:', ...upgrades.flatMap(upgradeLines)]
}
