import type { ExportBundle, ExportDocument } from '@opsgraph/core'
import { EXPORT_FORMAT } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { StartError, UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { STANDARD_INPUT } from '../read-input.js'
import { type RemoteAnswer, RemoteServer } from '../remote-server.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { escapeControlCharacters, formatCount, shortenText } from '../text.js'
import { exportIntoDirectory } from '../topology/export-directory.js'
import { writeWholeFile } from '../whole-file.js'

interface ExportFlags extends ServerFlags {
  readonly service?: string | undefined
  /** The path of the file to write; default: standard output, unless a directory is given. */
  readonly output?: string | undefined
  readonly directory?: string | undefined
}

/** Adds `opsgraph topology export`. */
export function addTopologyExport(topology: Command, ports: Ports): void {
  const command = topology
    .command('export')
    .description('export topologies of a server: a single id as a document, several or all as a bundle')
    .argument('[id...]', 'the ids of the topologies (default: all)')
  withServerOptions(command)
    .option('--service <name>', 'the topology of this service, instead of an id')
    .option('-o, --output <file>', 'the file, which is replaced when it is complete; - = standard output (default)')
    .option('--directory <directory>', 'write a file for each topology; files with the same content are not changed')
    .action(async (ids: readonly string[], flags: ExportFlags) => await exportTopologyFiles(ids, flags, ports))
}

/**
 * Exports topologies from a server into files: those that the arguments name, or all topologies if the arguments name
 * none.
 *
 * @throws UsageError if the arguments contradict each other
 * @throws StartError if the server does not answer, a topology does not exist, or a file cannot be written
 */
async function exportTopologyFiles(ids: readonly string[], flags: ExportFlags, ports: Ports): Promise<void> {
  const { service, output, directory } = flags
  checkArguments(ids, flags)
  const { document, text } = await fetchExport(new RemoteServer(flags, ports), { ids, service })
  if (directory !== undefined) {
    const isWhole = ids.length === 0 && service === undefined
    await writeIntoDirectory(directory, { documents: documentsOf(document), isWhole }, ports)
  } else if (output === undefined || output === STANDARD_INPUT) await ports.terminal.write(text)
  else {
    await writeWholeFile(output, async (write) => await write(text))
    ports.note(`exported ${formatTopologies(documentsOf(document).length)} into ${output}`)
  }
}

/** Refuses an empty argument, which is usually an unset shell variable. */
function checkArguments(ids: readonly string[], { service, output, directory }: ExportFlags): void {
  for (const [name, value] of Object.entries({ service, output, directory })) {
    if (value === '') throw new UsageError(`--${name} is empty`)
  }
  if (ids.includes('')) throw new UsageError('an id is empty')
  if (service !== undefined && ids.length > 0) throw new UsageError('name topologies by their ids, or one by --service')
  if (output !== undefined && directory !== undefined) throw new UsageError('--output or --directory, not both')
}

interface DirectoryExport {
  readonly documents: readonly ExportDocument[]
  /** Whether `documents` contains all topologies of the server. */
  readonly isWhole: boolean
}

async function writeIntoDirectory(
  directory: string,
  { documents, isWhole }: DirectoryExport,
  ports: Ports,
): Promise<void> {
  const { written, unchanged, others } = await exportIntoDirectory(directory, documents)
  for (const path of written) ports.print(path)
  const wrote = `wrote ${formatCount(written.length, 'file')}, ${formatCount(unchanged, 'file')} unchanged`
  ports.note(`exported ${formatTopologies(documents.length)} into ${directory}: ${wrote}`)
  if (!isWhole) return
  for (const path of others)
    ports.note(`not changed: ${escapeControlCharacters(path)}; the server does not have its topology`)
}

function documentsOf(document: ExportDocument | ExportBundle): readonly ExportDocument[] {
  return 'topologies' in document ? document.topologies : [document]
}

function formatTopologies(count: number): string {
  return formatCount(count, 'topology', 'topologies')
}

const PATH = '/api/service_topology'

/** The topologies to export. Without ids and service, all topologies are exported. */
interface ExportSelection {
  readonly ids: readonly string[]
  readonly service: string | undefined
}

/** An export file, parsed and as text. */
interface FetchedExport {
  readonly document: ExportDocument | ExportBundle
  readonly text: string
}

/**
 * Reads topologies from a server as export files: one topology as a document, several or all topologies as a bundle.
 *
 * @throws StartError if the server does not answer, or a topology does not exist
 */
async function fetchExport(server: RemoteServer, { ids, service }: ExportSelection): Promise<FetchedExport> {
  const [id, ...more] = service === undefined ? ids : [await findId(server, service)]
  const isSingle = id !== undefined && more.length === 0
  const query = id === undefined ? '' : `?ids=${[id, ...more].map(encodeURIComponent).join(',')}`
  const path = isSingle ? `${PATH}/${encodeURIComponent(id)}/export` : `${PATH}/export${query}`
  const answer = await server.get(path)
  if (answer.status === 200 && isExport(answer.body)) return { document: answer.body, text: answer.text }
  throw refusalError(server, answer, [id, ...more].map((name) => name ?? 'all topologies').join(', '))
}

async function findId(server: RemoteServer, service: string): Promise<string> {
  const answer = await server.get(`${PATH}/${encodeURIComponent(service)}?column=service_name`)
  const { topology } = (answer.body ?? {}) as { readonly topology?: { readonly id?: unknown } }
  if (typeof topology?.id !== 'string') throw refusalError(server, answer, `the service ${service}`)
  return topology.id
}

/**
 * Creates the error for a refused export. The error names the requested ids or service, because the message of the
 * server does not.
 */
function refusalError(server: RemoteServer, answer: RemoteAnswer, requested: string): StartError {
  return new StartError(
    `${server.refusal(answer).message}; requested: ${escapeControlCharacters(shortenText(requested, MAX_REQUESTED_CHARACTERS))}`,
  )
}

/** Maximum length of the requested ids in a message, in characters. */
const MAX_REQUESTED_CHARACTERS = 100

function isExport(body: unknown): body is ExportDocument | ExportBundle {
  const { kind } = (body ?? {}) as { readonly kind?: unknown }
  return kind === EXPORT_FORMAT.documentKind || kind === EXPORT_FORMAT.bundleKind
}
