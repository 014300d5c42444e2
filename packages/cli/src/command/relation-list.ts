import { createOpsgraph, LIST_COLUMNS, type ListFilter, type Opsgraph, type Relation } from '@opsgraph/core'
import type { Command } from 'commander'
import { StartError, UsageError } from '../faults.js'
import { openTarget, requireNoServerFlags, type Target, type TargetFlags } from '../importing/target.js'
import { OPERATOR_CALLER } from '../operator.js'
import type { Ports } from '../ports.js'
import { STANDARD_INPUT } from '../read-input.js'
import type { RemoteServer } from '../remote-server.js'
import { toQuery, toRefusalError } from '../resource-text.js'
import { serverPages } from '../server-list.js'
import { serverUrl, withServerOptions } from '../server-options.js'
import type { Flags } from '../setting-reader.js'
import { readDurableStore, withStore, withStoreOptions } from '../store-settings.js'
import { type WriteText, writeWholeFile } from '../whole-file.js'

const RELATIONS_PATH = '/api/resources/relations'
const FORMATS = ['csv', 'json']

type Filters = { readonly [Name in ListFilter<'relations'>]?: string }

interface ChosenRelations extends Filters {
  readonly stale?: boolean
  readonly staleAfter?: string
}

interface ListFlags extends ChosenRelations, TargetFlags, Flags {
  readonly format?: string
  /** Whether each CSV cell is exactly its value, even if a spreadsheet would treat the value as a formula. */
  readonly raw?: boolean
  /** The path of the file to write; default: standard output. */
  readonly output?: string
}

/** Adds `opsgraph relation list`. */
export function addRelationList(relation: Command, ports: Ports): void {
  const command = relation
    .command('list')
    .description('print all relations of a server, a database or a snapshot as CSV or JSON')
    .option('--format <format>', `one of ${FORMATS.join(', ')} (default csv)`)
    .option('--raw', "CSV without the ' that keeps a spreadsheet from taking a cell for a formula")
    .option('-o, --output <file>', 'the file, which is replaced when it is complete; - = standard output (default)')
    .option('--environment <name>', 'only relations of this environment')
    .option('--resource <name>', 'only the relations of this child')
    .option('--parent <name>', 'only the relations of this parent')
    .option('--source <source>', 'only relations of this source')
    .option('--source-ref <text>', 'only relations with this exact origin')
    .option('--stale', 'only relations that no source has confirmed for some days')
    .option('--stale-after <days>', 'the number of days for --stale (default 30)')
    .option('--state <snapshot>', 'the relations of this snapshot of "opsgraph snapshot save"; - = standard input')
  withStoreOptions(withServerOptions(command)).action(async (flags: ListFlags) => await listRelations(flags, ports))
}

/**
 * Writes relations to stdout or to a file, page by page.
 *
 * @throws UsageError if a flag is wrong, or if the flags name more than one snapshot, server or database
 * @throws StartError if not all relations can be read, or the file cannot be written
 */
async function listRelations(flags: ListFlags, ports: Ports): Promise<void> {
  const { format = 'csv', raw = false, output = STANDARD_INPUT } = flags
  if (!FORMATS.includes(format)) throw new UsageError(`--format must be one of ${FORMATS.join(', ')}`)
  if (raw && format !== 'csv') throw new UsageError('--raw needs --format csv')
  await withRelationSource(flags, ports, async (source) => {
    const print = async (write: WriteText) => {
      const stoppable = async (text: string) => {
        if (ports.stop.aborted) throw new StartError('stopped before the end')
        await write(text)
      }
      if (format === 'json') await writeJson(await readPages(source, flags), stoppable)
      else if ('server' in source) await copyCsv(source.server, { ...flags, raw }, stoppable)
      else await writeLocalCsv(await readPages(source, flags), raw, stoppable)
    }
    if (output === STANDARD_INPUT) await print(ports.terminal.write)
    else await writeWholeFile(output, print)
  })
}

/** Opens the snapshot, the server or the database that the flags or the environment name. */
async function withRelationSource(flags: TargetFlags & Flags, ports: Ports, work: (source: Target) => Promise<void>) {
  const { state, url, store, databaseUrl, dataDir } = flags
  const isStore = [store, databaseUrl, dataDir].some((flag) => flag !== undefined)
  if ([state !== undefined, url !== undefined, isStore].filter(Boolean).length > 1) {
    throw new UsageError('name one source: --state, --url, or a database')
  }
  if (state !== undefined || (!isStore && serverUrl(flags, ports.env) !== undefined)) {
    await work(await openTarget(flags, ports))
    return
  }
  requireNoServerFlags(flags)
  await withStore(
    readDurableStore({ store, databaseUrl, dataDir }, ports),
    ports,
    async (opened) => await work({ opsgraph: createOpsgraph({ store: opened, clock: ports.clock }) }),
    { mustExist: true },
  )
}

/** Returns the name and the value of each filter that is given. */
function listGivenFilters(chosen: Filters): readonly (readonly [string, string])[] {
  return LIST_COLUMNS.relations.filters.flatMap((name) => {
    const value = chosen[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

function queryFields({ stale, staleAfter, ...filters }: ChosenRelations): Readonly<Record<string, string | undefined>> {
  return { ...Object.fromEntries(listGivenFilters(filters)), staleAfter, stale: stale === true ? '1' : undefined }
}

async function copyCsv(
  server: RemoteServer,
  { raw, ...chosen }: ChosenRelations & { readonly raw: boolean },
  write: WriteText,
) {
  const query = toQuery({ ...queryFields(chosen), format: 'csv', raw: raw ? '1' : undefined })
  const refused = await server.copy(`${RELATIONS_PATH}${query}`, { type: 'text/csv', write })
  if (refused !== undefined) throw toRefusalError(server, refused)
}

/** The HTTP package defines the columns. It is loaded lazily, because loading it takes a fraction of a second. */
async function writeLocalCsv(pages: AsyncIterable<readonly Relation[]>, isRaw: boolean, write: WriteText) {
  const { RELATION_CSV, writeCsv } = await import('@opsgraph/http')
  for await (const text of writeCsv(pages, { columns: RELATION_CSV, isRaw })) await write(text)
}

/** Writes the same JSON as the HTTP API, with one relation per line. */
async function writeJson(pages: AsyncIterable<readonly Relation[]>, write: WriteText): Promise<void> {
  let total = 0
  const start = '{"status":"ok","relations":['
  for await (const page of pages) {
    const lines = page.map((relation) => JSON.stringify(relation)).join(',\n')
    await write(`${total === 0 ? start : ','}\n${lines}`)
    total += page.length
  }
  await write(`${total === 0 ? start : ''}\n],"total":${total}}\n`)
}

async function readPages(source: Target, chosen: ChosenRelations): Promise<AsyncIterable<readonly Relation[]>> {
  if ('opsgraph' in source) return await localPages(source.opsgraph, chosen)
  return serverPages(source.server, { path: RELATIONS_PATH, key: 'relations', query: queryFields(chosen) })
}

async function localPages(opsgraph: Opsgraph, chosen: ChosenRelations): Promise<AsyncIterable<readonly Relation[]>> {
  const { stale, staleAfter } = chosen
  const filters = Object.fromEntries(listGivenFilters(chosen).map(([name, value]) => [name, [value]]))
  const days = staleAfter === undefined ? undefined : Number(staleAfter)
  return await opsgraph.streamRelations(OPERATOR_CALLER, { filters, stale, staleAfter: days })
}
