import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isRefusal, readHeaders } from '../delivery/delivery-headers.js'
import { SIGNATURE_SCHEMES, type SignatureScheme } from './schemes.js'
import { isProvenBy, readClaim, signDelivery, signingKey } from './signature.js'

const NOW = '2026-11-20T12:00:00.000Z'
const SECONDS = Date.parse(NOW) / 1000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = Buffer.from('{"a":"ü"}')

describe.each(SIGNATURE_SCHEMES)('the scheme %s', (scheme) => {
  it('should verify its own signatures', () => {
    expect(judge(scheme, { headers: signed(scheme) })).toBe('proven')
  })

  it('should refuse another body, another secret, and a single other digit', () => {
    expect(judge(scheme, { headers: signed(scheme), body: Buffer.from('{"a":"u"}') })).toBe('unproven')
    expect(judge(scheme, { headers: signed(scheme), secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })).toBe(
      'unproven',
    )
    const changed = withSignature(scheme, swapDigit)
    expect(judge(scheme, { headers: changed })).toBe('unproven')
  })

  it('should need its header exactly once', () => {
    const headers = signed(scheme)
    expect(judge(scheme, { headers: headers.slice(0, -2) })).toBe('missing header')
    expect(judge(scheme, { headers: [...headers, ...headers.slice(-2)] })).toBe('invalid header')
  })

  it.each<[string, (text: string) => string]>([
    ['shorter', (text) => text.slice(0, -1)],
    ['longer', (text) => `${text}0`],
    ['empty', () => ''],
    ['with other characters', (text) => `${text.slice(0, -2)}ü!`],
    ['with spaces inside', (text) => `${text.slice(0, -9)} ${text.slice(-8)}`],
    ['under another prefix', (text) => `V9=${text.replace(/^.*?[=,]/, '')}`],
    [
      'under its prefix in another case',
      (text) => text.replace(/^(?:sha\d+=|v\d|)/, (prefix) => prefix.toUpperCase() || 'SHA256='),
    ],
  ])('should refuse a signature that is %s', (_, change) => {
    expect(judge(scheme, { headers: withSignature(scheme, change) })).toBe('invalid signature')
  })

  it('should refuse a signature without repeating any part of it', () => {
    const refused = withSignature(scheme, () => 'sha256=secretsecret')
    expect(JSON.stringify(readClaim({ scheme, headerName: 'X-Signature' }, readHeaders(refused), NOW))).not.toContain(
      'secret',
    )
  })
})

describe.each(['generic', 'sha512', 'list', 'hub', 'chat'] as const)('hex in the scheme %s', (scheme) => {
  it('should be read in either case', () => {
    const upper = withSignature(scheme, (text) => text.replace(/[0-9a-f]{64,}/, (hex) => hex.toUpperCase()))
    expect(judge(scheme, { headers: upper })).toBe('proven')
  })
})

describe('the scheme sha512', () => {
  it('should sign with HMAC-SHA512, and accept it with or without sha512=, but no HMAC-SHA256', () => {
    const [hex, shorter] = ['sha512', 'sha256'].map((hash) => createHmac(hash, SECRET).update(BODY).digest('hex'))
    expect(signed('sha512')).toEqual(['X-Signature', `sha512=${hex}`])
    const judged = [hex, `sha512=${hex}`, `sha256=${hex}`, shorter, `sha512=${shorter}`].map((value) =>
      judge('sha512', { headers: ['X-Signature', value ?? ''] }),
    )
    expect(judged).toEqual(['proven', 'proven', 'invalid signature', 'invalid signature', 'invalid signature'])
  })
})

describe('the scheme base64', () => {
  it('should sign with HMAC-SHA256 in base64, and accept it with or without sha256=, but no hex', () => {
    const hmac = createHmac('sha256', SECRET).update(BODY).digest()
    expect(signed('base64')).toEqual(['X-Signature', hmac.toString('base64')])
    const values = [hmac.toString('base64'), `sha256=${hmac.toString('base64')}`, hmac.toString('hex')]
    const judged = values.map((value) => judge('base64', { headers: ['X-Signature', value] }))
    expect(judged).toEqual(['proven', 'proven', 'invalid signature'])
  })
})

describe('the scheme list', () => {
  const right = createHmac('sha256', SECRET).update(BODY).digest('hex')
  const wrong = '0'.repeat(64)

  it.each([
    `v1=${right}`,
    `v1=${wrong},v1=${right}`,
    `v1=${right},v1=${wrong}`,
    `v1=${wrong}, v1=${right} ,v1=${wrong}`,
    `v0=abc,v1=${right},v2=${wrong},`,
  ])('should accept any of several signatures, and ignore those of other versions: %.30s', (value) => {
    expect(judge('list', { headers: ['X-Signature', value] })).toBe('proven')
  })

  it.each([
    [`v1=${wrong},v1=${wrong}`, 'unproven'],
    [`v2=${right}`, 'invalid signature'],
    [right, 'invalid signature'],
    [`v1=${right} v1=${right}`, 'invalid signature'],
    [',', 'invalid signature'],
  ])('should refuse a list without a right signature: %.30s', (value, result) => {
    expect(judge('list', { headers: ['X-Signature', value] })).toBe(result)
  })
})

describe('the prefix sha256=', () => {
  it('should be required by hub, and optional for generic', () => {
    const bare = (scheme: SignatureScheme) => withSignature(scheme, (text) => text.replace('sha256=', ''))
    expect([judge('generic', { headers: bare('generic') }), judge('hub', { headers: bare('hub') })]).toEqual([
      'proven',
      'invalid signature',
    ])
  })
})

describe.each(['chat', 'standard'] as const)('the time in the scheme %s', (scheme) => {
  it.each([-300, -299, 0, 300])('should be accepted %d seconds off', (off) => {
    expect(judge(scheme, { headers: signed(scheme, SECONDS + off) })).toBe('proven')
  })

  it.each([-301, 301, 1e9, SECONDS * 1000 - SECONDS])('should be refused %d seconds off', (off) => {
    expect(judge(scheme, { headers: signed(scheme, SECONDS + off) })).toBe('invalid timestamp')
  })

  it.each(['', '-5', '1e9', 'now', '0x10', `${SECONDS}.0`, ` ${SECONDS}`, '9'.repeat(400)])(
    'should be refused as %.20j',
    (text) => {
      const headers = signed(scheme).map((value) => (value === String(SECONDS) ? text : value))
      expect(judge(scheme, { headers })).toBe('invalid timestamp')
    },
  )

  it('should be refused with the difference in seconds', () => {
    const claim = readClaim({ scheme, headerName: '' }, readHeaders(signed(scheme, SECONDS - 400)), NOW)
    expect(isRefusal(claim) && claim.reason).toContain('is 400 seconds behind the clock of this server')
  })

  it('should occur once', () => {
    const headers = signed(scheme)
    const time = headers.indexOf(String(SECONDS))
    expect(judge(scheme, { headers: headers.toSpliced(time - 1, 2) })).toBe('missing header')
    expect(judge(scheme, { headers: [...headers, headers[time - 1] ?? '', headers[time] ?? ''] })).toBe(
      'invalid header',
    )
  })
})

describe('the scheme standard', () => {
  it('should accept any of several signatures, and ignore those of other versions', () => {
    const wrong = `${'A'.repeat(43)}=`
    const several = withSignature('standard', (text) => `v1a,xyz v1,${wrong} ${text} v1,${wrong} garbage`)
    expect(judge('standard', { headers: several })).toBe('proven')
    expect(judge('standard', { headers: withSignature('standard', (text) => text.replace('v1,', 'v2,')) })).toBe(
      'invalid signature',
    )
  })

  it('should sign the id as well', () => {
    const headers = signed('standard')
    expect(judge('standard', { headers: headers.with(1, 'msg_2') })).toBe('unproven')
    expect(judge('standard', { headers: headers.with(1, 'ü') })).toBe('invalid header')
    expect(judge('standard', { headers: headers.slice(2) })).toBe('missing header')
  })

  it('should use the bytes of the base64 as key, with or without whsec_', () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    expect([signingKey('standard', SECRET), signingKey('standard', SECRET.slice(6))]).toEqual([key, key])
    expect(['whsec_', '', 'whsec_?', 'a', 'ü'].map((secret) => signingKey('standard', secret))).toEqual(
      Array(5).fill(undefined),
    )
  })
})

describe('signDelivery', () => {
  it('should sign the bytes themselves, not a text decoded from them', () => {
    const body = Buffer.from([0xff, 0x00, 0xfe])
    const [[, value] = ['', '']] = signDelivery(
      { scheme: 'generic', headerName: 'X' },
      { body, seconds: 0, id: '' },
      Buffer.from('k'),
    )
    expect(value).toBe(`sha256=${createHmac('sha256', 'k').update(body).digest('hex')}`)
  })
})

// Helpers

interface Sent {
  readonly headers: readonly string[]
  readonly secret?: string
  readonly body?: Uint8Array
  readonly now?: string
}

/** Returns `proven` or `unproven`, or the message of the refusal if the signatures cannot be read. */
function judge(scheme: SignatureScheme, { headers, secret = SECRET, body = BODY, now = NOW }: Sent): string {
  const claim = readClaim({ scheme, headerName: 'X-Signature' }, readHeaders(headers), now)
  if (isRefusal(claim)) return claim.message
  return isProvenBy(claim, signingKey(scheme, secret) ?? Buffer.from(''), body) ? 'proven' : 'unproven'
}

/** The headers of a signed delivery. The signature is the last value. */
function signed(scheme: SignatureScheme, seconds = SECONDS): string[] {
  const key = signingKey(scheme, SECRET) ?? Buffer.from('')
  return signDelivery({ scheme, headerName: 'X-Signature' }, { body: BODY, seconds, id: 'msg_1' }, key).flat()
}

function withSignature(scheme: SignatureScheme, change: (text: string) => string): string[] {
  const headers = signed(scheme)
  return headers.with(-1, change(headers.at(-1) ?? ''))
}

/** Changes one digit, but not one of the last digits, because the last digit of base64 may contain unused bits. */
function swapDigit(text: string): string {
  const place = text.length - 9
  return `${text.slice(0, place)}${text[place] === '1' ? '2' : '1'}${text.slice(place + 1)}`
}
