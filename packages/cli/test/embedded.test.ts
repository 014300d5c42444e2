import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Alert, Relation } from '@opsgraph/core'
import { afterAll, describe, expect, it } from 'vitest'
import { call, run, serve } from './command-process.js'

const parent = mkdtempSync(join(tmpdir(), 'opsgraph-cli-'))
const directory = join(parent, 'data')
const EMBEDDED = ['--data-dir', directory]

afterAll(() => {
  rmSync(parent, { recursive: true, force: true })
})

// Each start of the embedded database takes seconds. So these tests share one data directory, and run in order.
describe.sequential('opsgraph on an embedded database', () => {
  let key: string
  let anotherKey: string

  it('should not create a database for a key', async () => {
    expect(await run(['key', 'create', '--scopes', 'admin', ...EMBEDDED])).toEqual({
      end: 1,
      stdout: '',
      stderr: `opsgraph: there is no database in ${directory}: name its directory with --data-dir (OPSGRAPH_DATA_DIR)\n`,
    })
    expect(readdirSync(parent)).toEqual([])
  })

  it('should print a new admin key at the first start, store secrets, and lock the directory', async () => {
    const server = serve(EMBEDDED)
    const url = await server.url()
    const [keyLine = '', listening] = server.lines
    expect(listening).toBe(`opsgraph listening on ${url}`)
    key = /^opsgraph admin key \(shown only once\): (\S+)$/.exec(keyLine)?.[1] ?? ''
    expect((await call(`${url}/api/resources/relations`, key, relation('one'))).status).toBe(201)
    expect((await call(`${url}/api/webhook_config`, key, HOOK)).status).toBe(201)

    const refused = {
      end: 1,
      stdout: '',
      stderr: expect.stringMatching(/^opsgraph: [^\n]*in use[^\n]*\n$/),
    }
    expect(await run(['serve', '--port', '0', ...EMBEDDED])).toEqual(refused)
    expect(await run(['key', 'create', '--scopes', 'admin', ...EMBEDDED])).toEqual(refused)

    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
  }, 120_000)

  it('should keep keys, secrets and data after a restart', async () => {
    const server = serve(EMBEDDED)
    const url = await server.url()
    expect(server.lines).toEqual([`opsgraph listening on ${url}`])
    expect(await resources(url, key)).toEqual(['one'])
    expect((await call(`${url}/api/webhook_configs`, key)).body).toMatchObject({ total: 1, staleSecrets: [] })
    expect((await call(`${url}/api/resources/relations`, key, relation('two'))).status).toBe(201)
    const alert = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major', timeout: 1 }
    expect((await call(`${url}/api/alert`, key, alert)).status).toBe(201)
    server.kill('SIGKILL')
    expect(await server.ended).toMatchObject({ end: 'SIGKILL' })
  }, 120_000)

  it('should create a key in the directory of a killed server', async () => {
    const { end, stdout, stderr } = await run(['key', 'create', '--scopes', 'read', '--user', 'ann', ...EMBEDDED])
    expect({ end, stderr }).toEqual({
      end: 0,
      stderr: expect.stringMatching(/^created key \S+ of user ann \(read\); /),
    })
    anotherKey = stdout.trimEnd()
    expect(anotherKey).toMatch(/^\S{40,}$/)
  }, 120_000)

  it('should keep what was acknowledged before the kill, and expire what is due', async () => {
    const server = serve(EMBEDDED)
    const url = await server.url()
    expect(server.lines).toEqual([`opsgraph listening on ${url}`])
    expect(await resources(url, key)).toEqual(['one', 'two'])
    expect(await resources(url, anotherKey)).toEqual(['one', 'two'])
    // The server checks for such alerts as soon as it starts.
    await expect.poll(() => statusOf(url, key), { timeout: 10_000 }).toEqual(['expired'])
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
  }, 120_000)
})

// Helpers

/** A webhook with a secret, which the server stores under the secret key that it has made. */
const HOOK = { id: 'hook', authMode: 'header', authHeaderScheme: 'hub', authSecret: 'the shared secret' }

function relation(resource: string) {
  return { environment: 'Production', resource, parent: 'above' }
}

async function resources(url: string, key: string): Promise<readonly string[]> {
  const { status, body } = await call<{ relations: Relation[] }>(`${url}/api/resources/relations`, key)
  expect(status).toBe(200)
  return body.relations.map(({ resource }) => resource)
}

async function statusOf(url: string, key: string): Promise<readonly string[]> {
  const { body } = await call<{ alerts: Alert[] }>(`${url}/api/alerts`, key)
  return body.alerts.map(({ status }) => status)
}
