import { createOpsgraph, OpsgraphError, type SnapshotCounts, type Store } from '@opsgraph/core'
import type { Command } from 'commander'
import { StartError } from '../faults.js'
import { OPERATOR_CALLER } from '../operator.js'
import type { Ports } from '../ports.js'
import { findInput, STANDARD_INPUT } from '../read-input.js'
import type { Flags } from '../setting-reader.js'
import { readDurableStore, withStore, withStoreOptions } from '../store-settings.js'
import { formatCount, formatNumber } from '../text.js'
import { type WriteText, writeWholeFile } from '../whole-file.js'

type SnapshotPorts = Pick<Ports, 'stop' | 'terminal'>

/** Adds `opsgraph snapshot save`. */
export function addSnapshotSave(snapshot: Command, ports: Ports): void {
  withStoreOptions(
    snapshot
      .command('save')
      .description(
        'write relations, redundancy rules, aliases, catalog, topologies, policies and maintenance windows into a file',
      ),
  )
    .argument('<file>', 'the file, which is replaced when it is complete; - = standard output')
    .action(async (file: string, flags: Flags) => await saveSnapshotFile(file, flags, ports))
}

/** Adds `opsgraph snapshot load`. */
export function addSnapshotLoad(snapshot: Command, ports: Ports): void {
  withStoreOptions(
    snapshot
      .command('load')
      .description('load a file of "snapshot save" into an empty database, completely or not at all'),
  )
    .argument('<file>', '- = standard input')
    .action(async (file: string, flags: Flags) => await loadSnapshotFile(file, flags, ports))
}

/**
 * Writes a snapshot of a store (rules.md#snapshots) into a file, or to stdout for `-`.
 *
 * @throws StartError if the store cannot be opened or the file cannot be written; an existing file then stays unchanged
 */
async function saveSnapshotFile(path: string, flags: Flags, ports: Ports): Promise<void> {
  const { terminal, note } = ports
  const saveInto = async (store: Store) => {
    const save = async (write: WriteText) =>
      await createOpsgraph({ store }).saveSnapshot(OPERATOR_CALLER, withProgress(write, ports))
    try {
      const counts = path === STANDARD_INPUT ? await save(terminal.write) : await writeWholeFile(path, save)
      terminal.progress('')
      note(`saved ${countsText(counts)}`)
    } finally {
      terminal.progress('')
    }
  }
  await withStore(readDurableStore(flags, ports), ports, saveInto, { mustExist: true })
}

/**
 * Loads a snapshot from a file, or from stdin for `-`, into an empty store. Either everything is loaded or nothing.
 *
 * @throws StartError if the file is not a valid snapshot, or the store is not empty
 */
async function loadSnapshotFile(path: string, flags: Flags, ports: Ports): Promise<void> {
  const settings = readDurableStore(flags, ports)
  const { terminal, note } = ports
  const input = await findInput(path, ports)
  await withStore(settings, ports, async (store) => {
    try {
      const open = () => readWithProgress(input.open(), ports)
      const counts = await createOpsgraph({ store }).loadSnapshot(OPERATOR_CALLER, open)
      terminal.progress('')
      note(`loaded ${countsText(counts)}`)
    } catch (error) {
      if (!(error instanceof OpsgraphError)) throw error
      throw new StartError(error.kind === 'invalid' ? `${input.name}: ${error.message}` : error.message)
    } finally {
      terminal.progress('')
    }
  })
}

/** Wraps `write`: each call also shows the progress, and throws after a stop signal. */
function withProgress(write: WriteText, { terminal, stop }: SnapshotPorts): WriteText {
  let characters = 0
  return async (text) => {
    if (stop.aborted) throw new StartError('stopped before the end: nothing was saved')
    await write(text)
    characters += text.length
    terminal.progress(`saving, ${formatNumber(Math.round(characters / 1000))} kB`)
  }
}

async function* readWithProgress(
  bytes: AsyncIterable<Uint8Array>,
  { terminal, stop }: SnapshotPorts,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of bytes) {
    if (stop.aborted) throw new StartError('stopped before the end: nothing was loaded')
    count += piece.length
    terminal.progress(`loading, ${formatNumber(Math.round(count / 1000))} kB`)
    yield piece
  }
}

/** The nouns for the items of a section, where they differ from the name of the section. */
const NOUNS_BY_SECTION: { readonly [Section in keyof SnapshotCounts]?: readonly [singular: string, plural: string] } = {
  topology: ['topology', 'topologies'],
  catalogService: ['service of the catalog', 'services of the catalog'],
  resourceAlias: ['alias', 'aliases'],
}

function countsText({ relation, topology, catalogService, ...others }: SnapshotCounts): string {
  return Object.entries({ relation, topology, catalogService, ...others })
    .map(([section, count]) => formatCount(count, ...nounsOf(section as keyof SnapshotCounts)))
    .join(', ')
}

function nounsOf(section: keyof SnapshotCounts): readonly [singular: string, plural: string] {
  const singular = section.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return NOUNS_BY_SECTION[section] ?? [singular, singular.replace(/y?$/, (end) => (end === 'y' ? 'ies' : 's'))]
}
