import { describe, expect, it } from 'vitest'
import type { Node } from '../topology/graph.js'
import { matchNodes } from './plan-graph.js'

describe('matchNodes', () => {
  it('should match the service by its kind, environments by name, resources by environment and name', () => {
    const stored = [
      node('s', 'service', 'Shop', null),
      node('p', 'environment', 'Production'),
      node('', 'environment', ''),
      node('p-db', 'resource', 'db', 'Production'),
      node('-db', 'resource', 'db', ''),
    ]
    const file = [
      node('f-s', 'service', 'Store', null),
      node('f-p', 'environment', 'Production'),
      node('f-t', 'environment', 'Test'),
      node('f-t-db', 'resource', 'db', 'Test'),
      node('f-p-db', 'resource', 'db', 'Production'),
      node('f-db', 'resource', 'db', ''),
      node('f-p-p', 'resource', 'Production', 'Production'),
      node('p-db', 'resource', 'web', 'Production'),
    ]
    expect(matched(file, stored)).toEqual([
      ['f-s', 's'],
      ['f-p', 'p'],
      ['f-p-db', 'p-db'],
      ['f-db', '-db'],
    ])
  })

  it('should match nothing with a resource of several environments, as trees of an earlier release have it', () => {
    const stored = [node('split', 'resource', 'db', null)]
    const file = [node('bare', 'resource', 'db', ''), node('p-db', 'resource', 'db', 'Production')]
    expect(matched(file, stored)).toEqual([])
  })

  it('should match nothing where nothing is stored', () => {
    expect(matchNodes({ nodes: [node('s', 'service', 'Shop', null)], edges: [] }, undefined).size).toBe(0)
  })
})

// Helpers

function node(id: string, kind: Node['kind'], label: string, environment: string | null = label): Node {
  const resource = kind === 'resource' ? label : null
  return { id, kind, label, environment, resource, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

function matched(file: readonly Node[], stored: readonly Node[]): readonly (readonly [string, string])[] {
  const matches = matchNodes({ nodes: file, edges: [] }, { nodes: stored, edges: [] })
  return [...matches].map(([id, match]) => [id, match.id])
}
