import { StartError } from '../faults.js'

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
