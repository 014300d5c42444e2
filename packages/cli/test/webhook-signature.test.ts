import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { call, run, serve } from './command-process.js'
import { GITHUB, SLACK } from './documented-signatures.js'
import { runHere } from './run-program.js'
import { temporaryFile } from './temporary-files.js'

const KEY = 'the-key-of-this-test'
const SECRET = 'a-secret-that-nobody-sees'
const TIMEOUT = { timeout: 120_000 }

describe('opsgraph webhook sign and verify', () => {
  it('should verify the documented signatures of GitHub and Slack', TIMEOUT, async () => {
    const github = ['webhook', 'verify', '--scheme', 'hub', '--secret-file', temporaryFile('s', `${GITHUB.secret}\n`)]
    const signed = ['--header', `X-Hub-Signature-256: sha256=${GITHUB.digest}`, '-']
    expect(await run([...github, ...signed], {}, GITHUB.body)).toEqual({
      end: 0,
      stdout: 'valid: the signature matches standard input and this secret\n',
      stderr: '',
    })
    const slack = [
      ...['webhook', 'verify', '--scheme', 'chat', '--secret-file', temporaryFile('s', SLACK.secret)],
      ...['--header', `X-Chat-Request-Timestamp: ${SLACK.seconds}`],
      ...['--header', `X-Chat-Signature: v0=${SLACK.digest}`],
      temporaryFile('body', SLACK.body),
    ]
    expect(await run([...slack, '--received-at', SLACK.seconds])).toMatchObject({ end: 0, stderr: '' })
    expect(await run(slack)).toEqual({
      end: 1,
      stdout: expect.stringMatching(
        /^not valid: the header X-Chat-Request-Timestamp is \d+ seconds behind .*\n {2}.*--received-at\n$/,
      ),
      stderr: '',
    })
  })

  it('should sign deliveries that a server accepts, with the curl command and with the headers', TIMEOUT, async () => {
    const server = serve(['--store', 'memory'], { ADMIN_KEY: KEY, SECRET_KEY: 'the secret of this test' })
    const url = await server.url()
    const secret = temporaryFile('secret', `${SECRET}\n`)
    const body = temporaryFile("it's a body.json", '{\n  "host": "wöb-1"\n}\r\n')
    for (const scheme of ['generic', 'hub', 'chat']) {
      const header = scheme === 'generic' ? { authHeaderName: 'X-Sig' } : {}
      const auth = { authMode: 'header', authHeaderScheme: scheme, authSecret: SECRET, ...header }
      const { status } = await call(`${url}/api/webhook_config`, KEY, {
        id: scheme,
        enabled: true,
        ...MAPPING,
        ...auth,
      })
      expect(status).toBe(201)
      const flags = [
        '--scheme',
        scheme,
        '--secret-file',
        secret,
        ...(scheme === 'generic' ? ['--header-name', 'X-Sig'] : []),
      ]
      const inbound = `${url}/api/webhooks/custom/${scheme}`
      const line = await run(['webhook', 'sign', ...flags, '--curl', inbound, body])
      expect(line).toMatchObject({ end: 0, stderr: '' })
      expect(JSON.parse(execFileSync('sh', ['-c', `${line.stdout.trimEnd()} -s`], { encoding: 'utf8' }))).toMatchObject(
        {
          status: 'ok',
          alerts: [{ resource: 'wöb-1' }],
        },
      )
      const { stdout: headers } = await run(['webhook', 'sign', ...flags, body])
      const curl = ['-s', '-H', '@-', '--data-binary', `@${body}`, inbound]
      expect(JSON.parse(execFileSync('curl', curl, { input: headers, encoding: 'utf8' }))).toMatchObject({
        status: 'ok',
      })
      expect(line.stdout + headers).not.toContain(SECRET)
    }
  })

  it('should never print the secret in an error', TIMEOUT, async () => {
    const body = temporaryFile('body', '{}')
    for (const [content, ...args] of [
      [`whsec_${SECRET}!`, 'sign', '--scheme', 'standard'],
      [SECRET.repeat(100), 'sign', '--scheme', 'hub'],
      [SECRET, 'sign', '--scheme', 'md5'],
      [` ${SECRET} \n\n`, 'verify', '--scheme', 'hub'],
      [`${SECRET}\nsecond line`, 'verify', '--scheme', 'static', '--header-name', 'X-Token'],
    ] as const) {
      const { end, stdout, stderr } = await runHere([
        'webhook',
        ...args,
        '--secret-file',
        temporaryFile('s', content),
        body,
      ])
      expect(end).toBeGreaterThan(0)
      expect(stdout + stderr).not.toContain(SECRET)
    }
  })
})

// Helpers

const MAPPING = {
  fieldMappings: { resource: 'host' },
  defaultValues: { event: 'e', environment: 'Production', type: 't', text: 't', severity: 'major' },
}
