import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines.js'

describe('readLines', () => {
  it('should return the same lines, wherever the bytes are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '\u2028', '\r', '\u{1f600}', '"') })
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (whole, size) => {
        const lines = whole.split('\n')
        const expected = lines.at(-1) === '' ? lines.slice(0, -1) : lines
        expect(await linesOf(Buffer.from(whole), size)).toEqual(expected)
      }),
    )
  })

  it('should name the line that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('one\ntwo '), Buffer.from([0xc3]), Buffer.from('\nthree')])
    await expect(linesOf(bytes, 3)).rejects.toThrow('line 2 is not valid UTF-8')
    await expect(linesOf(Buffer.from([0xff]), 3)).rejects.toThrow('line 1 is not valid UTF-8')
  })
})

// Helpers

async function linesOf(bytes: Uint8Array, size: number): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readLines(pieces(bytes, size))) lines.push(line)
  return lines
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
