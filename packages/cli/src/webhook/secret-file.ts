import { faultOfSecret, type HeaderScheme } from '@opsgraph/core'
import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { readUtf8 } from './read-utf8.js'

/** Bytes; more than the longest secret takes. */
const LARGEST = 8_192

/**
 * The secret in a file, without the newline at its end. A file, because others can see what is on a command line.
 *
 * @throws StartError when the file cannot be read or holds no secret of the scheme; nothing of it is repeated
 */
export async function readSecretFile(path: string, scheme: HeaderScheme, ports: Ports): Promise<string> {
  const input = await findInput(path, ports)
  const bytes = await readUpTo(LARGEST, input)
  if (bytes.length > LARGEST) throw new StartError(`${input.name} is too large for the file of a secret`)
  const secret = readUtf8(bytes, input.name).replace(/\r?\n$/, '')
  if (secret === '') throw new StartError(`${input.name} is empty: it must hold the secret and nothing else`)
  const fault = faultOfSecret(secret, scheme)
  if (fault !== undefined) throw new StartError(`the secret in ${input.name} ${fault}`)
  if (secret.trim() !== secret) {
    ports.note(`the secret in ${input.name} has white space at its beginning or end: that is taken as a part of it`)
  }
  return secret
}
