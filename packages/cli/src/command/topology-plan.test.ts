import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV as env, startServer } from '../../test/start-server.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'
import { topologyFile } from '../../test/topology-file.js'

const POLICY = { name: 'Checkout', description: '', filters: {}, weight: 5 }

describe('opsgraph topology plan', () => {
  it('should show people the effects of an import, by topology', async () => {
    const file = temporaryFile('shop.json', topologyFile({ policies: [POLICY] }))
    const { text, status } = await plan([file, '--mode', 'merge'])
    expect(status).toBe(0)
    expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
      `${file}: 1 topology`,
      '',
      '                     create  update  remove  unchanged',
      '  shop: create',
      '    nodes                 4       0       0          0',
      '    edges                 3       0       0          0',
      '    weight policies       1       0       0          0',
      '',
      'a plan: nothing is written',
    ])
  })

  it('should list the changes by topology, with --changes', async () => {
    const files = [
      temporaryFile('a.json', topologyFile({ policies: [POLICY] })),
      temporaryFile(
        'b.json',
        topologyFile({ resources: ['web'], description: 'new', policies: [{ ...POLICY, weight: 6 }] }),
      ),
    ] as const
    const { text } = await plan([...files, '--mode', 'replace', '--changes'])
    const [first = '', second = ''] = text.split(`${files[1]}: `)
    expect(first).toContain(
      '\n  changes of shop\n    + topology\n    + node service shop\n    + node environment Production\n',
    )
    expect(second).toContain(
      [
        '\n  changes of shop',
        '    ~ topology (description)',
        '    - node db in environment Production',
        '    - edge environment Production -> db in environment Production',
        '    ~ weight policy Checkout (weight)\n',
      ].join('\n'),
    )
    expect((await plan([files[0], '--mode', 'merge'])).text).not.toContain('changes of')
    const { printed } = await plan([files[0], '--mode', 'merge', '--changes', '--json'])
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({
      changesTotal: 9,
      changes: expect.arrayContaining([{ kind: 'topology', action: 'create', service: 'shop' }]),
    })
  })

  it('should plan each file on the result of the files before it', async () => {
    const [first, second] = [
      temporaryFile('a.json', topologyFile()),
      temporaryFile('b.json', topologyFile({ resources: ['web'] })),
    ]
    const { text, status } = await plan([first, second, '--mode', 'replace', '--exit-code'])
    expect(status).toBe(2)
    expect(text.split(`${second}: `)[1]).toMatch(/shop: update\n {4}nodes +0 +0 +1 +3\n {4}edges +0 +0 +1 +2$/m)
    const merged = await plan([first, second, '--mode', 'merge'])
    expect(merged.text.split(`${second}: `)[1]).toContain('unchanged: 1 topology\n\nnothing to change')
  })

  it('should not change the state for a refused file', async () => {
    const [invalid, valid] = [temporaryFile('a.json', '{"nodes": 7}'), temporaryFile('b.json', topologyFile())]
    const { printed, status } = await plan([invalid, valid, '--mode', 'merge', '--json', '--exit-code'])
    expect(status).toBe(1)
    expect(printed).toHaveLength(1)
    expect(JSON.parse(printed[0] ?? '')).toMatchObject([
      { status: 'error', code: 400, message: 'invalid import', requestId: '' },
      { status: 'ok', dryRun: true, previews: [{ topology: { action: 'create', id: null }, nodes: { create: 4 } }] },
    ])
  })

  it('should show every error with file, line and path', async () => {
    const file = temporaryFile('a.json', topologyFile().replace('"label":"web"', '"label":7').replace('resource', 'r'))
    const { text, status } = await plan([file, '--mode', 'merge'])
    expect(status).toBe(1)
    expect(text).toContain(
      `${file}: invalid import, 2 errors; nothing is written\n\n  invalidKind (1 error)\n    ${file}:8:1: nodes[2]: kind must be`,
    )
    expect(text).toContain(`\n  missingLabel (1 error)\n    ${file}:8:37: nodes[2].label: a node needs a label`)
  })

  it('should plan on a snapshot, including changes of topology fields without a counter', async () => {
    const file = temporaryFile('a.json', topologyFile())
    const state = await snapshotWith(topologyFile())
    expect(await plan([file, '--mode', 'replace', '--exit-code', '--state', state])).toMatchObject({
      status: 0,
      text: expect.stringMatching(/unchanged: 1 topology\n\nnothing to change$/),
    })
    const other = temporaryFile('a.json', topologyFile({ description: 'What we sell with' }))
    const { status, text } = await plan([other, '--mode', 'replace', '--exit-code', '--state', state])
    expect(status).toBe(2)
    expect(text).toContain('\n    topology itself: update (description)\n')
  })

  it('should note on stderr that it planned on an empty state, also with --json', async () => {
    const empty =
      'planned on an empty state, as if nothing was stored yet: name a snapshot with --state, or a server with --url'
    const file = temporaryFile('a.json', topologyFile())
    for (const args of [[file], [file, '--json'], [temporaryFile('b.json', '{"nodes": 7}'), file]]) {
      expect((await plan([...args, '--mode', 'merge'])).noted).toEqual([empty])
    }
    const state = await snapshotWith(topologyFile())
    expect((await plan([file, '--mode', 'merge', '--state', state])).noted).toEqual([])
    expect((await plan([temporaryFile('a.json', '{"nodes": 7}'), '--mode', 'merge'])).noted).toEqual([])
  })

  it('should plan a bundle, and standard input', async () => {
    const bundle = `{"kind": "platform-service-topology-bundle", "topologies": [${topologyFile()}, ${topologyFile({ service: 'pay' })}]}`
    const { text } = await plan(['-', '--mode', 'merge'], { terminal: { read: () => bytesOf(bundle) } })
    expect(text).toMatch(/^standard input: 2 topologies\n[\s\S]*shop: create\n[\s\S]*pay: create\n/)
  })

  it('should show warnings with their topology, and need a service for trees', async () => {
    const tree = { type: 'service', name: 'shop', children: [{ type: 'environment', name: 'P' }] }
    const file = temporaryFile('tree.json', JSON.stringify(tree))
    const { text } = await plan([file, '--mode', 'merge', '--service', 'shop'])
    expect(text).toMatch(/\n {2}legacyConverted \(1 warning\)\n {4}shop: the file holds a tree of an earlier release/)
    expect((await plan([file, '--mode', 'merge'])).text).toContain('serviceMissing (1 error)')
  })

  it('should shorten a long list of topologies, but no list of errors', async () => {
    const services = Array.from({ length: 50 }, (_, index) => topologyFile({ service: `s${index}` }))
    const bundle = (topologies: readonly string[]) =>
      temporaryFile('all.json', `{"kind": "platform-service-topology-bundle", "topologies": [${topologies.join(',')}]}`)
    const { text } = await plan([bundle(services), '--mode', 'merge'])
    expect(text).toContain('\n  … and 10 more topologies (--json lists all)\n')
    const faulty = await plan([
      bundle(services.map((file) => file.replace('"label":"db"', '"label":""'))),
      '--mode',
      'merge',
    ])
    expect(faulty.printed.filter((line) => /^ {4}\S+:\d+:\d+: /.test(line))).toHaveLength(50)
  })

  it('should escape control characters in names from a file', async () => {
    const file = temporaryFile('a.json', topologyFile({ service: '\u001b[31mred\u202e', prefix: 'x' }))
    const { text } = await plan([file, '--mode', 'merge'])
    expect(text).toContain('\\u{1b}[31mred\\u{202e}: create')
    expect(text).not.toContain('\u001b')
    expect(text).not.toContain('\u202e')
    expect((await plan([file, '--mode', 'merge'], { terminal: { isColored: true } })).text).toContain('\u001b[1m')
  })

  it.each([
    [['a.json'], '--mode is required: replace or merge'],
    [['a.json', '--mode', 'ersetzen'], '--mode must be one of replace, merge'],
    [['a.json', '--mode', 'merge', '--positions', 'here'], '--positions must be one of keep, file'],
    [['/nowhere.json', '--mode', 'merge'], 'there is no file /nowhere.json'],
    [['/', '--mode', 'merge'], '/ is a directory: name a file'],
    [['-', '-', '--mode', 'merge'], '- is standard input, which can be read once'],
    [['-', '--state', '-', '--mode', 'merge'], '- is standard input, which can be read once'],
    [['a.json', '--mode', 'merge', '--state', '/nowhere'], 'there is no file /nowhere'],
    [['a.json', '--mode', 'merge', '--key', 'secret'], '--key needs --url: the server that the key is for'],
    [['a.json', '--mode', 'merge', '--url', 'http://x'], 'the server needs an API key: set OPSGRAPH_KEY (or --key)'],
    [
      ['a.json', '--mode', 'merge', '--state', 'x', '--url', 'x'],
      '--state or --url, not both: name a snapshot or a server',
    ],
    [['--mode', 'merge'], "missing required argument 'file'"],
    [['a.json', '--mod', 'merge'], "unknown option '--mod' (Did you mean --mode?)"],
  ])('should refuse %j with status 1, since 2 means changes', async (args, message) => {
    await expect(plan(args)).rejects.toMatchObject({ name: 'StartError', message })
  })
})

describe('opsgraph topology plan --url', () => {
  it('should print the same output as on a snapshot of the server', async () => {
    const { url, opsgraph, store } = await startServer()
    await importInto(opsgraph, topologyFile())
    const state = join(temporaryDirectory(), 'state.jsonl')
    await runProgram(['snapshot', 'save', state], { store })
    const file = temporaryFile('a.json', topologyFile({ description: 'new', resources: ['web', 'cache'] }))
    for (const flags of [['--json'], ['--exit-code'], ['--changes']]) {
      const remote = await plan([file, '--mode', 'replace', ...flags, '--url', url], { env })
      const local = await plan([file, '--mode', 'replace', ...flags, '--state', state])
      expect(remote).toEqual(local)
    }
  })

  it('should plan each of several files on the stored state', async () => {
    const { url } = await startServer()
    const files = [temporaryFile('a.json', topologyFile()), temporaryFile('b.json', topologyFile())]
    const { printed } = await plan([...files, '--mode', 'merge', '--json', '--url', url], { env })
    expect(JSON.parse(printed[0] ?? '')).toMatchObject([0, 1].map(() => ({ previews: [{ nodes: { create: 4 } }] })))
  })

  it('should show a change of a topology field that has no counter', async () => {
    const { url, opsgraph } = await startServer()
    await importInto(opsgraph, topologyFile())
    const file = temporaryFile('a.json', topologyFile({ description: 'new' }))
    const { status, text } = await plan([file, '--mode', 'merge', '--exit-code', '--url', url], { env })
    expect([status, text]).toEqual([2, expect.stringContaining('topology itself: update (description)')])
  })

  it('should give the reason if the server does not answer, or refuses', async () => {
    const { url, close } = await startServer()
    const args = [temporaryFile('a.json', topologyFile()), '--mode', 'merge', '--url', url]
    const wrongKey = { env: { OPSGRAPH_KEY: 'another' } }
    await expect(plan(args, wrongKey)).rejects.toThrow('the server refuses: the API key is unknown or has expired')
    const { status, text } = await plan([...args, '--json'], wrongKey)
    expect([status, JSON.parse(text).code]).toEqual([1, 401])
    await expect(plan([...args, '--url', `${url}/metrics`], { env })).rejects.toThrow(/refuses|answers/)
    await close()
    await expect(plan(args, { env })).rejects.toThrow(/refuses the connection \(ECONNREFUSED\)/)
  })
})

// Helpers

type Stage = Parameters<typeof runProgram>[1]

async function plan(args: readonly string[], stage: Stage = {}) {
  return await runProgram(['topology', 'plan', ...args], stage)
}

async function importInto(opsgraph: ReturnType<typeof createOpsgraph>, file: string): Promise<void> {
  const caller = { user: 'ann', scopes: ['admin' as const], requestId: null }
  await opsgraph.importTopologies(caller, { body: Buffer.from(file), options: { mode: 'replace' } })
}

/** Imports a file into an empty store, saves a snapshot of the store, and returns the path of the snapshot. */
async function snapshotWith(file: string): Promise<string> {
  const store = new MemoryStore()
  await importInto(createOpsgraph({ store }), file)
  const target = temporaryFile('state.jsonl', '')
  writeFileSync(target, (await runProgram(['snapshot', 'save', '-'], { store })).written)
  return target
}
