import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as browser from './platform-browser.js'
import * as node from './platform-node.js'

/** This list compiles only if both platforms export the same functions. */
const PLATFORMS: readonly (typeof node & typeof browser)[] = [node, browser]
const ENCODINGS = ['hex', 'base64'] as const
const KEY = new Uint8Array(32).fill(3)
const NONCE = new Uint8Array(12).fill(5)

describe('the functions of the platform', () => {
  it('should compute the same in browsers as in Node', () => {
    fc.assert(
      fc.property(bytes(), bytes(), fc.string({ unit: 'binary' }), (left, right, text) => {
        const [inNode, inBrowser] = PLATFORMS.map((platform) => [
          platform.isSameBytes(left, right),
          platform.isSameBytes(left, left.slice()),
          hex(platform.toBytes(text, 'utf8')),
          platform.utf8Length(text),
          (['hex', 'base64', 'base64url'] as const).map((encoding) => platform.toText(left, encoding)),
        ])
        expect(inBrowser).toEqual(inNode)
      }),
    )
  })

  it.each(PLATFORMS)('should decode what it encodes', (platform) => {
    fc.assert(
      fc.property(bytes(), (content) => {
        for (const encoding of ENCODINGS) {
          expect(hex(platform.toBytes(platform.toText(content, encoding), encoding))).toEqual(hex(content))
        }
      }),
    )
  })

  it('should encrypt and decrypt in Node, and refuse to decrypt changed data', () => {
    fc.assert(
      fc.property(bytes(), (content) => {
        expect(hex(node.openAes256Gcm(KEY, NONCE, node.sealAes256Gcm(KEY, NONCE, content)))).toEqual(hex(content))
      }),
    )
    const { ciphertext, tag } = node.sealAes256Gcm(KEY, NONCE, Uint8Array.of(1, 2, 3))
    const changed = [
      { ciphertext: Uint8Array.of(...ciphertext.subarray(0, 2), 7), tag },
      { ciphertext, tag: Uint8Array.of(...tag.subarray(0, 15), (tag[15] ?? 0) ^ 1) },
      { ciphertext, tag: tag.subarray(0, 4) },
    ]
    for (const sealed of changed) expect(() => node.openAes256Gcm(KEY, NONCE, sealed)).toThrow()
    expect(() => node.openAes256Gcm(KEY.with(0, 1), NONCE, { ciphertext, tag })).toThrow()
  })

  it('should refuse cryptography in browsers', () => {
    const some = Uint8Array.of(1)
    const sealed = { ciphertext: some, tag: some }
    for (const compute of [
      () => browser.hmacSha256(some, some),
      () => browser.hmacSha512(some, some),
      () => browser.sha256(some),
      () => browser.hkdfSha256(some, some, 32),
      () => browser.sealAes256Gcm(KEY, NONCE, some),
      () => browser.openAes256Gcm(KEY, NONCE, sealed),
    ]) {
      expect(compute).toThrow('need Node')
    }
  })

  it.each(PLATFORMS)('should compare bytes', ({ isSameBytes }) => {
    const compared = [[], [1], [2], [1, 2]].map((other) => isSameBytes(Uint8Array.of(1), Uint8Array.from(other)))
    expect(compared).toEqual([false, true, false, false])
  })

  it.each(PLATFORMS)('should make random bytes, and yield', async ({ randomBytes, pause }) => {
    expect(randomBytes(32)).toHaveLength(32)
    expect(hex(randomBytes(32))).not.toEqual(hex(randomBytes(32)))
    let hasRun = false
    queueMicrotask(() => {
      hasRun = true
    })
    await pause()
    expect(hasRun).toBe(true)
  })
})

describe('pauses in Node', () => {
  it('should let one computation continue in each turn of the event loop, in their order', async () => {
    let [turn, isOn] = [0, true]
    const count = () => {
      turn++
      if (isOn) setImmediate(count)
    }
    setImmediate(count)
    const continued: { readonly name: number; readonly turn: number }[] = []
    const compute = async (name: number) => {
      for (let step = 0; step < 3; step++) {
        await node.pause()
        continued.push({ name, turn })
      }
    }
    await Promise.all([0, 1, 2, 3].map(compute))
    isOn = false
    expect(continued.map(({ name }) => name)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])
    expect(new Set(continued.map((each) => each.turn)).size).toBe(12)
  })
})

// Helpers

function bytes(): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ maxLength: 200 })
}

function hex(content: Uint8Array): string {
  return Buffer.from(content).toString('hex')
}
