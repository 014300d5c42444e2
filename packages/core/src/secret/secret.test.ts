import { describe, expect, it } from 'vitest'
import {
  deriveSecretKeys,
  digestSecret,
  isStaleSecret,
  matchesDigestedSecret,
  NONCE_BYTES,
  openSecret,
  type SecretKeys,
  sealSecret,
} from './secret.js'

const keys = keysOf('server key')
const others = keysOf('another key')
const nonce = new Uint8Array(NONCE_BYTES).fill(7)

describe('a sealed secret', () => {
  it.each(['s3cret', '', 'ü\u{1f512}', 'x'.repeat(1_000)])('should open to the same secret: %.10j', (secret) => {
    expect(openSecret(sealSecret(secret, keys, nonce), keys)).toBe(secret)
  })

  it('should be stale under another SECRET_KEY, and under none', () => {
    const sealed = sealSecret('s3cret', keys, nonce)
    expect([keys, others, undefined].map((each) => isStaleSecret(sealed, each))).toEqual([false, true, true])
    expect([others, undefined].map((each) => openSecret(sealed, each))).toEqual([undefined, undefined])
  })

  it.each(['nonce', 'ciphertext', 'tag'] as const)(
    'should be stale, not another secret, once its %s is damaged',
    (part) => {
      const sealed = sealSecret('s3cret', keys, nonce)
      const flipped = Buffer.from(sealed[part], 'base64')
      flipped[0] = (flipped[0] ?? 0) ^ 1
      expect(openSecret({ ...sealed, [part]: flipped.toString('base64') }, keys)).toBeUndefined()
      expect(openSecret({ ...sealed, [part]: '' }, keys)).toBeUndefined()
    },
  )

  it('should be stale if its fingerprint differs, even if the key would open it', () => {
    const sealed = { ...sealSecret('s3cret', keys, nonce), fingerprint: others.fingerprint }
    expect([openSecret(sealed, keys), isStaleSecret(sealed, keys)]).toEqual([undefined, true])
  })

  it('should not open with a shortened tag', () => {
    const sealed = sealSecret('s3cret', keys, nonce)
    const tag = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64')
    expect(openSecret({ ...sealed, tag }, keys)).toBeUndefined()
  })

  it('should look different with every nonce, and hold the secret nowhere', () => {
    const [first, second] = [sealSecret('s3cret', keys, nonce), sealSecret('s3cret', keys, new Uint8Array(12))]
    expect(first.ciphertext).not.toBe(second.ciphertext)
    const shown = JSON.stringify(first)
    expect([shown.includes('s3cret'), shown.includes(Buffer.from('s3cret').toString('base64'))]).toEqual([false, false])
  })
})

describe('a digested secret', () => {
  it('should match the secret, and no other', () => {
    const digest = digestSecret('s3cret', keys)
    expect(
      ['s3cret', 's3cres', 'S3CRET', '', 's3cret '].map((each) => matchesDigestedSecret(each, digest, keys)),
    ).toEqual([true, false, false, false, false])
  })

  it('should depend on SECRET_KEY, and be stale under another', () => {
    const digest = digestSecret('s3cret', keys)
    expect(digest.digest).not.toBe(digestSecret('s3cret', others).digest)
    expect([keys, others, undefined].map((each) => isStaleSecret(digest, each))).toEqual([false, true, true])
    expect(matchesDigestedSecret('s3cret', { ...digest, digest: '' }, keys)).toBe(false)
  })
})

describe('deriveSecretKeys', () => {
  it('should give the same keys for the same SECRET_KEY, each different, and none for an empty one', () => {
    expect(deriveSecretKeys('server key')).toEqual(keys)
    expect(Buffer.from(keys.sealing).equals(Buffer.from(keys.digesting))).toBe(false)
    expect(keys.fingerprint).not.toBe(others.fingerprint)
    expect(deriveSecretKeys('')).toBeUndefined()
  })

  it('should not change between releases, because stored secrets would become stale', () => {
    expect(keys.fingerprint).toBe('cb0c956d40d4d0cd')
  })
})

// Helpers

function keysOf(secretKey: string): SecretKeys {
  const derived = deriveSecretKeys(secretKey)
  if (derived === undefined) throw new Error('no key')
  return derived
}
