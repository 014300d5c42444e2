import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram, type Stage } from '../../test/run-program.js'
import { temporaryFile } from '../../test/temporary-files.js'

const SECRET = 'It’s a secret to everybody'
const BODY = Buffer.from([0x7b, 0x7d, 0x20, 0xff, 0x0d, 0x0a])
const NOW = new Date('2026-11-20T12:00:00.999Z')
const SECONDS = 1_795_176_000

describe('opsgraph webhook sign', () => {
  it.each([
    ['generic', ['--header-name', 'X-Sig'], () => [`X-Sig: sha256=${hex(SECRET, BODY)}`]],
    ['hub', [], () => [`X-Hub-Signature-256: sha256=${hex(SECRET, BODY)}`]],
    [
      'chat',
      [],
      () => [
        `X-Chat-Request-Timestamp: ${SECONDS}`,
        `X-Chat-Signature: v0=${hex(SECRET, Buffer.concat([Buffer.from(`v0:${SECONDS}:`), BODY]))}`,
      ],
    ],
  ])('should sign the bytes of a file in the scheme %s, now', async (scheme, flags, lines) => {
    expect((await sign(scheme, [...flags, body()])).printed).toEqual(lines())
  })

  it('should sign id and time in the scheme standard', async () => {
    const flags = ['--id', 'msg_1', '--timestamp', '1614265330', body()]
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const signed = Buffer.concat([Buffer.from('msg_1.1614265330.'), BODY])
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    expect((await sign('standard', flags, { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).printed).toEqual([
      'webhook-id: msg_1',
      'webhook-timestamp: 1614265330',
      `webhook-signature: v1,${signature}`,
    ])
  })

  it('should create a new id for each delivery', async () => {
    const [first, second] = [await sign('standard', [body()], STANDARD), await sign('standard', [body()], STANDARD)]
    expect(first.printed[0]).toMatch(/^webhook-id: msg_[0-9a-f-]{36}$/)
    expect(first.printed[0]).not.toBe(second.printed[0])
  })

  it.each([
    ['a newline at its end', `${SECRET}\n`],
    ['CR LF at its end', `${SECRET}\r\n`],
    ['no newline', SECRET],
    ['a byte order mark and a newline', `\ufeff${SECRET}\n`],
  ])('should read the same secret from a file with %s', async (_, content) => {
    const { printed, noted } = await sign('hub', [body()], { secret: content })
    expect([printed[0], noted]).toEqual([`X-Hub-Signature-256: sha256=${hex(SECRET, BODY)}`, []])
  })

  it('should ignore only one newline, and note remaining white space', async () => {
    const { printed, noted } = await sign('hub', [body()], { secret: 's\n\n' })
    expect(printed[0]).toContain(hex('s\n', BODY))
    expect(noted).toEqual([expect.stringMatching(/ starts or ends with white space, which is part of the secret$/)])
  })

  it('should read the body or the secret from standard input', async () => {
    const piped = await sign('hub', ['-'], { terminal: { read: () => bytesOf('x') } })
    expect(piped.printed[0]).toContain(hex(SECRET, Buffer.from('x')))
    const hidden = await runProgram(['webhook', 'sign', '--scheme', 'hub', '--secret-file', '-', body()], {
      terminal: { read: () => bytesOf('s\n') },
    })
    expect(hidden.printed[0]).toContain(hex('s', BODY))
  })

  it('should print a curl command without the secret', async () => {
    const path = body()
    const { printed } = await sign('hub', [path, '--curl', 'http://localhost:8080/api/webhooks/custom/shop'])
    expect(printed).toEqual([
      `curl -H 'Content-Type: application/json' -H 'X-Hub-Signature-256: sha256=${hex(SECRET, BODY)}' --data-binary @${path} http://localhost:8080/api/webhooks/custom/shop`,
    ])
  })

  it.each([
    ['{"state": "a=b"}', 'application/json'],
    ['[{"id": 1}]', 'application/json'],
    ['state=down&host=db%201', 'application/x-www-form-urlencoded'],
    ['payload=%7B%22state%22%3A1%7D', 'application/x-www-form-urlencoded'],
    ['', 'application/json'],
  ])('should print a curl command that says what a webhook reads from %j', async (text, contentType) => {
    const path = temporaryFile('body', text)
    const { printed } = await sign('hub', [path, '--curl', 'http://localhost:8080/api/webhooks/custom/shop'])
    expect(printed[0]).toContain(`-H 'Content-Type: ${contentType}' -H 'X-Hub-Signature-256: `)
  })

  it.each([
    ['sha', [], '--scheme must be one of generic, sha512, base64, list, hub, chat, standard'],
    [
      'static',
      [],
      'the scheme static has no signature, its sender sends the secret: put the line "NAME: SECRET" into a file, and send it with curl -H @FILE',
    ],
    ['generic', [], 'the scheme generic needs --header-name: the authHeaderName of the webhook'],
    ['generic', ['--header-name', 'X Sig'], '--header-name: X Sig is not a header name'],
    ['generic', ['--header-name', 'X\nY'], '--header-name: X\\u{a}Y is not a header name'],
    [
      'hub',
      ['--header-name', 'X-Sig'],
      '--header-name: the scheme hub always uses the header X-Hub-Signature-256, omit this flag',
    ],
    ['hub', ['--timestamp', '1'], '--timestamp: the scheme hub does not sign the time'],
    ['generic', ['--header-name', 'X', '--timestamp', '1'], '--timestamp: the scheme generic does not sign the time'],
    ['chat', ['--id', 'a'], '--id: the scheme chat has no id'],
    [
      'chat',
      ['--timestamp', '1795176000000'],
      '--timestamp must be a number of seconds since 1970, such as 1795176000, not milliseconds',
    ],
    [
      'chat',
      ['--timestamp', '-1'],
      '--timestamp must be a number of seconds since 1970, such as 1795176000, not milliseconds',
    ],
    [
      'hub',
      ['--curl', 'shop'],
      '--curl must be the URL of a webhook, such as http://127.0.0.1:8080/api/webhooks/custom/shop',
    ],
  ])('should refuse for the scheme %s the flags %j', async (scheme, flags, message) => {
    await expect(sign(scheme, [...flags, body()])).rejects.toMatchObject({ name: 'UsageError', message })
  })

  it('should refuse an id that receivers do not accept', async () => {
    const message = '--id: the header webhook-id is no id, which is up to 255 visible ASCII characters'
    for (const id of ['', 'a b', 'ä', 'a'.repeat(256)]) {
      await expect(sign('standard', ['--id', id, body()], STANDARD)).rejects.toMatchObject({
        name: 'UsageError',
        message,
      })
    }
  })

  it('should refuse to read standard input twice, and a curl command for it', async () => {
    await expect(runProgram(['webhook', 'sign', '--scheme', 'hub', '--secret-file', '-', '-'])).rejects.toMatchObject({
      name: 'UsageError',
      message: '- is standard input, which can be read once',
    })
    await expect(sign('hub', ['-', '--curl', 'http://localhost/'])).rejects.toMatchObject({
      name: 'UsageError',
      message: '--curl needs a file, which the curl command reads again',
    })
  })

  it('should print no curl command with control characters', async () => {
    const path = temporaryFile('a\u001b[2J\n.json', BODY)
    await expect(sign('hub', [path, '--curl', 'http://localhost/'])).rejects.toMatchObject({
      name: 'UsageError',
      message: '--curl needs a file without control characters in its name',
    })
  })

  it.each([
    ['hub', '', / is empty: it must hold only the secret$/],
    ['hub', '\n', / is empty: it must hold only the secret$/],
    ['standard', 'whsec_not!base64', /^the secret in \S+ must be whsec_ and base64$/],
    ['hub', 'topsecret'.repeat(200), /^the secret in \S+ is longer than 1000 characters$/],
    ['hub', 'topsecret'.repeat(2_000), / is too large for a secret file$/],
    ['hub', Buffer.from([0xff, 0xfe, 0x61, 0x00]), / is not UTF-8: save it as UTF-8$/],
  ])('should refuse for the scheme %s a secret file with %j, and not repeat it', async (scheme, secret, message) => {
    const error: unknown = await sign(scheme, [body()], { secret }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'StartError', message: expect.stringMatching(message) })
    expect(String(error)).not.toMatch(/topsecret|not!base64/)
  })

  it('should refuse a body beyond the limit of deliveries', async () => {
    const large = temporaryFile('large.json', Buffer.alloc(300_000, 0x20))
    await expect(sign('hub', [large])).rejects.toMatchObject({
      name: 'StartError',
      message: `${large} has 300,000 bytes of at most 262,144 bytes: a server answers 413`,
    })
  })
})

// Helpers

const STANDARD = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }

async function sign(scheme: string, args: readonly string[], stage: Stage & { secret?: string | Uint8Array } = {}) {
  const { secret = SECRET, ...rest } = stage
  const file = temporaryFile('secret.txt', secret)
  return await runProgram(['webhook', 'sign', '--scheme', scheme, '--secret-file', file, ...args], {
    now: NOW,
    ...rest,
  })
}

function body(): string {
  return temporaryFile('body.json', BODY)
}

function hex(secret: string, bytes: Uint8Array): string {
  return createHmac('sha256', secret).update(bytes).digest('hex')
}
