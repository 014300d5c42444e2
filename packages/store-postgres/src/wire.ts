import type { SqlValue } from './database.js'

/** One answer of PostgreSQL's frontend/backend protocol, version 3, in text format. */
export interface WireAnswer {
  /** The number of the type of each column. */
  readonly types: readonly number[]
  /** The columns of each row, as text. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** Such as `UPDATE 7`. */
  readonly tag: string
  /** What the database refuses, by the letters of the protocol: `C` the SQLSTATE, `M` the message. */
  readonly error: ReadonlyMap<string, string> | undefined
}

/** One statement with its values, run at once. */
export function encodeStatement(text: string, values: readonly SqlValue[]): Uint8Array {
  return Buffer.concat([
    message('P', [string(''), string(text), int16(0)]),
    message('B', [string(''), string(''), int16(0), int16(values.length), ...values.map(field), int16(0)]),
    message('D', [Buffer.from('P'), string('')]),
    message('E', [string(''), int32(0)]),
    message('S', []),
  ])
}

/** A text of several statements without values. */
export function encodeScript(text: string): Uint8Array {
  return message('Q', [string(text)])
}

export function decodeAnswer(bytes: Uint8Array): WireAnswer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows: (readonly (string | null)[])[] = []
  let types: readonly number[] = []
  let tag = ''
  let error: ReadonlyMap<string, string> | undefined
  for (let at = 0; at < buffer.length; at += 1 + buffer.readInt32BE(at + 1)) {
    const body = at + 5
    switch (buffer.toString('latin1', at, at + 1)) {
      case 'T':
        types = readTypes(buffer, body)
        break
      case 'D':
        rows.push(readRow(buffer, body))
        break
      case 'C':
        tag = readString(buffer, body)
        break
      case 'E':
        error ??= readError(buffer, body)
        break
    }
  }
  return { types, rows, tag, error }
}

function readTypes(buffer: Buffer, start: number): readonly number[] {
  let at = start + 2
  return Array.from({ length: buffer.readInt16BE(start) }, () => {
    const afterName = buffer.indexOf(0, at) + 1
    at = afterName + 18
    return buffer.readInt32BE(afterName + 6)
  })
}

function readRow(buffer: Buffer, start: number): readonly (string | null)[] {
  let at = start + 2
  return Array.from({ length: buffer.readInt16BE(start) }, () => {
    const length = buffer.readInt32BE(at)
    at += 4
    if (length < 0) return null
    at += length
    return buffer.toString('utf8', at - length, at)
  })
}

function readError(buffer: Buffer, start: number): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (let at = start; buffer[at] !== 0; at = buffer.indexOf(0, at) + 1) {
    fields.set(String.fromCharCode(buffer[at] ?? 0), readString(buffer, at + 1))
  }
  return fields
}

function readString(buffer: Buffer, start: number): string {
  return buffer.toString('utf8', start, buffer.indexOf(0, start))
}

function message(type: string, parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  return Buffer.concat([Buffer.from(type), int32(length), ...parts])
}

function field(value: SqlValue): Buffer {
  if (value === null) return int32(-1)
  const text = Buffer.from(String(value))
  return Buffer.concat([int32(text.length), text])
}

/** Ends with a zero, which therefore must not be within. */
function string(text: string): Buffer {
  return Buffer.from(`${text}\u0000`)
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
