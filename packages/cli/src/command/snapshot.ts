import { createOpsgraph, OpsgraphError, type SnapshotCounts } from '@opsgraph/core'
import { StartError } from '../faults.js'
import { requireKept } from '../kept-store.js'
import { OPERATOR } from '../operator.js'
import type { Ports } from '../ports.js'
import { findInput, PIPE } from '../read-input.js'
import type { StoreSettings } from '../settings.js'
import { counted, number } from '../text.js'
import { type WriteText, writeWhole } from '../whole-file.js'

type SnapshotPorts = Pick<Ports, 'openStore' | 'note' | 'stop' | 'terminal'>

/**
 * Writes all that a store knows into a file, or to stdout for `-`: relations, service catalog, topologies and policies.
 *
 * @throws StartError when the store cannot be opened or the file cannot be written; the file is then as it was
 */
export async function saveSnapshotFile(settings: StoreSettings, path: string, ports: SnapshotPorts): Promise<void> {
  requireKept(settings)
  const { terminal, note } = ports
  const store = await ports.openStore(settings, { mustExist: true })
  try {
    const save = async (write: WriteText) =>
      await createOpsgraph({ store }).saveSnapshot(OPERATOR, watched(write, ports))
    const counts = path === PIPE ? await save(terminal.write) : await writeWhole(path, save)
    terminal.progress('')
    note(`saved ${told(counts)}`)
  } finally {
    terminal.progress('')
    await store.close()
  }
}

/**
 * Fills an empty store from a file, or from stdin for `-`: with all of it, or nothing.
 *
 * @throws StartError when the file is no snapshot, or the store is not empty
 */
export async function loadSnapshotFile(settings: StoreSettings, path: string, ports: SnapshotPorts): Promise<void> {
  requireKept(settings)
  const { terminal, note } = ports
  const input = await findInput(path, ports)
  const store = await ports.openStore(settings)
  try {
    const open = () => counting(input.open(), ports)
    const counts = await createOpsgraph({ store }).loadSnapshot(OPERATOR, open)
    terminal.progress('')
    note(`loaded ${told(counts)}`)
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    throw new StartError(error.kind === 'invalid' ? `${input.name}: ${error.message}` : error.message)
  } finally {
    terminal.progress('')
    await store.close()
  }
}

/** Shows how far it is, and ends when the process is asked to. */
function watched(write: WriteText, { terminal, stop }: SnapshotPorts): WriteText {
  let characters = 0
  return async (text) => {
    if (stop.aborted) throw new StartError('stopped before the end: nothing was saved')
    await write(text)
    characters += text.length
    terminal.progress(`saving, ${number(Math.round(characters / 1000))} kB`)
  }
}

async function* counting(
  bytes: AsyncIterable<Uint8Array>,
  { terminal, stop }: SnapshotPorts,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of bytes) {
    if (stop.aborted) throw new StartError('stopped before the end: nothing was loaded')
    count += piece.length
    terminal.progress(`loading, ${number(Math.round(count / 1000))} kB`)
    yield piece
  }
}

function told({ relation, topology, catalogService, weightPolicy, relationPolicy }: SnapshotCounts): string {
  return [
    counted(relation, 'relation'),
    counted(topology, 'topology', 'topologies'),
    counted(catalogService, 'service of the catalog', 'services of the catalog'),
    counted(weightPolicy, 'weight policy', 'weight policies'),
    counted(relationPolicy, 'relation policy', 'relation policies'),
  ].join(', ')
}
