import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { isHeaderName } from './auth/merge-auth.js'
import { parsePath, readsSameIndex } from './mapping/payload-path.js'
import type { Deduplication } from './webhook-config.js'

/**
 * Reads `deduplication` from a body. `null` turns deduplication off. If the body does not contain the field, the stored
 * value is returned.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readDeduplication(body: BodyReader, known: Deduplication | null): Deduplication | null {
  const sent = body.sent('deduplication')
  if (sent === undefined) return known
  if (sent === null) return null
  const reader = new BodyReader(sent, 'deduplication')
  reader.refuseOthers(['header', 'path', 'ttlSeconds'])
  const ttlSeconds = reader.number('ttlSeconds')
  if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds === undefined || !isWithin(ttlSeconds)) {
    throw reader.fault('ttlSeconds', `must be a whole number from 1 to ${LIMITS.webhookDeduplication}`)
  }
  const header = reader.reference('header')?.trim() || undefined
  const path = reader.string('path')?.trim() || undefined
  if ((header === undefined) === (path === undefined)) {
    throw body.fault('deduplication', 'needs either header or path')
  }
  if (header !== undefined && !isHeaderName(header)) throw reader.fault('header', 'is no name of a header')
  return header === undefined ? { path: readIdPath(path ?? '', reader), ttlSeconds } : { header, ttlSeconds }
}

function isWithin(seconds: number): boolean {
  return seconds >= 1 && seconds <= LIMITS.webhookDeduplication
}

function readIdPath(text: string, reader: BodyReader): string {
  const path = parsePath(text)
  if (path.fault !== undefined) throw reader.fault('path', `is not a payload path: ${path.fault}`)
  if (path.each !== undefined || readsSameIndex(path)) throw reader.fault('path', 'must lead to one value')
  return path.text
}
