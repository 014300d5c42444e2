import { describe, expect, it } from 'vitest'
import { GITHUB, SLACK } from '../../test/documented-signatures.js'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram, type Stage } from '../../test/run-program.js'
import { temporaryFile } from '../../test/temporary-files.js'

const { secret: SECRET, body: BODY, digest: DIGEST } = GITHUB
const SIGNED = ['--header', `X-Hub-Signature-256: sha256=${DIGEST}`]
const NOW = new Date('2026-11-20T12:00:00.000Z')

describe('opsgraph webhook verify', () => {
  it('should accept a valid signature of a file or standard input', async () => {
    expect(await verify('hub', SIGNED)).toMatchObject({
      status: 0,
      noted: [],
      printed: [expect.stringMatching(/^valid: the signature matches \S+body\.txt and this secret$/)],
    })
    const piped = await verify('hub', SIGNED, { path: '-', terminal: { read: () => bytesOf(BODY) } })
    expect(piped).toMatchObject({ status: 0, text: 'valid: the signature matches standard input and this secret' })
  })

  it('should accept the output of sign, for every scheme', async () => {
    const secret = temporaryFile('secret.txt', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n')
    const body = temporaryFile('body.json', '{"a": 1}\n')
    for (const scheme of ['generic', 'hub', 'chat', 'standard']) {
      const common = [
        '--scheme',
        scheme,
        '--secret-file',
        secret,
        ...(scheme === 'generic' ? ['--header-name', 'X-Sig'] : []),
      ]
      const { text } = await runProgram(['webhook', 'sign', ...common, body], { now: NOW })
      const headers = ['--header', `@${temporaryFile('headers.txt', text)}`]
      expect(await runProgram(['webhook', 'verify', ...common, ...headers, body], { now: NOW })).toMatchObject({
        status: 0,
      })
    }
  })

  it.each([
    ['no header', [], 'the header X-Hub-Signature-256 is missing'],
    ['two headers', [...SIGNED, ...SIGNED], 'the header X-Hub-Signature-256 was sent 2 times'],
    [
      'a short signature',
      ['--header', 'X-Hub-Signature-256: sha256=7571'],
      'the header X-Hub-Signature-256 holds no signature: sha256= and 64 hex digits',
    ],
    [
      'a wrong signature',
      ['--header', `x-hub-signature-256:sha256=${'0'.repeat(64)}`],
      'the signature is not that of this body with this secret',
    ],
  ])('should give the reason for a refusal: %s', async (_, headers, reason) => {
    expect(await verify('hub', headers)).toMatchObject({ status: 1, printed: [`not valid: ${reason}`] })
  })

  it.each([
    [
      'a newline that an editor has added',
      { body: `${BODY}\n` },
      'it matches the file without the newline at its end, which was added after signing',
    ],
    [
      'a secret with white space',
      { secret: `${SECRET} ` },
      'it matches the file and the secret without the white space around it',
    ],
  ])('should find a common mistake: %s', async (_, files, hint) => {
    expect((await verify('hub', SIGNED, files)).printed).toEqual([
      'not valid: the signature is not that of this body with this secret',
      `  ${hint}`,
    ])
  })

  it('should check the time against the clock, or against --received-at', async () => {
    const { secret, body, seconds, digest } = SLACK
    const headers = [
      ...['--header', `X-Chat-Request-Timestamp: ${seconds}`],
      ...['--header', `X-Chat-Signature: v0=${digest}`],
    ]
    expect((await verify('chat', headers, { secret, body })).printed).toEqual([
      'not valid: the header X-Chat-Request-Timestamp is 263755382 seconds behind the clock of this server, more than 300',
      '  for a delivery that was received earlier, pass its time with --received-at',
    ])
    for (const time of [seconds, '2018-07-12T18:36:58Z', '1531420918']) {
      const given = [...headers, '--received-at', time]
      expect(await verify('chat', given, { secret, body })).toMatchObject({ status: 0 })
    }
    const late = await verify('chat', [...headers, '--received-at', '1531420919'], { secret, body })
    expect(late).toMatchObject({ status: 1, printed: [expect.stringContaining('301 seconds behind')] })
  })

  it('should compare a secret that is sent without a signature', async () => {
    const header = (value: string) => [
      '--header-name',
      'X-Token',
      '--header',
      `@${temporaryFile('h.txt', `x-token: ${value}\n`)}`,
    ]
    expect(await verify('static', header(SECRET))).toMatchObject({
      status: 0,
      text: 'valid: the header X-Token is the secret',
    })
    expect(await verify('static', header('another'))).toMatchObject({
      status: 1,
      printed: ['not valid: the value of the header X-Token is not the secret'],
    })
  })

  it('should read headers from a file, with an optional request line', async () => {
    const file = temporaryFile(
      'h.txt',
      `POST /api/webhooks/custom/a HTTP/1.1\r\nHost: a\r\nX-Hub-Signature-256:  sha256=${DIGEST} \r\n\r\n`,
    )
    expect(await verify('hub', ['--header', `@${file}`])).toMatchObject({ status: 0 })
    const wrong = temporaryFile('h.txt', 'Host: a\nnonsense of a secret\n')
    const error: unknown = await verify('hub', ['--header', `@${wrong}`]).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'StartError', message: `${wrong}:2: this line is not a header, Name: value` })
  })

  it.each([
    ['hub', ['--header', 'topsecret'], "--header must be 'Name: value', or @FILE with such lines"],
    ['hub', ['--header', ': topsecret'], "--header must be 'Name: value', or @FILE with such lines"],
    [
      'static',
      ['--header-name', 'X-Token', '--header', 'x-token: topsecret'],
      'the header X-Token carries the secret, which others can see on a command line: put the line into a file, and pass --header @FILE',
    ],
    ['static', [], 'the scheme static needs --header-name: the authHeaderName of the webhook'],
    ['md5', [], '--scheme must be one of static, generic, sha512, base64, list, hub, chat, standard'],
    [
      'chat',
      ['--received-at', 'yesterday'],
      '--received-at must be seconds since 1970, or a time such as 2026-11-20T12:00:00Z',
    ],
    ['hub', ['--header', '@-', '--secret-file', '-'], '- is standard input, which can be read once'],
  ])('should refuse for the scheme %s the flags %j', async (scheme, flags, message) => {
    await expect(verify(scheme, flags)).rejects.toMatchObject({ name: 'UsageError', message })
  })

  it('should color its result only on a terminal', async () => {
    const terminal = { isColored: true }
    expect((await verify('hub', SIGNED, { terminal })).text).toContain('\u001b[32mvalid\u001b[39m: ')
    expect((await verify('hub', [], { terminal })).text).toContain('\u001b[31mnot valid\u001b[39m: ')
    expect((await verify('hub', [])).text).not.toContain('\u001b')
  })
})

// Helpers

interface Files extends Stage {
  readonly secret?: string
  readonly body?: string
  /** The path to use instead of the file with the body. */
  readonly path?: string
}

async function verify(scheme: string, flags: readonly string[], files: Files = {}) {
  const { secret = SECRET, body = BODY, path, ...stage } = files
  const common = ['webhook', 'verify', '--scheme', scheme, '--secret-file', temporaryFile('secret.txt', `${secret}\n`)]
  return await runProgram([...common, ...flags, path ?? temporaryFile('body.txt', body)], { now: NOW, ...stage })
}
