import { faultOfSecret, type HeaderScheme } from '@opsgraph/core/pure'
import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { readUtf8 } from './read-utf8.js'

/** Maximum size of the file in bytes. Every secret is shorter. */
const LARGEST = 8_192

/**
 * Reads a secret from a file, without the newline at its end. No flag takes the secret itself, because other users can
 * see command lines.
 *
 * @throws StartError if the file cannot be read, or contains no valid secret of the scheme; the message never contains
 *   the secret
 */
export async function readSecretFile(path: string, scheme: HeaderScheme, ports: Ports): Promise<string> {
  const input = await findInput(path, ports)
  const bytes = await readUpTo(LARGEST, input)
  if (bytes.length > LARGEST) throw new StartError(`${input.name} is too large for a secret file`)
  const secret = readUtf8(bytes, input.name).replace(/\r?\n$/, '')
  if (secret === '') throw new StartError(`${input.name} is empty: it must hold only the secret`)
  const fault = faultOfSecret(secret, scheme)
  if (fault !== undefined) throw new StartError(`the secret in ${input.name} ${fault}`)
  if (secret.trim() !== secret) {
    ports.note(`the secret in ${input.name} starts or ends with white space, which is part of the secret`)
  }
  return secret
}
