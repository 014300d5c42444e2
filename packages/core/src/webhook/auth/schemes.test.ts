import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveSecretKeys, NONCE_BYTES } from '../../secret/secret.js'
import { isRefusal, readHeaders } from '../delivery/delivery-headers.js'
import { authenticateDelivery } from './authenticate-delivery.js'
import { HEADER_SCHEMES, type HeaderScheme, SCHEMES, SIGNATURE_SCHEMES } from './schemes.js'
import { isProvenBy, readClaim, type SignedMessage, signDelivery, signingKey } from './signature.js'
import { toStoredSecret } from './to-stored-secret.js'
import { openAuth } from './webhook-auth.js'

const keys = deriveSecretKeys('server key')

describe.each(HEADER_SCHEMES)('the scheme %s', (scheme) => {
  it('should accept what it makes, and refuse it with another secret', () => {
    fc.assert(
      fc.property(message(), secret(), secret(), (sent, own, other) => {
        const headers = proofOf(scheme, sent, own)
        expect(judge(scheme, own, { ...sent, headers })).toBe('secret')
        expect(judge(scheme, other, { ...sent, headers })).toBe(other === own ? 'secret' : 'refused')
      }),
    )
  })

  it('should refuse a proof with another character in it', () => {
    fc.assert(
      fc.property(message(), secret(), fc.nat(), (sent, own, at) => {
        const headers = proofOf(scheme, sent, own)
        expect(judge(scheme, own, { ...sent, headers: headers.with(-1, changedAt(at, headers.at(-1) ?? '')) })).toBe(
          'refused',
        )
      }),
    )
  })
})

describe.each(SIGNATURE_SCHEMES)('the signatures of the scheme %s', (scheme) => {
  it('should prove their message, and none with another byte in its body, its id, its time or its signature', () => {
    fc.assert(
      fc.property(message(), secret(), fc.nat(), (sent, own, at) => {
        const { idHeader, timeHeader } = SCHEMES[scheme]
        expect(isProven(sent, proofOf(scheme, sent, own), own)).toBe(true)
        const others = [
          { ...sent, body: flipped(sent.body, at) },
          ...(idHeader === undefined ? [] : [{ ...sent, id: `${sent.id.slice(0, -1)}~` }]),
          ...(timeHeader === undefined ? [] : [{ ...sent, seconds: sent.seconds + 1 }]),
        ]
        for (const other of others) {
          const carried = [...proofOf(scheme, other, own).slice(0, -1), proofOf(scheme, sent, own).at(-1) ?? '']
          expect(isProven(other, carried, own)).toBe(false)
        }
        expect(isProven(sent, withFlippedSignature(proofOf(scheme, sent, own), at), own)).toBe(false)
      }),
    )
  })

  function isProven(sent: SignedMessage, headers: readonly string[], own: string): boolean {
    const claim = readClaim({ scheme, headerName: NAME }, readHeaders(headers), timeOf(sent))
    return !isRefusal(claim) && isProvenBy(claim, signingKey(scheme, own) ?? NOTHING, sent.body)
  }

  function withFlippedSignature(headers: string[], at: number): string[] {
    const { read, write, encoding } = SCHEMES[scheme]
    const [digits = ''] = read(headers.at(-1) ?? '')
    return headers.with(-1, write(flipped(Buffer.from(digits, encoding), at).toString(encoding)))
  }
})

// Helpers

const NAME = 'X-Proof'
const NOTHING = Buffer.from('')

/**
 * The headers of an authentic delivery as a list: a name, its value, the next name, and so on. The last value is the
 * signature or the secret.
 */
function proofOf(scheme: HeaderScheme, sent: SignedMessage, own: string): string[] {
  if (scheme === 'static') return [NAME, own]
  return signDelivery({ scheme, headerName: NAME }, sent, signingKey(scheme, own) ?? NOTHING).flat()
}

function judge(
  scheme: HeaderScheme,
  own: string,
  { headers, body, ...sent }: SignedMessage & { headers: readonly string[] },
) {
  const tools = { keys, newNonce: () => new Uint8Array(NONCE_BYTES) }
  const kept = toStoredSecret('authSecret', own, { scheme, tools })
  const auth = openAuth({ mode: 'header', scheme, headerName: NAME, secret: kept, previous: null }, keys)
  const now = timeOf({ body, ...sent })
  const judged = authenticateDelivery(auth, { headers: readHeaders(headers), body, now, apiKey: undefined })
  return isRefusal(judged) ? 'refused' : judged.by
}

function timeOf({ seconds }: SignedMessage): string {
  return new Date(seconds * 1_000).toISOString()
}

/**
 * Changes one character, but none of the last three. The last characters of base64 may contain unused bits, so that
 * changing them would have no effect.
 */
function changedAt(at: number, text: string): string {
  const place = at % Math.max(1, text.length - 3)
  return `${text.slice(0, place)}${text[place] === '!' ? '?' : '!'}${text.slice(place + 1)}`
}

/** Changes one bit. An empty input becomes a single byte. */
function flipped(bytes: Uint8Array, at: number): Buffer {
  if (bytes.length === 0) return Buffer.from([0])
  const place = at % bytes.length
  return Buffer.from(bytes.with(place, (bytes[place] ?? 0) ^ (1 << (at % 8))))
}

/** A secret that every scheme accepts. */
function secret(): fc.Arbitrary<string> {
  return fc.uint8Array({ minLength: 3, maxLength: 32 }).map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
}

function message(): fc.Arbitrary<SignedMessage> {
  return fc.record({
    body: fc.uint8Array({ maxLength: 64 }),
    seconds: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
    id: fc.stringMatching(/^[\x21-\x7d]{1,40}$/),
  })
}
