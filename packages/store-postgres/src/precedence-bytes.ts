import { precedence } from '@opsgraph/core'

/** An expression for what ranks a relation: two bytes of its rank and eight of its time. */
export const PRECEDENCE_BYTES = 'int2send(source_rank) || timestamptz_send(update_time)'

/** @param ranks {@link PRECEDENCE_BYTES} of one relation after the other, in hexadecimal digits */
export function readPrecedences(ranks: string): readonly number[] {
  const bytes = Buffer.from(ranks, 'hex')
  return Array.from({ length: bytes.length / BYTES }, (_, index) => {
    const at = index * BYTES
    const microseconds = bytes.readInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6)
    return precedence(bytes.readInt16BE(at), microseconds / 1000 + YEAR_2000)
  })
}

const BYTES = 10
/** From where PostgreSQL counts time. */
const YEAR_2000 = Date.UTC(2000)
