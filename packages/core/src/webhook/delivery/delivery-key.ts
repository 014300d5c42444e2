import { sha256, toBytes, toText } from '#platform'
import type { Deduplication } from '../deduplication.js'
import { lookUp, parsePath } from '../mapping/payload-path.js'
import type { DeliveryHeaders } from './delivery-headers.js'
import type { Payload } from './read-payload.js'

/**
 * The deduplication key: a text of fixed length that is equal for two deliveries if and only if they contain the same
 * id (rules.md#deduplication-1). `undefined` if the delivery contains no id; such a delivery is never a duplicate
 * (rules.md#deduplication-4).
 */
export function deliveryKey(
  deduplication: Deduplication | null,
  headers: DeliveryHeaders,
  payload: Payload,
): string | undefined {
  const id = deduplication === null ? undefined : idOf(deduplication, headers, payload)
  return id === undefined ? undefined : toText(sha256(toBytes(JSON.stringify(id), 'utf8')), 'hex')
}

function idOf(
  deduplication: Deduplication,
  headers: DeliveryHeaders,
  payload: Payload,
): string | readonly string[] | undefined {
  if ('header' in deduplication) {
    const values = headers.get(deduplication.header.toLowerCase()) ?? []
    return values.some((value) => value !== '') ? values : undefined
  }
  const found = lookUp(payload, parsePath(deduplication.path).steps, -1)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found !== '' ? found : undefined
}
