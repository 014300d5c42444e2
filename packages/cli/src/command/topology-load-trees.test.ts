import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'
import { OPERATOR_CALLER } from '../operator.js'

const resource = (label: string) => ({ type: 'resource', label })
const environment = (label: string, ...children: readonly unknown[]) => ({ type: 'environment', label, children })
const tree = (...children: readonly unknown[]) => ({ type: 'service', label: 'Shop', children })
const VALID = tree(environment('Production', resource('db')))
const INVALID = tree(environment('Production', resource('db')), environment('Staging', resource('db')))

const FILE = [
  { id: 't1', name: 'Shop', description: '', service: 'shop', tree: VALID },
  { id: 't2', name: 'Bank', description: '', service: 'bank', tree: INVALID },
  { id: 't3', name: 'Old shop', description: '', service: 'shop', tree: VALID },
]

describe('opsgraph topology load-trees', () => {
  it('should store the trees, and print the result and the effects of the next start', async () => {
    const store = new MemoryStore()
    const file = temporaryFile('trees.json', JSON.stringify(FILE))
    const { printed, noted, status } = await runProgram(['topology', 'load-trees', file], { store })
    expect({ noted, status }).toEqual({ noted: [], status: 0 })
    const message = expect.stringMatching(
      /^ {2}"db": the resource node \S+ is below several environments; draw one node for each \(resourceInMultipleEnvironments\)$/,
    )
    expect(printed).toEqual([
      't1, service shop: loaded',
      't2, service bank: loaded',
      't3, service shop: loaded',
      '3 topologies loaded, 0 already stored',
      '',
      'At the next start of the server:',
      't1, service shop: will be upgraded',
      '  2 topologies of this service',
      't2, service bank: will stay a tree',
      message,
      't3, service shop: will stay a tree: t1 is the topology of this service',
      '  2 topologies of this service',
    ])
    expect((await createOpsgraph({ store }).listTopologies(OPERATOR_CALLER, {})).total).toBe(3)
  })

  it('should skip stored trees when it runs again', async () => {
    const store = new MemoryStore()
    const terminal = { read: () => bytesOf(JSON.stringify(FILE.slice(0, 1))) }
    const load = async () => (await runProgram(['topology', 'load-trees', '-'], { store, terminal })).printed
    await load()
    await createOpsgraph({ store }).upgradeTrees(OPERATOR_CALLER)
    expect(await load()).toEqual([
      't1, service shop: already stored, not changed',
      '0 topologies loaded, 1 already stored',
    ])
  })

  it('should print JSON for scripts', async () => {
    const file = temporaryFile('trees.json', JSON.stringify(FILE.slice(1, 2)))
    const { printed } = await runProgram(['topology', 'load-trees', file, '--json'], { store: new MemoryStore() })
    expect(printed.map((line): unknown => JSON.parse(line))).toEqual([
      {
        loaded: [{ topologyId: 't2', name: 'Bank', service: 'bank', isNew: true }],
        upgrades: [
          {
            ...{ topologyId: 't2', name: 'Bank', service: 'bank', isUpgraded: false, rivals: [], issueCount: 1 },
            issues: [expect.objectContaining({ code: 'resourceInMultipleEnvironments', label: 'db' })],
          },
        ],
      },
    ])
  })

  it('should refuse a file with all its faults and their positions, and load nothing', async () => {
    const store = new MemoryStore()
    const broken = [
      { ...FILE[0], name: '' },
      { ...FILE[1], tree: tree(environment('P', 7)) },
      { ...FILE[2], tree: undefined },
    ]
    const lines = broken.map((entry) => JSON.stringify(entry))
    const file = temporaryFile('trees.json', `[\n${lines.join(',\n')}\n]`)
    const columnOf = (line: number, text: string) => (lines[line]?.indexOf(text) ?? 0) + 1
    const { printed, noted, status } = await runProgram(['topology', 'load-trees', file], { store })
    expect({ printed, status }).toEqual({ printed: [], status: 1 })
    expect(noted).toEqual([
      `${file} is refused, nothing was loaded: 3 faults`,
      `${file}:2:${columnOf(0, '""')}: error invalidEntry: topologies[0].name: name is required`,
      `${file}:3:${columnOf(1, '7')}: error invalidNode: topologies[1].tree.children[0].children[0]: a node must be an object`,
      `${file}:4:1: error invalidEntry: topologies[2].tree: tree is required`,
    ])
    expect((await createOpsgraph({ store }).listTopologies(OPERATOR_CALLER, {})).total).toBe(0)
  })

  it('should not open the database for a refused file', async () => {
    const file = temporaryFile('trees.json', '[')
    // This test configures no store, so an attempt to open a store would throw.
    expect(await runProgram(['topology', 'load-trees', file])).toMatchObject({ status: 1, printed: [] })
  })

  it('should show a hundred faults, and the number of the others', async () => {
    const file = temporaryFile('trees.json', JSON.stringify(Array(150).fill(0)))
    const { noted } = await runProgram(['topology', 'load-trees', file], { store: new MemoryStore() })
    expect(noted).toHaveLength(102)
    expect(noted.at(-1)).toBe('  and 50 more faults')
  })

  it('should escape control characters in names from a file', async () => {
    const name = '\u001b[2J\u202e'
    const entry = { ...FILE[1], id: name, service: name }
    const file = temporaryFile('trees.json', JSON.stringify([entry, { ...entry, id: 7 }]))
    const refused = await runProgram(['topology', 'load-trees', file], { store: new MemoryStore() })
    const loaded = await runProgram(['topology', 'load-trees', temporaryFile('trees.json', JSON.stringify([entry]))], {
      store: new MemoryStore(),
    })
    const output = [...refused.noted, ...loaded.printed].join('')
    for (const character of name) expect(output.includes(character) && /\p{C}/u.test(character)).toBe(false)
    expect(loaded.text).toContain('\\u{1b}[2J')
  })

  it.each([
    [['/nowhere'], 'StartError', 'there is no file /nowhere'],
    [['x', '--store', 'memory'], 'UsageError', 'the memory store is lost when the command ends: name a database'],
    [[], 'CommanderError', "missing required argument 'file'"],
  ])('should refuse %j', async (args, name, message) => {
    const running = runProgram(['topology', 'load-trees', ...args])
    await expect(running).rejects.toMatchObject({ name, message: expect.stringContaining(message) })
  })

  it('should refuse a directory', async () => {
    const directory = join(temporaryDirectory(), 'below')
    mkdirSync(directory)
    const running = runProgram(['topology', 'load-trees', directory], { store: new MemoryStore() })
    await expect(running).rejects.toThrow(`${directory} is a directory: name a file`)
  })
})
