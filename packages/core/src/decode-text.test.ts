import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { type DecodedText, TextDecoding } from './decode-text.js'

describe('TextDecoding', () => {
  it('should remove one byte order mark at the beginning', () => {
    expect(decode('\ufeffä')).toEqual({ text: 'ä' })
    expect(decode('\ufeff\ufeffä\ufeff')).toEqual({ text: '\ufeffä\ufeff' })
    const long = 'x'.repeat(16 * 1024)
    expect(decode(`${long}\ufeff${long}`)).toEqual({ text: `${long}\ufeff${long}` })
  })

  it.each([
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
    ['UTF-16', [0xfe, 0xff, 0x00, 0x61]],
    ['zip', [0x50, 0x4b, 0x03, 0x04]],
    ['gzip', [0x1f, 0x8b, 0x08]],
    ['line 2', [0x61, 0x0a, 0xe4, 0x62, 0x0a]],
    ['line 3', [0x0a, 0x0a, 0xe2, 0x82]],
    ['line 1', [0x80, 0x80, 0x80, 0x80, 0x80, 0x0a]],
  ])('should mention %s in the fault, wherever the bytes are cut', (what, bytes) => {
    const sent = Uint8Array.from(bytes)
    for (const pieces of [[sent], Array.from(sent, (byte) => Uint8Array.of(byte))]) {
      expect(decodeAll(pieces)).toEqual({ fault: expect.stringContaining(what) })
    }
  })

  it('should name the line of a fault far into the file', () => {
    const lines = Buffer.from(`${'é'.repeat(99)}\n`.repeat(1_000))
    expect(decodeAll([lines, Uint8Array.of(0xc3, 0x0a)])).toEqual({ fault: expect.stringContaining('line 1001') })
  })

  it('should need no more bytes after a fault', () => {
    const decoding = new TextDecoding()
    expect(decoding.add(Uint8Array.of(0x61))).toBe(true)
    expect(decoding.add(Uint8Array.of(0xff, 0x61))).toBe(false)
  })

  it('should not keep a reference to the bytes', () => {
    const decoding = new TextDecoding()
    const piece = Uint8Array.of(0x61, 0xc3)
    decoding.add(piece)
    piece.fill(0)
    decoding.add(Uint8Array.of(0xa4))
    expect(decoding.end()).toEqual({ text: 'aä' })
  })

  it('should decode encoded text, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), fc.infiniteStream(fc.nat(7)), (text, sizes) => {
        const pieces: Uint8Array[] = []
        for (let rest = new TextEncoder().encode(text); rest.length > 0; ) {
          const { value: size } = sizes.next()
          pieces.push(rest.subarray(0, size))
          rest = rest.subarray(size)
        }
        expect(decodeAll(pieces)).toEqual({ text: text.replace(/^\ufeff/, '') })
      }),
      propertyRuns(500),
    )
  })

  it('should accept the same bytes as the decoder of the platform', () => {
    const bytes = fc.uint8Array({ maxLength: 12 }).filter(([first = 0]) => ![0xff, 0xfe, 0x1f, 0x50].includes(first))
    fc.assert(
      fc.property(bytes, fc.nat(12), (sent, cut) => {
        const pieces = [sent.subarray(0, cut), sent.subarray(cut)]
        expect('text' in decodeAll(pieces)).toBe(isUtf8(sent))
      }),
      propertyRuns(500),
    )
  })
})

// Helpers

function decode(text: string): DecodedText {
  return decodeAll([new TextEncoder().encode(text)])
}

function decodeAll(pieces: readonly Uint8Array[]): DecodedText {
  const decoding = new TextDecoding()
  for (const piece of pieces) if (!decoding.add(piece)) break
  return decoding.end()
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
