import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DOCUMENT_KIND, type ExportDocument, exportText } from '@opsgraph/core'
import { errorCode, StartError } from '../faults.js'
import { writeWhole } from '../whole-file.js'
import { chooseFileNames, fileKey } from './file-names.js'

/** What became of the files of a folder. */
export interface ExportedDirectory {
  /** The paths of those that are new or have changed. */
  readonly written: readonly string[]
  /** How many hold already what is exported. */
  readonly unchanged: number
  /** The paths of those that hold other topologies. */
  readonly others: readonly string[]
}

/** A document as it was found in a file: of which version, and by whom, nobody knows. */
type KnownDocument = Partial<ExportDocument>

/**
 * Writes one file for each topology into a folder, which it makes where there is none. A file that differs in nothing but
 * when and by what it was exported stays as it is.
 *
 * @throws StartError when a file cannot be written, or is in the way and no exported topology
 */
export async function exportIntoDirectory(
  directory: string,
  documents: readonly ExportDocument[],
): Promise<ExportedDirectory> {
  const known = await readKnown(directory)
  const owners = new Map([...known].map(([name, document]) => [fileKey(name), document?.topology?.service ?? null]))
  const services = documents.map(({ topology }) => topology.service)
  const names = chooseFileNames(services, owners)
  for (const name of names.values()) requireOurs(directory, name, owners)
  const written: string[] = []
  for (const document of documents) {
    const name = names.get(document.topology.service) ?? ''
    if (isSame(document, known.get(name))) continue
    await writeWhole(join(directory, name), async (write) => await write(exportText(document)))
    written.push(join(directory, name))
  }
  const ours = new Set(names.values())
  const others = [...known].flatMap(([name, document]) => (document && !ours.has(name) ? [join(directory, name)] : []))
  return { written, unchanged: documents.length - written.length, others }
}

async function readKnown(directory: string): Promise<ReadonlyMap<string, KnownDocument | undefined>> {
  const known = new Map<string, KnownDocument | undefined>()
  for (const name of await filesIn(directory)) {
    if (name.toLowerCase().endsWith('.json')) known.set(name, await readDocument(join(directory, name)))
  }
  return known
}

async function filesIn(directory: string): Promise<readonly string[]> {
  try {
    // Loaded here, so that commands which write no folder start without databases.
    const { makeDirectory } = await import('@opsgraph/store-postgres')
    await makeDirectory(resolve(directory))
    return (await readdir(directory)).sort()
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')
    const fault = isFile
      ? 'is a file, or below one'
      : `cannot be used (${error instanceof Error ? error.message : error})`
    throw new StartError(`${directory} ${fault}: name a directory`)
  }
}

/** @returns `undefined` for what is no exported topology */
async function readDocument(path: string): Promise<KnownDocument | undefined> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as KnownDocument | null
    return value?.kind === DOCUMENT_KIND ? value : undefined
  } catch {
    return undefined
  }
}

function requireOurs(directory: string, name: string, owners: ReadonlyMap<string, string | null>): void {
  if (owners.get(fileKey(name)) !== null) return
  throw new StartError(`${join(directory, name)} is there and is no exported topology: move it away`)
}

/** Whether a file says the same, however it is written. */
function isSame(document: ExportDocument, known: KnownDocument | undefined): boolean {
  return known !== undefined && isDeepStrictEqual({ ...document, ...stampOf(known) }, known)
}

function stampOf({ exportedAt, appVersion }: KnownDocument): KnownDocument {
  return { ...(exportedAt !== undefined && { exportedAt }), ...(appVersion !== undefined && { appVersion }) }
}
