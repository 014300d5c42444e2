import type { Payload, WebhookConfig } from '@opsgraph/core'
import { readPayload } from '@opsgraph/core/pure'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { webhookBodyLimit } from '../server-limits.js'
import { number } from '../text.js'
import { type RefusedFile, refused } from './refused-file.js'

/**
 * Reads a payload from a file, with the checks that a server makes on a delivery. If the webhook receives forms or
 * queries, the file may also contain JSON: the history of a webhook shows each received form as JSON.
 *
 * @throws StartError if the file cannot be read
 */
export async function readPayloadFile(
  path: string,
  format: WebhookConfig['payloadFormat'],
  ports: Ports,
): Promise<{ readonly payload: Payload } | RefusedFile> {
  const input = await findInput(path, ports)
  const limit = webhookBodyLimit(ports.env)
  const bytes = await readUpTo(limit, input)
  if (bytes.length > limit) {
    const size = input.size === undefined ? 'is' : `has ${number(input.size)} bytes,`
    const message = `the payload ${size} more than the ${number(limit)} bytes that a delivery may have`
    return refused(input.name, { code: 413, message })
  }
  const json = readPayload(bytes)
  const read = 'payload' in json || format === 'json' ? json : readPayload(bytes, format)
  if ('payload' in read) return read
  const { message, place: location } = read
  return refused(input.name, { code: 400, message }, [{ message, location }])
}
