import { describe, expect, it } from 'vitest'
import { edge, node } from '../../test/arbitrary/graph.js'
import { imported, planIn, resource, shopOf } from '../../test/cmdb-example.js'
import { emptyWorld, type World } from '../../test/cmdb-world.js'
import { readRecords } from '../../test/read-records.js'

// rules.md#cmdb-errors-5
describe('planCmdbImport, refusals', () => {
  it('should name the resources, records and sources of a loop over two files', () => {
    const before = imported(emptyWorld(), [
      { resource: 'gateway', environment: 'E', services: ['shop'] },
      { resource: 'ledger', environment: 'E', parent: 'gateway', services: ['shop'] },
    ])
    const sent = [
      { resource: 'cache', environment: 'E', services: ['shop'] },
      { resource: 'gateway', environment: 'E', parent: 'ledger', services: ['shop'] },
    ]
    expect(issuesOf(before, sent)).toEqual([
      [
        'cycle',
        'topologies[shop].edges',
        'edges form a loop: gateway (environment E, record 1 of this file, source cmdb) -> ledger (environment E, source cmdb) -> gateway (environment E, record 1 of this file, source cmdb)',
      ],
    ])
  })

  it('should name a stored node that breaks a rule, and give its id in path and subject', () => {
    const before = shopOf([resource('h', 'host'), resource('2nd', 'host')], [edge('e', 'h'), edge('e', '2nd')])
    const sent = [{ resource: 'new', environment: 'E', services: ['shop'] }]
    const [issue] = planOf(before, sent).issues
    expect(issue).toMatchObject({
      code: 'duplicateResource',
      path: 'topologies[shop].nodes[2nd]',
      subject: { kind: 'node', id: '2nd', index: null },
    })
    expect(issue?.message).toMatch(/^the resource node host [(]environment E[)], node 2 stands for/)
  })

  it('should name no temporary id of a new node', () => {
    const before = shopOf([resource('h', 'host')], [edge('e', 'h')])
    const stored = before.topologies.get('shop')
    if (stored !== undefined) {
      const odd = { ...node('x', 'environment', 'F'), environment: 'F', resource: null }
      before.topologies.set('shop', { ...stored, nodes: [...stored.nodes, odd] })
    }
    const issues = planOf(before, [{ resource: 'new', environment: 'F', services: ['shop'] }]).issues
    expect(JSON.stringify(issues)).not.toContain('new-')
    expect(issues.map(({ message }) => message)).toEqual([
      'the environment node F must have exactly one parent: the service node',
    ])
  })
})

// Helpers

function planOf(before: World, sent: readonly unknown[]) {
  return planIn(before, readRecords(sent, '').records)
}

function issuesOf(before: World, sent: readonly unknown[]) {
  return planOf(before, sent).issues.map(({ code, path, message }) => [code, path, message])
}
