import { setImmediate } from 'node:timers/promises'
import { serialize } from 'pg-protocol'
import { CommandCompleteMessage, DatabaseError, DataRowMessage, RowDescriptionMessage } from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'
import type { SqlValue } from '../sql/database.js'

/** One answer of the PostgreSQL frontend/backend protocol, in text format. */
export interface WireAnswer {
  /** The type id of each column. */
  readonly types: readonly number[]
  /** The columns of each row, as text. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** The command tag, such as `UPDATE 7`. */
  readonly tag: string
}

/** Encodes one statement with its values (extended query protocol). */
export function encodeStatement(text: string, values: readonly SqlValue[]): Uint8Array {
  return Buffer.concat([
    serialize.parse({ text }),
    serialize.bind({ values: values.map((value) => (value === null ? null : String(value))) }),
    serialize.describe({ type: 'P' }),
    serialize.execute(),
    serialize.sync(),
  ])
}

/** Encodes a text of several statements without values (simple query protocol). */
export function encodeScript(text: string): Uint8Array {
  return serialize.query(text)
}

/** The number of bytes of an answer that are decoded at once. */
const PIECE_BYTES = 256 * 1024

/**
 * Decodes the answer to a statement or a script. Lets the process do other work after each piece of a large answer.
 *
 * @throws DatabaseError with the SQLSTATE as `code`, if the database has refused the statement or the script
 */
export async function decodeAnswer(bytes: Uint8Array): Promise<WireAnswer> {
  const rows: (readonly (string | null)[])[] = []
  let types: readonly number[] = []
  let tag = ''
  const refusals: DatabaseError[] = []
  const parser = new Parser()
  const read: Parameters<Parser['parse']>[1] = (message) => {
    if (message instanceof RowDescriptionMessage) types = message.fields.map((field) => field.dataTypeID)
    else if (message instanceof DataRowMessage) rows.push(message.fields)
    else if (message instanceof CommandCompleteMessage) tag = message.text
    else if (message instanceof DatabaseError && message.name === 'error') refusals.push(message)
  }
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    if (start > 0) await setImmediate()
    const piece = bytes.subarray(start, start + PIECE_BYTES)
    parser.parse(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength), read)
  }
  if (refusals[0] !== undefined) throw refusals[0]
  return { types, rows, tag }
}
