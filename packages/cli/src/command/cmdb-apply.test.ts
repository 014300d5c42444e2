import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV as env, startServer } from '../../test/start-server.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'

const CSV = 'resource,environment,parent,services,attr.size\ndb,Production,,shop,\ndisk,Production,db,shop,2 TB\n'

describe('opsgraph cmdb plan --out', () => {
  it('should write the plan for this user only, and apply it, undo it, and apply it again', async () => {
    const { url, opsgraph } = await startServer()
    const { file, plan } = files()
    const planned = await run(['plan', file, '--out', plan, '--url', url])
    expect(planned.noted).toEqual([`the plan is in ${plan}: apply it with "opsgraph cmdb apply ${plan}"`])
    expect(statSync(plan).mode & 0o777).toBe(0o600)
    expect(document(plan)).toMatchObject({ format: 'opsgraph-plan', kind: 'cmdb', items: [{}, {}] })
    expect(document(plan).applied).toBeUndefined()

    const applied = await run(['apply', plan, '--yes', '--url', url])
    expect(applied.text).toContain('relations')
    expect([applied.status, applied.printed.at(-1)]).toEqual([0, `${plan}: applied`])
    expect(document(plan).applied).toEqual({ time: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(statSync(plan).mode & 0o777).toBe(0o600)
    expect((await opsgraph.listRelations(ANN, {})).total).toBe(1)

    const undone = await run(['apply', plan, '--undo', '--yes', '--url', url])
    expect([undone.status, undone.printed.at(-1)]).toEqual([0, `${plan}: undone`])
    expect(undone.text).toContain('undoes a plan of the source cmdb')
    expect(document(plan).applied).toBeUndefined()
    expect((await opsgraph.listRelations(ANN, {})).total).toBe(0)
    const again = await run(['apply', plan, '--yes', '--json', '--url', url])
    expect(JSON.parse(again.text)).toMatchObject({ status: 'ok', applied: true })
  })

  it('should need one file, and write no plan that would be refused', async () => {
    const { file, plan } = files()
    await expect(run(['plan', file, file, '--out', plan])).rejects.toThrow('--out needs one file')
    const bad = temporaryFile('bad.csv', 'resource,parent\na,a\n')
    const refused = await run(['plan', bad, '--out', plan])
    expect([refused.status, refused.noted.join()]).toEqual([1, expect.not.stringContaining('the plan is in')])
    expect(() => statSync(plan)).toThrow('ENOENT')
  })
})

describe('opsgraph cmdb apply', () => {
  it('should ask first, with the plan shown, and write nothing without consent', async () => {
    const { url, opsgraph } = await startServer()
    const { file, plan } = files()
    await run(['plan', file, '--out', plan, '--url', url])
    await expect(run(['apply', plan, '--url', url])).rejects.toThrow('cannot ask here whether to import: pass --yes')
    const terminal = { isInteractive: true, ask: async () => 'n' }
    await expect(runProgram(['cmdb', 'apply', plan, '--url', url], { env, terminal })).rejects.toThrow()
    expect((await opsgraph.listRelations(ANN, {})).total).toBe(0)
    expect(document(plan).applied).toBeUndefined()
  })

  it.each<[what: string, args: readonly string[], prepare: (stage: Prepared) => unknown, message: RegExp]>([
    [
      'of another state',
      [],
      ({ opsgraph }) => opsgraph.putRelation(ANN, { environment: 'Production', resource: 'disk', parent: 'db' }),
      /the plan is another one now: the relation "disk has parent db" \(environment "Production"\) is new/,
    ],
    ['that was edited', [], ({ plan }) => edit(plan, { planHash: 'a'.repeat(64) }), /somebody has edited it/],
    ['that is not applied', ['--undo'], () => undefined, /the plan is not applied, or it is undone already/],
    ['of another format', [], ({ plan }) => edit(plan, { format: 'x' }), /format must be "opsgraph-plan"/],
  ])('should exit with 3 for a plan %s', async (_, args, prepare, message) => {
    const { url, opsgraph } = await startServer()
    const { file, plan } = files()
    await run(['plan', file, '--out', plan, '--url', url])
    await prepare({ opsgraph, plan })
    const before = readFileSync(plan, 'utf8')
    const refused = await run(['apply', plan, ...args, '--yes', '--url', url])
    expect([refused.status, refused.noted.join()]).toEqual([3, expect.stringMatching(message)])
    const json = await run(['apply', plan, ...args, '--yes', '--json', '--url', url])
    expect([json.status, JSON.parse(json.text)]).toMatchObject([3, { status: 'error' }])
    expect(readFileSync(plan, 'utf8')).toBe(before)
  })

  it('should say that the server has perhaps written if its answer is lost', async () => {
    const { url, opsgraph } = await startServer()
    const { file, plan } = files()
    await run(['plan', file, '--out', plan, '--url', url])
    const lossy = await listenLossy(url)
    await expect(run(['apply', plan, '--yes', '--url', lossy])).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        `closed the connection without .*the server has perhaps written: look for the planHash ${document(plan).planHash} in the audit trail$`,
      ),
    })
    const { items } = await opsgraph.listAuditEntries(ANN, { filters: { type: ['resources'] } })
    expect(items[0]?.attributes).toMatchObject({ planHash: document(plan).planHash })
  })

  it('should say what is wrong with a file that is no plan', async () => {
    const { url } = await startServer()
    const { plan } = files()
    const cut = () => writeFileSync(plan, '{"format": "opsgraph-plan", "items": [{"resou')
    for (const [write, message] of [
      [() => undefined, /there is no file/],
      [cut, /is not a whole plan: it is not valid JSON at position \d+/],
      [() => writeFileSync(plan, Buffer.from('\uFEFF{"a": 1}', 'utf16le')), /is not valid UTF-8/],
      [() => writeFileSync(plan, '[]'), /is not a plan: make one with "opsgraph cmdb plan --out"/],
      [() => writeFileSync(plan, `{"cell": "${'x'.repeat(64 * 1024 ** 2)}"}`), /is larger than a plan can be, 64 MiB/],
    ] as const) {
      write()
      await expect(run(['apply', plan, '--yes', '--url', url])).rejects.toThrow(message)
    }
    await expect(run(['apply', '-', '--yes', '--url', url])).rejects.toThrow('name the file of the plan')
  })
})

// Helpers

/** Listens in front of a server, and loses the answers to requests that are no dry run. */
async function listenLossy(url: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const headers = { authorization: String(request.headers.authorization), 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: new Uint8Array(await buffer(request)) }
    const answer = await fetch(`${url}${request.url}`, sent)
    const text = await answer.text()
    if (request.url?.includes('dryRun')) response.setHeader('content-type', 'application/json').end(text)
    else request.socket.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ANN = { user: 'ann', scopes: ['admin' as const], requestId: null }

type Prepared = Pick<Awaited<ReturnType<typeof startServer>>, 'opsgraph'> & { readonly plan: string }

function run(args: readonly string[]) {
  return runProgram(['cmdb', ...args], { env })
}

function files() {
  return { file: temporaryFile('inventory.csv', CSV), plan: join(temporaryDirectory(), 'plan.json') }
}

function document(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function edit(path: string, fields: object): void {
  writeFileSync(path, JSON.stringify({ ...document(path), ...fields }))
}
