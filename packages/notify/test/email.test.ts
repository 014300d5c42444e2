import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNotifier } from '../src/create-notifier.js'
import { writeEmail } from '../src/format/email.js'
import { drip, listen, startTcpReceiver } from './receiver.js'
import { ALERT, OVER, SHOP, TEST } from './sample-notice.js'

describe('a message by e-mail', () => {
  it('should arrive at all recipients, from the sender that the operator has set', async () => {
    const { port, mails } = await startMailServer()
    expect(await send(port)).toEqual({
      delivered: true,
      status: 250,
      error: null,
      retryAfter: null,
      took: expect.any(Number),
    })
    const [{ from, to, headers, text } = NO_MAIL, ...further] = mails
    expect(further).toEqual([])
    expect([from, to]).toEqual(['opsgraph@example.org', ['a@example.org', 'b@example.org']])
    expect(headers).toMatchObject({
      from: 'Operations <opsgraph@example.org>',
      to: 'a@example.org, b@example.org',
      subject: '[opsgraph] critical: Shop',
      'auto-submitted': 'auto-generated',
    })
    expect(text).toBe(writeEmail(SHOP).text)
  })

  it('should have one id for all tries, and one thread for all messages about an object', async () => {
    const { port, mails } = await startMailServer()
    const notices = [SHOP, SHOP, { ...OVER, id: 'another' }, ALERT, { ...SHOP, object: 'bank' }]
    for (const notice of notices) await send(port, { notice })
    const ids = mails.map(({ headers }) => headers['message-id'])
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
    for (const id of ids) expect(id).toMatch(/^<[0-9a-f]{32}@example[.]org>$/)
    const threads = mails.map(({ headers }) => headers['in-reply-to'])
    expect(mails.map(({ headers }) => headers.references)).toEqual(threads)
    expect([threads[1], threads[2]]).toEqual([threads[0], threads[0]])
    expect(new Set(threads).size).toBe(3)
  })

  it('should have no header that a name brings along', async () => {
    const { port, mails } = await startMailServer()
    const evil = 'Shop\r\nBcc: eve@example.org\r\n\r\nbody'
    const notice = { ...SHOP, title: evil, id: evil, object: evil, subscription: { id: evil, name: evil } }
    expect(await send(port, { notice })).toMatchObject({ delivered: true })
    expect(mails[0]?.to).toEqual(['a@example.org', 'b@example.org'])
    expect(mails[0]?.headers).not.toHaveProperty('bcc')
    expect(mails[0]?.headers.subject).toBe('[opsgraph] critical: Shop Bcc: eve@example.org body')
  })

  it('should say that it is a test', () => {
    expect(writeEmail(TEST)).toMatchObject({
      subject: '[opsgraph] Test: On call',
      text: expect.stringContaining('is a test'),
    })
  })

  it('should fail with the status of the mail server, without its words', async () => {
    const { port } = await startMailServer({ onMailFrom: (_address, _session, callback) => callback(refusal(451)) })
    const error = 'the mail server refuses the sender or the recipients: it answered 451'
    expect(await send(port)).toMatchObject({ delivered: false, status: 451, error })
  })

  it('should be delivered to the others if one of the recipients is refused for good, and say which one', async () => {
    const { port, mails } = await startMailServer({
      onRcptTo: ({ address }, _session, callback) => callback(address.startsWith('b@') ? refusal(550) : null),
    })
    const error = 'the mail server refuses 1 of 2 recipients: number 2 (status 550)'
    expect(await send(port)).toMatchObject({ delivered: true, status: 250, error })
    expect(mails.map(({ to }) => to)).toEqual([['a@example.org']])
  })

  it('should be tried again only for the recipients that are refused for now', async () => {
    let code = 450
    const { port, mails } = await startMailServer({
      onRcptTo: ({ address }, _session, callback) => callback(/^b@/i.test(address) && code > 0 ? refusal(code) : null),
    })
    const error = 'the mail server refuses 1 of 2 recipients: number 2 (status 450)'
    const url = 'mailto:A@Example.org,B@Example.org'
    const first = await send(port, { url })
    expect(first).toMatchObject({ delivered: false, status: null, error, reached: [0] })
    expect(await send(port, { url, reached: [0] })).toMatchObject({ delivered: false, error, reached: [0] })
    expect(mails).toHaveLength(1)
    code = 0
    expect(await send(port, { url, reached: [0] })).toMatchObject({ delivered: true, status: 250, error: null })
    expect(mails.map(({ to }) => to)).toEqual([['A@example.org'], ['B@example.org']])
    expect(mails[1]?.headers.to?.toLowerCase()).toBe('a@example.org, b@example.org')
    code = 550
    expect(await send(port, { url, reached: [0] })).toMatchObject({
      delivered: true,
      status: null,
      error: expect.stringMatching(/number 2 .status 550.$/),
    })
  })

  it('should fail if all recipients are refused for good', async () => {
    const { port } = await startMailServer({ onRcptTo: (_address, _session, callback) => callback(refusal(550)) })
    const error = 'the mail server refuses the sender or the recipients: it answered 550'
    const result = await send(port)
    expect(result).toMatchObject({ delivered: false, status: 550, error })
    expect(result).not.toHaveProperty('reached')
  })

  it('should fail if the password is wrong, without showing it', async () => {
    const { port } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(refusal(535)),
    })
    const result = await send(port, { login: 'ops:top-secret@' })
    expect(result).toMatchObject({
      delivered: false,
      error: expect.stringMatching(/^the mail server refuses the user or the password of SMTP_URL: it answered 535$/),
    })
    expect(JSON.stringify(result)).not.toMatch(/top-secret|example[.]org/)
  })

  it('should be given up on if the mail server does not answer in time', async () => {
    const { port, sockets } = await startTcpReceiver((socket) => socket.resume())
    const error = 'there was no answer within 0.3 seconds'
    expect(await send(port, { timeout: 300 })).toMatchObject({ delivered: false, status: null, error })
    await expect.poll(() => [...sockets].map((socket) => socket.destroyed)).toEqual([true])
  })

  it('should be given up on in time while the mail server keeps talking', async () => {
    const { port } = await startTcpReceiver((socket) => drip(socket, '220 hello\r\n', '250-wait\r\n'))
    const result = await send(port, { timeout: 300 })
    expect(result).toMatchObject({ delivered: false, error: 'there was no answer within 0.3 seconds' })
    expect(result.took).toBeLessThan(5_000)
  })

  it('should fail if no mail server listens', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    const error = 'the mail server could not be used (ESOCKET)'
    expect(await send(port)).toMatchObject({ delivered: false, status: null, error })
  })

  it('should have a mail server and plain addresses', async () => {
    const without = createNotifier({ allow: [], version: '1' })
    const fault = 'cannot be used: the server has no mail server; set SMTP_URL and SMTP_FROM'
    expect(without.faultOf('email', 'mailto:a@example.org')).toBe(fault)
    const message = { format: 'email', url: 'mailto:a@example.org', secrets: [], notice: SHOP } as const
    expect(await without.send(message)).toMatchObject({ delivered: false, error: `the url ${fault}` })
    const notifier = createNotifier({
      allow: [],
      version: '1',
      smtp: { url: 'smtp://localhost', from: 'a@example.org' },
    })
    expect(notifier.faultOf('email', 'mailto:a@example.org')).toBeUndefined()
    expect(notifier.faultOf('email', 'mailto:a@example.org?bcc=b@example.org')).toMatch(/^must be mailto:/)
    expect(notifier.faultOf('email', 'https://example.org')).toMatch(/^must be mailto:/)
  })
})

describe('writeEmail', () => {
  it('should be a text that says what is the matter, why, and where to look', () => {
    expect(writeEmail({ ...SHOP, environment: 'Production' }).text).toBe(
      `critical: Shop
From major to critical.
Since 2026-08-14T03:12:07.000Z
Environment: Production
Owner: Team Shop

Causes:
- critical: DiskFull on db-1 (Production)
  db-1 → orders-db → shop-api

Redundancy left:
- shop-web (Production): 1 of 3 healthy, 2 needed

Open in opsgraph: https://opsgraph.example.org/#/services/shop
Runbook: https://wiki.example.org/shop

--${' '}
Sent by the subscription On call
`,
    )
  })

  it('should take an alert with a text of 1 MB', () => {
    const { text } = writeEmail({ ...ALERT, text: 'x'.repeat(1_000_000) })
    expect(text.length).toBeLessThan(10_000)
  })
})

// Helpers

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** With lower-case names, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
const TWO_RECIPIENTS = 'mailto:a@example.org,b@example.org'
const NO_MAIL: ReceivedMail = { from: '', to: [], headers: {}, text: '' }

async function startMailServer(options: SMTPServerOptions = {}): Promise<{ port: number; mails: ReceivedMail[] }> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({ from, to: rcptTo.map(({ address }) => address), ...parseMail(Buffer.concat(parts).toString()) })
        callback(null)
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, mails }
}

function parseMail(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: /, '')]),
  )
  const body = source.slice(end + 4).replaceAll('\r\n', '\n')
  const encoding = headers['content-transfer-encoding']
  return { headers, text: encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body }
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('no mails for b@example.org here'), { responseCode })
}

interface Sending {
  readonly login?: string
  readonly notice?: typeof SHOP
  readonly timeout?: number
  readonly url?: string
  readonly reached?: readonly number[]
}

async function send(
  port: number,
  { login = '', notice = SHOP, timeout = 10_000, url = TWO_RECIPIENTS, reached = [] }: Sending = {},
) {
  const smtp = { url: `smtp://${login}127.0.0.1:${port}`, from: 'Operations <opsgraph@example.org>' }
  const notifier = createNotifier({ allow: [], version: '1', smtp, timeout })
  return await notifier.send({ format: 'email', url, secrets: [], notice, reached })
}
