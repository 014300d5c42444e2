import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { call, run, serve } from './command-process.js'
import { runHere } from './run-program.js'
import { temporaryFile } from './temporary-files.js'

const EXAMPLES = fileURLToPath(new URL('../../../examples/webhooks', import.meta.url))
const [CONFIG, PAYLOAD] = [`${EXAMPLES}/alertmanager/config.json`, `${EXAMPLES}/alertmanager/payload.json`]
const KEY = 'the-key-of-this-test'
const SECRET = 'a-secret-that-nobody-sees'
const TIMEOUT = { timeout: 120_000 }

describe('opsgraph webhook test', () => {
  it('should explain the alerts of a payload, from files and from standard input', TIMEOUT, async () => {
    const files = await run(['webhook', 'test', '--config', CONFIG, '--payload', PAYLOAD])
    expect(files).toMatchObject({ end: 0, stderr: '' })
    expect(files.stdout).toMatch(/\n {2}event +"thing_dead" +alerts\[0\]\.labels\.alertname\n/)
    expect(files.stdout).toMatch(/\n1 alert: 1 would be created\n$/)
    const payload = ['webhook', 'test', '--config', CONFIG, '--payload', '-']
    expect(await run(payload, {}, readFileSync(PAYLOAD, 'utf8'))).toEqual(files)
    const config = ['webhook', 'test', '--config', '-', '--payload', PAYLOAD]
    expect(await run(config, {}, readFileSync(CONFIG, 'utf8'))).toEqual(files)
    expect(await run(['webhook', 'test', '--preset', 'alertmanager', '--payload', PAYLOAD])).toEqual(files)
  })

  it('should print the answer of the server with --json, and accept a config from the server', TIMEOUT, async () => {
    const server = serve(['--store', 'memory'], { ADMIN_KEY: KEY, SECRET_KEY: 'the secret of this test' })
    const url = await server.url()
    const defaultValues = { environment: 'Production', type: 't' }
    // Without its policies, nothing names the resource of the payload, so no alert would be created.
    const config = { ...readJson(CONFIG), defaultValues, policies: [], enabled: false }
    const request = { config, payload: readJson(PAYLOAD) }
    const answer = await call(`${url}/api/webhook_config/test`, KEY, request)
    expect(answer.status).toBe(200)
    const file = temporaryFile('c.json', JSON.stringify(config))
    const tried = await run(['webhook', 'test', '--config', file, '--payload', PAYLOAD, '--json'])
    expect(tried).toMatchObject({ end: 1, stderr: '' })
    expect(JSON.parse(tried.stdout)).toEqual(answer.body)

    const header = { authHeaderScheme: 'generic', authHeaderName: 'X-Sig', authSecret: SECRET }
    const created = await call(`${url}/api/webhook_config`, KEY, { ...config, ...header })
    expect(created.status).toBe(201)
    const stored = JSON.stringify((await call(`${url}/api/webhook_config/alertmanager`, KEY)).body)
    expect(stored).toContain(SECRET)
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr } = await run(
        ['webhook', 'test', '--config', '-', '--payload', PAYLOAD, ...flags],
        {},
        stored,
      )
      expect(stdout + stderr).toContain('thing_dead')
      expect(stdout + stderr).not.toContain(SECRET)
    }
  })

  it('should exit with 1 for an invalid file, and show the position', TIMEOUT, async () => {
    for (const [config, payload, fault] of [
      [CONFIG, temporaryFile('p.json', ''), /p\.json: error: The body is empty\n/],
      [CONFIG, temporaryFile('p.json', '{"a":'), /p\.json:1:6: error: Invalid JSON at line 1, column 6\n/],
      [CONFIG, temporaryFile('p.json', `["${'x'.repeat(300_000)}"]`), /300,004 bytes, more than the 262,144 bytes/],
      [temporaryFile('c.json', 'fieldMappings:\n'), PAYLOAD, /c\.json:1:1: error: the file is not valid JSON\n/],
      [temporaryFile('c.json', ''), PAYLOAD, /c\.json:1:1: error: the file is empty\n/],
      [temporaryFile('c.json', '{"fieldMappings": {"hsot": "a"}}'), PAYLOAD, /c\.json:1:28: error unknownField: /],
    ] as const) {
      const args = ['webhook', 'test', '--config', config, '--payload', payload]
      expect(await runHere(args)).toEqual({ end: 1, stdout: expect.stringMatching(fault), stderr: '' })
      const json = await runHere([...args, '--json'])
      expect(json).toMatchObject({ end: 1, stderr: '' })
      expect(JSON.parse(json.stdout)).toMatchObject({ status: 'error', message: expect.any(String) })
    }
  })
})

describe('opsgraph webhook', () => {
  it('should report a wrong command line on one line of stderr', TIMEOUT, async () => {
    const [secret, empty, body] = [temporaryFile('s', SECRET), temporaryFile('e', '\n'), temporaryFile('b', '{}')]
    for (const [end, args] of [
      [2, ['test']],
      [2, ['test', '--payload', PAYLOAD]],
      [2, ['test', '--preset', 'nagios', '--payload', PAYLOAD]],
      [2, ['test', '--config', CONFIG, '--payload', PAYLOAD, '--wrong']],
      [1, ['test', '--config', '/nowhere.json', '--payload', PAYLOAD]],
      [1, ['test', '--config', CONFIG, '--payload', '/']],
      [2, ['presets', 'nagios']],
      [2, ['sign', '--scheme', 'md5', '--secret-file', secret, body]],
      [2, ['sign', '--scheme', 'static', '--secret-file', secret, body]],
      [2, ['sign', '--scheme', 'hub', body]],
      [1, ['sign', '--scheme', 'hub', '--secret-file', empty, body]],
      [1, ['sign', '--scheme', 'hub', '--secret-file', '/nowhere', body]],
      [1, ['sign', '--scheme', 'hub', '--secret-file', secret, '/nowhere']],
      [1, ['sign', '--scheme', 'hub', '--secret-file', secret, temporaryFile('large', Buffer.alloc(300_000))]],
      [2, ['verify', '--scheme', 'hub', '--secret-file', secret, '--header', 'nonsense', body]],
      [2, ['verify', '--scheme', 'static', '--secret-file', secret, '--header-name', 'X', '--header', 'X: y', body]],
      [1, ['verify', '--scheme', 'hub', '--secret-file', secret, '--header', '@/nowhere', body]],
    ] as const) {
      const ended = await runHere(['webhook', ...args])
      expect({ args, ...ended }).toEqual({
        args,
        end,
        stdout: '',
        stderr: expect.stringMatching(/^opsgraph: [^\n]+\n$/),
      })
    }
    for (const args of [
      ['webhook', 'test'],
      ['webhook', 'test', '--config', '/nowhere.json', '--payload', PAYLOAD],
    ])
      expect(await run(args)).toEqual(await runHere(args))
  })

  it('should print presets that a server accepts after a secret is added', TIMEOUT, async () => {
    const server = serve(['--store', 'memory'], { ADMIN_KEY: KEY, SECRET_KEY: 'the secret of this test' })
    const url = await server.url()
    const { stdout } = await run(['webhook', 'presets'])
    for (const [id = ''] of stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '))) {
      const preset = await runHere(['webhook', 'presets', id])
      expect(preset).toMatchObject({ end: 0, stderr: expect.stringContaining('"authSecret"') })
      const body = { ...JSON.parse(preset.stdout), authSecret: SECRET }
      const created = await call(`${url}/api/webhook_config?preset=${id}`, KEY, body)
      expect(created).toMatchObject({ status: 201, body: { id } })
    }
  })
})

// Helpers

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, 'utf8'))
}
