import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ExportDocument } from '@opsgraph/core'
import { EXPORT_FORMAT, exportText } from '@opsgraph/core/pure'
import { errorCode, StartError } from '../faults.js'
import { writeWholeFile } from '../whole-file.js'

/** The result of an export into a folder. */
export interface ExportedDirectory {
  /** The paths of new and changed files. */
  readonly written: readonly string[]
  /** The number of files that already have the exported content. */
  readonly unchanged: number
  /** The paths of other topology files in the folder, which this export has not written. */
  readonly others: readonly string[]
}

/** An unvalidated document from a file. */
type ExistingDocument = Partial<ExportDocument>

/**
 * Writes one file for each topology into a folder, and creates the folder if it does not exist. An existing file stays
 * unchanged if it differs from the new export only in the formatting, or in the time or version of the export.
 *
 * @throws StartError if the folder cannot be used, if a file cannot be written, or if a file that is not an exported
 *   topology has the name of a file to write
 */
export async function exportIntoDirectory(
  directory: string,
  documents: readonly ExportDocument[],
): Promise<ExportedDirectory> {
  const existing = await readExisting(directory)
  const owners = new Map([...existing].map(([name, document]) => [fileKey(name), document?.topology?.service ?? null]))
  const services = documents.map(({ topology }) => topology.service)
  const names = chooseFileNames(services, owners)
  for (const name of names.values()) requireExportedFile(directory, name, owners)
  const written: string[] = []
  for (const document of documents) {
    const name = names.get(document.topology.service) ?? ''
    if (isSameDocument(document, existing.get(name))) continue
    await writeWholeFile(join(directory, name), async (write) => await write(exportText(document)))
    written.push(join(directory, name))
  }
  const exported = new Set(names.values())
  const others = [...existing].flatMap(([name, document]) =>
    document && !exported.has(name) ? [join(directory, name)] : [],
  )
  return { written, unchanged: documents.length - written.length, others }
}

async function readExisting(directory: string): Promise<ReadonlyMap<string, ExistingDocument | undefined>> {
  const existing = new Map<string, ExistingDocument | undefined>()
  for (const name of await listFilesIn(directory)) {
    if (name.toLowerCase().endsWith('.json')) existing.set(name, await readDocument(join(directory, name)))
  }
  return existing
}

async function listFilesIn(directory: string): Promise<readonly string[]> {
  try {
    // Loaded lazily, so that other commands start without loading the database packages.
    const { makeDirectory } = await import('@opsgraph/store-postgres')
    await makeDirectory(resolve(directory))
    return (await readdir(directory)).sort()
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')
    const fault = isFile
      ? 'is not a directory, or a part of its path is a file'
      : `cannot be used (${error instanceof Error ? error.message : error})`
    throw new StartError(`${directory} ${fault}: name a directory`)
  }
}

/**
 * Reads an exported topology.
 *
 * @returns `undefined` if the file is not an exported topology
 */
async function readDocument(path: string): Promise<ExistingDocument | undefined> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as ExistingDocument | null
    return value?.kind === EXPORT_FORMAT.documentKind ? value : undefined
  } catch {
    return undefined
  }
}

function requireExportedFile(directory: string, name: string, owners: ReadonlyMap<string, string | null>): void {
  if (owners.get(fileKey(name)) !== null) return
  throw new StartError(`${join(directory, name)} exists and is not an exported topology: move it away`)
}

/**
 * Whether a file has the same content as the exported document, apart from formatting and the time and version of the
 * export.
 */
function isSameDocument(document: ExportDocument, existing: ExistingDocument | undefined): boolean {
  return existing !== undefined && isDeepStrictEqual({ ...document, ...pickStamp(existing) }, existing)
}

function pickStamp({ exportedAt, appVersion }: ExistingDocument): ExistingDocument {
  return { ...(exportedAt !== undefined && { exportedAt }), ...(appVersion !== undefined && { appVersion }) }
}

/** The service of each file in a folder, keyed by {@link fileKey}; `null` if the file is not an exported topology. */
type FileOwners = ReadonlyMap<string, string | null>

/**
 * Maximum number of characters in a file name that come from the name of the service. The other characters are at most
 * 14, so every file system accepts the file name.
 */
const MAX_SERVICE_CHARACTERS = 150

/**
 * Chooses the file name for each service: `<service>.json`, with `_` for characters other than `A-Za-z0-9._-`
 * (rules.md#topology-export-1). A service that already has a file keeps the name of this file. If another service has a
 * file of the same name (compared without case), the new file name also contains the beginning of a digest of the
 * service.
 */
export function chooseFileNames(services: readonly string[], existing: FileOwners): ReadonlyMap<string, string> {
  const owners = new Map(existing)
  const names = new Map<string, string>()
  for (const service of [...services].sort(compareExactFirst)) {
    const [plain, distinct] = [plainFileName(service), distinctFileName(service)]
    const ownFileName = [plain, distinct].find((name) => owners.get(fileKey(name)) === service)
    const isFree = (owners.get(fileKey(plain)) ?? null) === null
    const name = ownFileName ?? (isFree ? plain : distinct)
    owners.set(fileKey(name), service)
    names.set(service, name)
  }
  return names
}

/**
 * Converts a file name to lower case, because some file systems treat `Shop.json` and `shop.json` as the same file.
 */
export function fileKey(name: string): string {
  return name.toLowerCase()
}

/**
 * Compares two services for sorting. A service whose characters are all allowed in file names comes first, so that it
 * gets its exact name. For example, `a_b` gets `a_b.json`, and only the name for `a b` contains a digest.
 */
function compareExactFirst(left: string, right: string): number {
  const [leftFirst, rightFirst] = [isUsableAsFileName(left), isUsableAsFileName(right)]
  if (leftFirst !== rightFirst) return leftFirst ? -1 : 1
  return left < right ? -1 : 1
}

function isUsableAsFileName(service: string): boolean {
  return plainFileName(service) === `${service}.json`
}

function plainFileName(service: string): string {
  return `${toFileStem(service)}.json`
}

function distinctFileName(service: string): string {
  return `${toFileStem(service)}-${createHash('sha256').update(service).digest('hex').slice(0, 8)}.json`
}

function toFileStem(service: string): string {
  return service.replace(/[^A-Za-z0-9._-]/gu, '_').slice(0, MAX_SERVICE_CHARACTERS)
}
