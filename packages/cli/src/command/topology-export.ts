import type { ExportBundle, ExportDocument } from '@opsgraph/core'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { PIPE } from '../read-input.js'
import { RemoteServer } from '../remote-server.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { counted, printable } from '../text.js'
import { exportIntoDirectory } from '../topology/export-directory.js'
import { fetchExport } from '../topology/fetch-export.js'
import { writeWhole } from '../whole-file.js'

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
 * Exports topologies of a server: those that the arguments name, or all topologies if the arguments name none.
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
    await intoDirectory(directory, { documents: documentsOf(document), isWhole }, ports)
  } else if (output === undefined || output === PIPE) await ports.terminal.write(text)
  else {
    await writeWhole(output, async (write) => await write(text))
    ports.note(`exported ${topologies(documentsOf(document).length)} into ${output}`)
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

async function intoDirectory(directory: string, { documents, isWhole }: DirectoryExport, ports: Ports): Promise<void> {
  const { written, unchanged, others } = await exportIntoDirectory(directory, documents)
  for (const path of written) ports.print(path)
  const wrote = `wrote ${counted(written.length, 'file')}, ${counted(unchanged, 'file')} unchanged`
  ports.note(`exported ${topologies(documents.length)} into ${directory}: ${wrote}`)
  if (!isWhole) return
  for (const path of others) ports.note(`not changed: ${printable(path)}; the server does not have its topology`)
}

function documentsOf(document: ExportDocument | ExportBundle): readonly ExportDocument[] {
  return 'topologies' in document ? document.topologies : [document]
}

function topologies(count: number): string {
  return counted(count, 'topology', 'topologies')
}
