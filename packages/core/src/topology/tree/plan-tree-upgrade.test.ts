import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { edge, node } from '../../../test/arbitrary/graph.js'
import { LIMITS } from '../../limits.js'
import { graphIssue } from '../graph-issue.js'
import type { Topology } from '../topology.js'
import { planTreeUpgrade, type TreeCandidate, treeCandidate } from './plan-tree-upgrade.js'

describe('planTreeUpgrade', () => {
  it('should upgrade a tree that breaks no rule', () => {
    expect(plan([candidate('a', 'shop'), candidate('b', 'bank')])).toEqual([
      ['a', true, []],
      ['b', true, []],
    ])
  })

  it('should not upgrade a tree that breaks a rule, and name the rule', () => {
    const [left] = planTreeUpgrade([candidate('a', 'shop', 'cycle')], new Map())
    expect(left).toEqual({
      ...{ topologyId: 'a', name: 'Name of a', service: 'shop' },
      ...{ issues: [ISSUE], issueCount: 1, isUpgraded: false, rivals: [] },
    })
  })

  it('should upgrade the first valid tree of a service, and report all', () => {
    const several = [candidate('a', 'shop', 'cycle'), candidate('b', 'shop'), candidate('c', 'shop')]
    expect(plan(several)).toEqual([
      ['a', false, ['b', 'a', 'c']],
      ['b', true, ['b', 'a', 'c']],
      ['c', false, ['b', 'a', 'c']],
    ])
    const invalid = [candidate('a', 'shop', 'cycle'), candidate('b', 'shop', 'cycle')]
    expect(plan(invalid)).toEqual([
      ['a', false, ['a', 'b']],
      ['b', false, ['a', 'b']],
    ])
  })

  it('should upgrade none when the service has a topology of schemaVersion 2', () => {
    expect(plan([candidate('a', 'shop'), candidate('b', 'bank')], [['shop', 'x']])).toEqual([
      ['a', false, ['x', 'a']],
      ['b', true, []],
    ])
  })

  it('should leave at most one topology of schemaVersion 2 to each service, and one wherever one is valid', () => {
    const anyCandidate = fc.record({ service: fc.constantFrom('shop', 'bank'), isValid: fc.boolean() })
    const anyUpgraded = fc.subarray(['shop', 'bank'])
    fc.assert(
      fc.property(fc.array(anyCandidate), anyUpgraded, (drawn, upgraded) => {
        const candidates = drawn.map(({ service, isValid }, index) =>
          candidate(`${index}`, service, ...(isValid ? [] : ['cycle' as const])),
        )
        const planned = planTreeUpgrade(candidates, new Map(upgraded.map((service) => [service, 'x'])))
        expect(planned.map(({ topologyId }) => topologyId)).toEqual(candidates.map(({ topologyId }) => topologyId))
        for (const service of ['shop', 'bank']) {
          const ofService = planned.filter((each) => each.service === service)
          const winners = ofService.filter(({ isUpgraded }) => isUpgraded)
          const isFree = !upgraded.includes(service)
          expect(winners).toHaveLength(isFree && ofService.some(({ issues }) => issues.length === 0) ? 1 : 0)
          for (const { issues } of winners) expect(issues).toEqual([])
        }
      }),
      propertyRuns(500),
    )
  })

  it('should take 100,000 for one service in linear time', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => candidate(`${index}`, 'shop'))
    expect(planTreeUpgrade(many, new Map()).filter(({ isUpgraded }) => isUpgraded)).toHaveLength(1)
  })
})

describe('treeCandidate', () => {
  it('should report the rules that the graph breaks', () => {
    const nodes = [node('s', 'service', 'S'), node('e', 'environment', 'P')]
    const at = '2026-01-01T00:00:00.000Z'
    const valid = { nodes, edges: [edge('s', 'e')] } as unknown as Topology
    const topology: Topology = {
      ...valid,
      ...{ id: 't', name: 'Shop', description: '', service: 'shop', serviceKpi: null },
      ...{ orientation: 'TB', schemaVersion: 1, createTime: at, updateTime: at },
    }
    expect(treeCandidate(topology)).toEqual({
      ...{ topologyId: 't', name: 'Shop', service: 'shop', issues: [], issueCount: 0 },
    })
    const below = [node('a', 'resource', 'A'), node('b', 'resource', 'B')] as unknown as Topology['nodes']
    const edges = [edge('a', 'a'), edge('e', 'a'), edge('a', 'b'), edge('b', 'a')]
    const { issues } = treeCandidate({ ...topology, nodes: [...topology.nodes, ...below], edges })
    expect(issues.map(({ code, path, label, subject }) => [code, path, label, subject?.index])).toEqual([
      ['selfLoop', 'edges[0]', 'A', 0],
      ['environmentNotUnderService', 'nodes[e]', 'P', 1],
      ['cycle', 'edges', null, 3],
    ])
    const loops = Array.from({ length: 150 }, () => edge('a', 'a'))
    const many = treeCandidate({ ...topology, nodes: [...topology.nodes, ...below], edges: loops })
    expect([many.issues.length, many.issueCount > 150]).toEqual([LIMITS.treeFaults, true])
  })
})

// Helpers

const ISSUE = { ...graphIssue('cycle', 'edges', 'edges form a loop: a -> b -> a'), label: null }

function candidate(topologyId: string, service: string, ...codes: readonly 'cycle'[]): TreeCandidate {
  const issues = codes.map(() => ISSUE)
  return { topologyId, name: `Name of ${topologyId}`, service, issues, issueCount: issues.length }
}

function plan(candidates: readonly TreeCandidate[], upgraded: readonly (readonly [string, string])[] = []) {
  return planTreeUpgrade(candidates, new Map(upgraded)).map(({ topologyId, isUpgraded, rivals }) => [
    topologyId,
    isUpgraded,
    rivals,
  ])
}
