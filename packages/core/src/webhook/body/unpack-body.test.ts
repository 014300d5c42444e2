import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readHeaders } from '../delivery/delivery-headers.js'
import { unpackBody } from './unpack-body.js'

const TEXT = Buffer.from('{"host":"web-1"}')

describe('unpackBody', () => {
  it.each<[string[], Buffer]>([
    [[], TEXT],
    [['identity'], TEXT],
    [[''], TEXT],
    [['gzip'], gzipSync(TEXT)],
    [[' GZIP '], gzipSync(TEXT)],
    [['x-gzip'], gzipSync(TEXT)],
    [['identity, gzip'], gzipSync(TEXT)],
    [['deflate'], deflateSync(TEXT)],
    [['deflate'], deflateRawSync(TEXT)],
    [['br'], brotliCompressSync(TEXT)],
  ])('should unpack %j', (encodings, body) => {
    expect(unpacked(encodings, body)).toEqual({ body: TEXT })
  })

  it.each([
    [['zstd'], 'Content-Encoding zstd is not supported: send gzip, deflate or br, or no encoding'],
    [['gzip, br'], 'Content-Encoding gzip, br is not supported'],
    [['gzip', 'gzip'], 'Content-Encoding gzip,gzip is not supported'],
    [['toString'], 'Content-Encoding toString is not supported'],
  ])('should not support %j', (encodings, message) => {
    const read = unpacked(encodings, gzipSync(gzipSync(TEXT)))
    expect(read).toMatchObject({ case: 'unsupported', message: expect.stringContaining(message) })
  })

  it.each([
    ['gzip', gzipSync(TEXT).subarray(0, -1)],
    ['gzip', TEXT],
    ['deflate', deflateSync(TEXT).subarray(0, 8)],
    ['br', brotliCompressSync(TEXT).subarray(0, -1)],
    ['br', TEXT],
  ])('should refuse a broken body in %s', (encoding, body) => {
    const message = `Invalid ${encoding}: the body is cut off, or its Content-Encoding is wrong`
    expect(unpacked([encoding], body)).toEqual({ case: 'invalidBody', message })
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('should accept a body of exactly the limit in %s, and refuse one byte more', (encoding, pack) => {
    expect(unpacked([encoding], pack(Buffer.alloc(1_000)))).toHaveProperty('body')
    const message = 'The unpacked body has more than 1000 bytes, the limit'
    expect(unpacked([encoding], pack(Buffer.alloc(1_001)))).toEqual({ case: 'oversized', message })
  })

  it('should stop at the limit: bombs take neither memory nor time', () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024)
    const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
    const bombs = { gzip: gzipSync(zeros), br: brotliCompressSync(zeros, fast) }
    const before = process.memoryUsage().rss
    const begun = process.cpuUsage()
    for (let run = 0; run < 20; run++) {
      for (const [encoding, bomb] of Object.entries(bombs)) {
        expect(unpacked([encoding], bomb)).toMatchObject({ case: 'oversized' })
      }
    }
    const { user, system } = process.cpuUsage(begun)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })

  it('should leave an empty body as it is', () => {
    expect(unpacked(['gzip'], Buffer.alloc(0))).toEqual({ body: Buffer.alloc(0) })
  })
})

// Helpers

function unpacked(encodings: readonly string[], body: Uint8Array) {
  return unpackBody(readHeaders(encodings.flatMap((value) => ['Content-Encoding', value])), body, 1_000)
}
