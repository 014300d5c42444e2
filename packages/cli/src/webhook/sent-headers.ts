import { type DeliveryHeaders, readHeaders } from '@opsgraph/core/pure'
import { StartError, UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { printable } from '../text.js'
import { readUtf8 } from './read-utf8.js'

/** Maximum size of a file in bytes; more than servers accept. */
const LARGEST = 65_536

/**
 * The path of a file with headers, if the flag has the notation of curl: `@headers.txt`. `undefined` if the flag is a
 * header itself.
 */
export function headerPath(flag: string): string | undefined {
  return flag.startsWith('@') ? flag.slice(1) : undefined
}

/**
 * Reads the headers of a delivery. Each header comes from a flag, or from a line of a file. A header that is given
 * twice counts as sent twice.
 *
 * @throws UsageError for an invalid header; the message does not contain the header, since it may be a secret
 * @throws StartError if a file cannot be read or a line is not a header
 */
export async function readSentHeaders(flags: readonly string[], ports: Ports): Promise<DeliveryHeaders> {
  const raw: string[] = []
  for (const flag of flags) {
    const path = headerPath(flag)
    raw.push(...(path === undefined ? readFlag(flag) : await readFile(path, ports)))
  }
  return readHeaders(raw)
}

function readFlag(flag: string): readonly string[] {
  const header = splitHeader(flag)
  if (header === undefined) throw new UsageError(`--header must be 'Name: value', or @FILE with such lines`)
  return header
}

async function readFile(path: string, ports: Ports): Promise<readonly string[]> {
  const input = await findInput(path, ports)
  const bytes = await readUpTo(LARGEST, input)
  if (bytes.length > LARGEST) throw new StartError(`${input.name} is too large for the headers of a delivery`)
  const lines = readUtf8(bytes, input.name).split(/\r?\n/)
  return lines.flatMap((line, index) => {
    if (line.trim() === '' || (index === 0 && REQUEST_LINE.test(line))) return []
    const header = splitHeader(line)
    if (header !== undefined) return header
    throw new StartError(`${printable(input.name)}:${index + 1}: this line is not a header, Name: value`)
  })
}

/** The first line of a recorded HTTP request. This line is not a header, and is skipped. */
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/[\d.]+$/

function splitHeader(line: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? []
  return name === undefined || value === undefined ? undefined : [name, value]
}
