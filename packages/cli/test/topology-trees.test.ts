import { randomUUID } from 'node:crypto'
import type { Topology } from '@opsgraph/core'
import { receiveTreeFile } from '@opsgraph/core/pure'
import { beforeEach, describe, expect, it } from 'vitest'
import { fileText, fullNode, joined, PATH } from '../../../test/http-on-three-stores/topology-files.js'
import { OPERATOR_CALLER } from '../src/operator.js'
import { runHere } from './run-program.js'
import { KEY_ENV as env, KEY, type StartedServer, startServer } from './start-server.js'

describe('opsgraph topology import into a tree of an earlier release', () => {
  let server: StartedServer
  beforeEach(async () => {
    server = await startServer()
    const trees = [
      entry('sound', 'shop', environment('Production', 'web')),
      entry('split', 'bank', environment('Production', 'web'), environment('Staging', 'web')),
    ]
    const bytes = Buffer.from(JSON.stringify(trees))
    await server.opsgraph.loadTrees(OPERATOR_CALLER, await receiveTreeFile(bytes, randomUUID))
  })

  const command = async (name: 'plan' | 'import', mode: string, service: string) => {
    const flags = ['--mode', mode, '--url', server.url, ...(name === 'import' ? ['--yes', '--json'] : ['--exit-code'])]
    return await runHere(['topology', name, ...flags, '-'], env, fileText(fileOf(service)))
  }
  const read = async (id: string): Promise<Topology> => {
    const answer = await fetch(`${server.url}${PATH}/${id}`, { headers: { Authorization: `Key ${KEY}` } })
    return ((await answer.json()) as { topology: Topology }).topology
  }

  it.each(['merge', 'replace'])('should upgrade it to schemaVersion 2 and keep its id: %s', async (mode) => {
    const before = await read('sound')
    expect(before.schemaVersion).toBe(1)
    const change = expect.stringContaining('topology itself: update (from a tree into nodes and edges')
    expect(await command('plan', mode, 'shop')).toMatchObject({ end: 2, stderr: '', stdout: change })
    expect(await read('sound')).toEqual(before)
    const imported = await command('import', mode, 'shop')
    expect(imported.end).toBe(0)
    expect(JSON.parse(imported.stdout)).toMatchObject({ results: [{ topologyId: 'sound', action: 'updated' }] })
    const { schemaVersion, nodes } = await read('sound')
    expect(schemaVersion).toBe(2)
    const labels = mode === 'merge' ? ['Shop', 'Production', 'web', 'db'] : ['Shop', 'Production', 'db']
    expect(nodes.map(({ label }) => label)).toEqual(labels)
    expect(await command('plan', mode, 'shop')).toMatchObject({ end: 0 })
  })

  it('should not change an invalid tree in merge mode, and make it valid in replace mode', async () => {
    const before = await read('split')
    const refused = await command('import', 'merge', 'bank')
    expect(refused.end).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({
      errors: [{ code: 'resourceInMultipleEnvironments', path: expect.stringMatching(/^after merge: /) }],
    })
    expect(await read('split')).toEqual(before)
    expect(await command('import', 'replace', 'bank')).toMatchObject({ end: 0 })
    expect(await read('split')).toMatchObject({ schemaVersion: 2, nodes: { length: 3 } })
  })
})

// Helpers

function entry(id: string, service: string, ...children: readonly unknown[]) {
  return { id, name: id, description: '', service, tree: { type: 'service', label: 'Shop', children } }
}

function environment(label: string, ...resources: readonly string[]) {
  return { type: 'environment', label, children: resources.map((name) => ({ type: 'resource', label: name })) }
}

function fileOf(service: string) {
  return {
    topology: { service },
    nodes: [fullNode('s', 'service', 'Shop'), fullNode('e', 'environment', 'Production'), fullNode('db', 'resource')],
    edges: [joined('s', 'e'), joined('e', 'db')],
  }
}
