import { describe, expect, it } from 'vitest'
import { isRefusal, readHeaders } from '../delivery/delivery-headers.js'
import type { SignatureScheme } from './schemes.js'
import { isProvenBy, readClaim, signingKey } from './signature.js'

describe('documented examples', () => {
  it('should verify GitHub’s', () => {
    const hex = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    const secret = "It's a Secret to Everybody"
    const body = Buffer.from('Hello, World!')
    expect(isProven('hub', { secret, body, headers: ['X-Hub-Signature-256', `sha256=${hex}`] })).toBe(true)
    expect(isProven('generic', { secret, body, headers: ['X-Signature', hex] })).toBe(true)
  })

  it('should verify Slack’s', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
      '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
      '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d' +
      '10d2c447fce8b6703c'
    const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'
    const headers = ['X-Chat-Request-Timestamp', '1531420618', 'X-Chat-Signature', signature]
    const secret = '8f742231b10e8888abcd99yyyzzz85a5'
    expect(isProven('chat', { secret, body: Buffer.from(body), headers, now: at(1531420618) })).toBe(true)
  })

  it('should verify Standard Webhooks’', () => {
    const headers = [
      'webhook-id',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp',
      '1614265330',
      'webhook-signature',
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ]
    const body = Buffer.from('{"test": 2432232314}')
    expect(
      isProven('standard', { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', body, headers, now: at(1614265330) }),
    ).toBe(true)
  })

  it('should verify the second one of RFC 4231, with SHA-512', () => {
    const hex =
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737'
    const headers = ['X-Signature', hex]
    expect(isProven('sha512', { secret: 'Jefe', body: Buffer.from('what do ya want for nothing?'), headers })).toBe(
      true,
    )
  })
})

// Helpers

interface Sent {
  readonly headers: readonly string[]
  readonly secret: string
  readonly body: Uint8Array
  readonly now?: string
}

function isProven(scheme: SignatureScheme, { headers, secret, body, now = at(0) }: Sent): boolean {
  const claim = readClaim({ scheme, headerName: 'X-Signature' }, readHeaders(headers), now)
  return !isRefusal(claim) && isProvenBy(claim, signingKey(scheme, secret) ?? Buffer.from(''), body)
}

function at(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
