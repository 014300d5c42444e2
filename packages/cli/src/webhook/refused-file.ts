import type { Issue } from '@opsgraph/core'
import { scanJson } from '@opsgraph/core/pure'
import { StartError } from '../faults.js'
import type { Refusal } from '../importing/importer.js'
import { formatIssueLocation, type TextLocation } from '../json-location.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { escapeControlCharacters, type Paint } from '../text.js'

/** A file that a server would refuse. */
export interface RefusedFile {
  /** The display name. */
  readonly name: string
  /** The answer that a server would give. */
  readonly refusal: Refusal
  /** The faults, with their locations in the file where these can be found. */
  readonly faults: readonly LocatedFault[]
}

export interface LocatedFault extends Pick<Issue, 'message'> {
  readonly code?: string
  readonly location?: TextLocation | undefined
}

export function isRefused(file: object): file is RefusedFile {
  return 'refusal' in file
}

/**
 * Creates the result for a refused file.
 *
 * @param faults default: one fault, with the message of the refusal
 */
export function refuseFile(
  name: string,
  { code, message, errors }: { readonly code: number; readonly message: string; readonly errors?: readonly Issue[] },
  faults: readonly LocatedFault[] = [{ message }],
): RefusedFile {
  return { name, refusal: { status: 'error', code, message, requestId: '', ...(errors && { errors }) }, faults }
}

/** Formats a line for each fault in the style of compiler messages. */
export function refusedLines({ name, faults }: RefusedFile, paint: Paint): readonly string[] {
  return faults.map((fault) => {
    const what = fault.code === undefined ? 'error' : `error ${fault.code}`
    return `${paint('bold', formatIssueLocation(name, fault.location))}: ${paint('red', what)}: ${escapeControlCharacters(fault.message)}`
  })
}

/**
 * Reads a JSON file. Refuses a file that is not JSON or is larger than a server accepts, with the message of the
 * server.
 *
 * @param limit.what the content of the file, for the message about a file that is too large
 * @throws StartError if the file cannot be read
 */
export async function readJsonFile(
  path: string,
  { mebibytes, what }: { readonly mebibytes: number; readonly what: string },
  ports: Ports,
): Promise<JsonFile | RefusedFile> {
  const input = await findInput(path, ports)
  const limit = mebibytes * 1_048_576
  const bytes = await readUpTo(limit, input)
  if (bytes.length > limit)
    return refuseFile(input.name, { code: 413, message: `${what} larger than ${mebibytes} MiB` })
  const text = readUtf8(bytes, input.name)
  const location = scanJson(text)
  if (location === undefined) return { name: input.name, text, value: JSON.parse(text) }
  const message = text.trim() === '' ? 'the file is empty' : 'the file is not valid JSON'
  return refuseFile(input.name, { code: 400, message }, [{ message, location }])
}

/** A file with valid JSON. */
export interface JsonFile {
  /** The display name. */
  readonly name: string
  readonly text: string
  readonly value: unknown
}

/**
 * Decodes a file, and removes a byte order mark.
 *
 * @throws StartError if the file is not UTF-8
 */
export function readUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartError(`${name} is not UTF-8: save it as UTF-8`)
  }
}
