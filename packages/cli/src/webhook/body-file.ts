import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { webhookBodyLimit } from '../server-limits.js'
import { number } from '../text.js'

/** The body of a delivery. */
export interface BodyFile {
  /** The display name of the file. */
  readonly name: string
  /** The exact bytes of the file, because a signature covers the exact bytes of a body. */
  readonly bytes: Uint8Array
}

/**
 * Reads the body of a delivery from a file.
 *
 * @throws StartError if the file cannot be read, or is larger than a delivery may be
 */
export async function readBodyFile(path: string, ports: Ports): Promise<BodyFile> {
  const input = await findInput(path, ports)
  const limit = webhookBodyLimit(ports.env)
  const bytes = await readUpTo(limit, input)
  if (bytes.length <= limit) return { name: input.name, bytes }
  const size = input.size === undefined ? 'more than' : `${number(input.size)} bytes of at most`
  throw new StartError(`${input.name} has ${size} ${number(limit)} bytes: a server answers 413`)
}
