import { expect, it } from 'vitest'
import { findRelatedNodes } from './related-nodes.js'

const EDGES = [
  { source: 'service', target: 'production' },
  { source: 'production', target: 'web' },
  { source: 'web', target: 'database' },
  { source: 'production', target: 'database' },
  { source: 'database', target: 'disk' },
]

it('should list the nodes above and below, nearest first, each once', () => {
  expect(findRelatedNodes(EDGES, 'database')).toEqual({
    parents: ['web', 'production'],
    children: ['disk'],
    ancestors: ['web', 'production', 'service'],
    descendants: ['disk'],
  })
})

it('should visit a cycle once, and never list the node itself', () => {
  const loop = [
    { source: 'a', target: 'b' },
    { source: 'b', target: 'a' },
  ]
  expect(findRelatedNodes(loop, 'a')).toEqual({ parents: ['b'], children: ['b'], ancestors: ['b'], descendants: ['b'] })
})

it('should return empty lists for a node without edges', () => {
  expect(findRelatedNodes([], 'alone')).toEqual({ parents: [], children: [], ancestors: [], descendants: [] })
})
