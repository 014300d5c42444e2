import { unpack } from '#platform'
import type { DeliveryHeaders } from '../delivery/delivery-headers.js'

/** Why a body cannot be unpacked. */
interface PackingFault {
  readonly case: 'unsupported' | 'oversized' | 'invalidBody'
  readonly message: string
}

/**
 * Unpacks a body according to its `Content-Encoding` (rules.md#payload-formats). Unpacks at most `limit` bytes, so that
 * a small compressed body cannot fill the memory.
 */
export function unpackBody(
  headers: DeliveryHeaders,
  body: Uint8Array,
  limit: number,
): { readonly body: Uint8Array } | PackingFault {
  const sent = (headers.get('content-encoding') ?? []).join(',')
  const encodings = sent.split(',').map((encoding) => encoding.trim().toLowerCase())
  const [encoding, ...others] = encodings.filter((name) => name !== '' && name !== 'identity')
  if (encoding === undefined || body.length === 0) return { body }
  const packing = others.length > 0 ? undefined : COMPRESSION_BY_ENCODING.get(encoding)
  const unpacked = packing === undefined ? 'unsupported' : unpack(body, packing, limit)
  if (unpacked === 'unsupported') {
    const message = `Content-Encoding ${sent.slice(0, MAX_SHOWN_CHARACTERS)} is not supported: send gzip, deflate or br, or no encoding`
    return { case: 'unsupported', message }
  }
  if (unpacked === 'oversized') {
    return { case: 'oversized', message: `The unpacked body has more than ${limit} bytes, the limit` }
  }
  if (unpacked !== 'broken') return { body: unpacked }
  return { case: 'invalidBody', message: `Invalid ${packing}: the body is cut off, or its Content-Encoding is wrong` }
}

const COMPRESSION_BY_ENCODING: ReadonlyMap<string, Parameters<typeof unpack>[1]> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
])

/** A message shows at most this many characters of a header. */
const MAX_SHOWN_CHARACTERS = 100
