import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { temporaryFile } from '../../test/temporary-files.js'
import { topologyFile } from '../../test/topology-file.js'
import { toFailure } from '../failure.js'

const POLICY = { name: 'Checkout', description: '', filters: {}, weight: 5 }
const DEEP = 100_000

describe('opsgraph topology validate', () => {
  it('should report valid files', async () => {
    const files = [temporaryFile('a.json', topologyFile()), temporaryFile('b.json', topologyFile({ service: 'pay' }))]
    expect(await validate(files)).toMatchObject({ status: 0, text: '2 files with 2 topologies: valid' })
    expect(JSON.parse((await validate([...files.slice(0, 1), '--json'])).text)).toEqual({
      status: 'ok',
      files: [
        {
          file: files[0],
          topologies: [{ service: 'shop', nodes: 4, edges: 3, weightPolicies: 0 }],
          errors: [],
          warnings: [],
        },
      ],
    })
  })

  it('should report every fault of every file with its line, code and path', async () => {
    const labels = temporaryFile(
      'a.json',
      topologyFile().replace('"label":"web"', '"label":7').replace('"label":"db"', '"label":""'),
    )
    const [valid, version] = [
      temporaryFile('b.json', topologyFile({ service: 'pay' })),
      temporaryFile('c.json', '{\n"kind": "platform-service-topology",\n"schemaVersion": 1}'),
    ]
    const { printed, status } = await validate([labels, valid, version])
    expect(status).toBe(1)
    const rule = 'a node needs a label: a string, empty for the empty environment only'
    expect(printed).toEqual([
      `${labels}:8:44: error missingLabel: nodes[2].label: ${rule}`,
      `${labels}:9:43: error missingLabel: nodes[3].label: ${rule}`,
      `${version}:3:18: error unsupportedSchemaVersion: schemaVersion: schemaVersion must be 2, this is 1: export the topology again with a current release`,
      '',
      '2 of 3 files invalid, 3 errors',
    ])
    const report = JSON.parse((await validate([labels, '--json'])).text)
    expect(report).toMatchObject({
      status: 'error',
      files: [{ topologies: [], errors: [{ line: 8, column: 44 }, { line: 9 }] }],
    })
  })

  it.each([
    ['no JSON', '{\n "nodes": [,]}', /:2:12: error invalidJson: the file is not valid JSON: /],
    ['conflicts', topologyFile().replace('"edges"', '<<<<<<< HEAD\n"edges"'), /:11:1: error invalidJson: /],
    ['an empty file', '', /:1:1: error invalidJson: /],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), /\.json: error invalidJson: the file is UTF-16: save it as UTF-8/],
    ['3 MB', ' '.repeat(3_000_000), /\.json: error tooLarge: the file is larger than 2 MB/],
    ['a list', '[]', /\.json: error invalidFormat: a topology must be an object: /],
    [
      'a deep object',
      `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
      /:1:1: error invalidFormat: nodes: the file has no nodes/,
    ],
    ['a deep list', '['.repeat(1_000_000), /:1:1000001: error invalidJson: /],
    [
      'deep params',
      topologyFile().replace(
        '"kind":"service"',
        `"kind":"service","params":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
      ),
      /:6:1: error invalidParams: nodes\[0\]: /,
    ],
    [
      'a deep tree',
      `{"service": "s", "type": "service", "children":[${'{"children":['.repeat(DEEP)}${']}'.repeat(DEEP)}]}`,
      /:1:1: error tooLarge: tree: /,
    ],
  ])('should report one clear fault for %s', async (_, content, line) => {
    const { printed, status } = await validate([temporaryFile('a.json', content)])
    expect(status).toBe(1)
    expect(printed[0]).toMatch(line)
    expect(printed.slice(1)).toEqual(['', '1 of 1 file invalid, 1 error'])
  })

  it('should warn of services, node ids and policies in several files', async () => {
    const [first, second, third] = [
      temporaryFile('a.json', topologyFile({ policies: [POLICY] })),
      temporaryFile('b.json', topologyFile({ service: 'pay', prefix: 'shop', policies: [POLICY] })),
      temporaryFile('c.json', topologyFile({ policies: [POLICY] })),
    ]
    const { printed, status } = await validate([first, second, third])
    expect(status).toBe(0)
    expect(printed).toEqual([
      `${second}:6:1: warning sharedNodeId: nodes[0]: 4 nodes with an id that is also in ${first}, such as "shop-s": an import would assign new ids`,
      `${second}:12:20: warning sharedPolicy: weightPolicies[0]: 1 weight policy with a name that is also in ${first}, such as "Checkout": each import assigns it to its own topology; topologies in one bundle can share it`,
      `${third}:4:55: warning sharedService: topology.service: the service "shop" is also in ${first}: a service has one topology, so both imports would change the same one`,
      '',
      '3 files with 3 topologies: valid, 3 warnings',
    ])
  })

  it('should warn of equal node ids in one bundle, but not of equal policies', async () => {
    const documents = [
      topologyFile({ policies: [POLICY] }),
      topologyFile({ service: 'pay', prefix: 'shop', policies: [POLICY] }),
    ]
    const bundle = `{"kind": "platform-service-topology-bundle", "topologies": [${documents.join(',')}]}`
    const { printed } = await validate(['-'], bundle)
    expect(printed.slice(0, -2)).toEqual([
      expect.stringMatching(
        /^standard input:\d+:1: warning sharedNodeId: topologies\[1\]\.nodes\[0\]: 4 nodes with an id that is also in the topology of "shop"/,
      ),
    ])
  })

  it('should ignore the ids of trees, which are new at every import', async () => {
    const tree = JSON.stringify({ type: 'service', name: 'shop', id: 'same' })
    const files = [
      temporaryFile('a.json', `{"service": "a", "tree": ${tree}}`),
      temporaryFile('b.json', `{"service": "b", "tree": ${tree}}`),
    ]
    expect((await validate(files)).printed).toEqual(['2 files with 2 topologies: valid'])
    const bare = await validate([temporaryFile('a.json', tree), '--service', 'shop'])
    expect(bare.text).toBe('1 file with 1 topology: valid')
  })

  it('should annotate lines for GitHub, and escape file names', async () => {
    const file = temporaryFile(
      'a,b:100%.json',
      topologyFile().replace('"source":"shop-p","target":"shop-db"', '"source":"%0A\\n::","target":"shop-db"'),
    )
    const { printed } = await validate([file, '--github'])
    const name = file.replace('a,b:100%.json', 'a%2Cb%3A100%25.json')
    expect(printed[0]).toBe(
      `::error file=${name},line=11,col=89,title=edgeEndpointMissing::edges[2]: source is %250A\\u{a}::, which is not in nodes`,
    )
  })

  it.each([
    [1, ['/nowhere.json'], 'there is no file /nowhere.json'],
    [1, ['/'], '/ is a directory: name a file'],
    [2, [], "missing required argument 'file'"],
  ])('should exit with %i for %j', async (status, args, message) => {
    const refused = validate(args)
    await expect(refused).rejects.toSatisfy((error) => toFailure(error).status === status)
    await expect(refused).rejects.toThrow(message)
  })
})

// Helpers

async function validate(args: readonly string[], piped = '') {
  return await runProgram(['topology', 'validate', ...args], { terminal: { read: () => bytesOf(piped) } })
}
