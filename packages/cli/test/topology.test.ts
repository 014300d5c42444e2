import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OPERATOR_CALLER } from '../src/operator.js'
import { CommandProcess, run, serve } from './command-process.js'
import { runHere } from './run-program.js'
import { startServer } from './start-server.js'
import { temporaryFile } from './temporary-files.js'
import { topologyFile } from './topology-file.js'

const KEY = 'the-key-of-this-test'
const env = { OPSGRAPH_KEY: KEY }
const VALID = () => temporaryFile('shop.json', topologyFile())
const EMPTY = expect.stringMatching(/^planned on an empty state, [^\n]*\n$/)
const MERGE = ['--mode', 'merge']

describe('opsgraph topology', () => {
  it('should exit with 0 for a plan, 2 for changes with --exit-code, 1 for an invalid file', async () => {
    const clean = await run(['topology', 'plan', VALID(), ...MERGE])
    expect(clean).toMatchObject({
      end: 0,
      stderr: EMPTY,
      stdout: expect.stringContaining('a plan: nothing is written'),
    })
    expect(await run(['topology', 'plan', '-', ...MERGE, '--exit-code'], {}, topologyFile())).toMatchObject({
      end: 2,
      stderr: EMPTY,
    })
    const invalid = temporaryFile('a.json', topologyFile().replace('"kind":"resource"', '"kind":"thing"'))
    const plan = await run(['topology', 'plan', invalid, ...MERGE, '--exit-code'])
    expect(plan).toMatchObject({
      end: 1,
      stderr: '',
      stdout: expect.stringContaining(`    ${invalid}:8:1: nodes[2]: `),
    })
    const validation = await run(['topology', 'validate', VALID(), invalid])
    expect(validation).toMatchObject({
      end: 1,
      stderr: '',
      stdout: expect.stringContaining(`${invalid}:8:1: error invalidKind: `),
    })
    expect(await run(['topology', 'validate', '-'], {}, topologyFile())).toMatchObject({ end: 0, stderr: '' })
  })

  it('should report one clear fault for a file without topologies', async () => {
    for (const [content, fault] of [
      ['', 'invalidJson'],
      [Buffer.from('\ufeff{}', 'utf16le'), 'the file is UTF-16: save it as UTF-8'],
      [' '.repeat(3_000_000), 'the file is larger than 2 MB'],
      [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'invalidFormat'],
    ] as const) {
      const file = temporaryFile('a.json', content)
      for (const args of [['validate'], ['plan', ...MERGE]]) {
        const { end, stdout, stderr } = await runHere(['topology', ...args, file])
        expect({ end, stderr }).toEqual({ end: 1, stderr: '' })
        expect(stdout).toContain(fault)
      }
    }
  }, 60_000)

  it('should report a wrong command line on one line of stderr with status 2, or 1 for plan', async () => {
    const file = VALID()
    const unreachable = ['--url', 'http://127.0.0.1:1']
    for (const [status, ...args] of [
      [1, 'plan', '/nowhere.json', ...MERGE],
      [1, 'plan', '/', ...MERGE],
      [1, 'plan', file],
      [1, 'plan', file, '--mode', 'ersetzen'],
      [1, 'plan', file, ...MERGE, '--exit-cod'],
      [1, 'plan', '-', '-', ...MERGE],
      [1, 'plan', file, ...MERGE, '--key', 'k'],
      [1, 'plan', file, ...MERGE, ...unreachable],
      [1, 'plan', ...MERGE],
      [2, 'validate'],
      [2, 'validate', '-', '-'],
      [1, 'validate', '/'],
      [2, 'export'],
      [2, 'export', ...unreachable],
      [1, 'export', ...unreachable, '--key', 'k'],
      [2, 'import', file, ...MERGE],
      [2, 'import', file, '--yes', ...unreachable, '--key', 'k'],
      [1, 'import', file, ...MERGE, ...unreachable, '--key', 'k'],
      [1, 'import', file, ...MERGE, ...unreachable, '--key', 'k', '--yes'],
      [2, 'render', file],
      [1, 'render', '/nowhere.json', '-o', '-', '--format', 'svg'],
      [2, 'load-trees'],
      [1, 'load-trees', '/nowhere.json'],
    ] as const) {
      const { end, stdout, stderr } = await runHere(['topology', ...args])
      expect({ args, end, stdout }).toEqual({ args, end: status, stdout: '' })
      expect(stderr).toMatch(/^opsgraph: [^\n]+\n$/)
    }
    for (const args of [
      ['topology', 'plan', file],
      ['topology', 'validate'],
    ])
      expect(await run(args)).toEqual(await runHere(args))
  }, 60_000)

  it('should end at Ctrl-C while it waits for a server', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const url = ['--url', `http://127.0.0.1:${port}`]
    for (const args of [
      ['plan', VALID(), ...MERGE, ...url],
      ['export', ...url],
      ['import', VALID(), ...MERGE, '--yes', ...url],
    ]) {
      const command = new CommandProcess(['topology', ...args], env)
      await new Promise((resolve) => silent.once('connection', resolve))
      command.kill('SIGINT')
      expect(await command.ended).toEqual({ end: 1, stdout: '', stderr: 'opsgraph: stopped before the end\n' })
    }
  }, 60_000)

  it('should print the answers of the server with --json, and import and export topologies', async () => {
    const server = serve(['--store', 'memory'], { ADMIN_KEY: KEY })
    const url = await server.url()
    const file = VALID()
    const post = async (query: string) => {
      const response = await fetch(`${url}/api/service_topology/import?${query}`, {
        method: 'POST',
        headers: { Authorization: `Key ${KEY}`, 'Content-Type': 'application/json' },
        body: topologyFile(),
      })
      return `${await response.text()}\n`
    }
    const plan = await runHere(['topology', 'plan', '--json', file, ...MERGE])
    expect(plan.stdout).toBe(await post('mode=merge&dryRun=1'))
    const changes = ['topology', 'plan', '--changes', file, ...MERGE]
    expect((await runHere([...changes, '--json'])).stdout).toBe(await post('mode=merge&dryRun=1&changes=1'))
    const listed = await runHere([...changes, '--url', url], env)
    expect(listed.stdout).toBe((await runHere(changes)).stdout)
    expect(listed.stdout).toContain('\n  changes of shop\n    + topology\n    + node service shop\n')
    expect(
      await runHere(['topology', 'plan', file, ...MERGE, '--url', url], { OPSGRAPH_KEY: 'another' }),
    ).toMatchObject({
      end: 1,
      stderr: 'opsgraph: the server refuses: the API key is unknown or has expired\n',
    })
    const imported = await runHere(
      ['topology', 'import', file, '--mode', 'replace', '--url', url, '--yes', '--json'],
      env,
    )
    expect(imported.end).toBe(0)
    expect(JSON.parse(imported.stdout)).toMatchObject({
      dryRun: false,
      results: [{ service: 'shop', action: 'created' }],
    })
    const again = await runHere(
      ['topology', 'plan', '--json', '--exit-code', file, '--mode', 'replace', '--url', url],
      env,
    )
    expect(again).toMatchObject({ end: 0, stdout: await post('mode=replace&dryRun=1') })
    const exported = await runHere(['topology', 'export', '--service', 'shop', '--url', url], env)
    expect(exported).toMatchObject({ end: 0, stderr: '' })
    const piped = await runHere(
      ['topology', 'plan', '-', '--mode', 'replace', '--exit-code', '--url', url],
      env,
      exported.stdout,
    )
    expect(piped).toMatchObject({ end: 0, stdout: expect.stringContaining('nothing to change') })
  }, 60_000)

  it.each([
    ['plan', 'read:service_topologies', 'write:service_topologies'],
    ['import', 'read:service_topologies', 'write:service_topologies'],
    ['export', 'read:alerts', 'read:service_topologies'],
  ] as const)('should end %s with 1 if the key lacks a scope, and name the scope', async (name, scope, missing) => {
    const { url, opsgraph, store } = await startServer()
    const { secret } = await opsgraph.createApiKey(OPERATOR_CALLER, { user: 'someone', scopes: [scope] })
    const importing = ['--mode', 'merge', ...(name === 'import' ? ['--yes'] : []), '-']
    const flags = ['--url', url, ...(name === 'export' ? [] : importing)]
    const { end, stdout, stderr } = await runHere(
      ['topology', name, ...flags],
      { OPSGRAPH_KEY: secret },
      topologyFile(),
    )
    expect({ end, stdout }).toEqual({ end: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^opsgraph: the server refuses: [^\n]*${missing}[^\n]*\n$`))
    const everything = { filters: {}, sort: undefined, page: 1, pageSize: 10 }
    expect((await store.topologies.list(everything)).total).toBe(0)
  })
})
