import { describe, expect, it } from 'vitest'
import type { TopologyReport } from '../../api/import.js'
import { type CountedKind, countRemovals, formatRemovals, isAsPlanned } from './import-report.js'

describe('countRemovals', () => {
  it('should add up the rows of a kind, relations first', () => {
    const rows = [row('nodes', 2), row('edges', 1), row('nodes', 3), row('relations', 1), row('catalog services')]
    expect(countRemovals(rows)).toEqual([
      { count: 1, words: 'relation' },
      { count: 5, words: 'nodes' },
      { count: 1, words: 'edge' },
    ])
    expect(countRemovals([row('nodes', 0), row('relations')])).toEqual([])
  })
})

describe('formatRemovals', () => {
  it('should leave out edges, unless only edges go', () => {
    expect(formatRemovals(countRemovals([row('relations', 1_200), row('nodes', 1), row('edges', 4)]))).toBe(
      '1,200 relations and 1 node',
    )
    expect(formatRemovals(countRemovals([row('edges', 4)]))).toBe('4 edges')
    const rows = [row('relations', 1), row('redundancy rules', 1), row('weight policies', 2)]
    expect(formatRemovals(countRemovals(rows))).toBe('1 relation, 1 redundancy rule and 2 weight policies')
  })
})

describe('isAsPlanned', () => {
  it('should ignore ids that only a real import knows', () => {
    expect(isAsPlanned(topologies({ dryRun: true, id: null }), topologies({ dryRun: false, id: 't-1' }))).toBe(true)
  })

  it('should notice different counters', () => {
    expect(isAsPlanned(topologies({ nodes: 1 }), topologies({ nodes: 2 }))).toBe(false)
  })

  it('should notice that a topology was updated instead of created', () => {
    expect(isAsPlanned(topologies({ action: 'create' }), topologies({ action: 'update' }))).toBe(false)
  })
})

// Helpers

function row(kind: CountedKind, remove?: number) {
  const counters = { create: 1, unchanged: 0, ...(remove !== undefined && { remove }) }
  return { key: kind, name: kind, kind, counters }
}

interface ReportFields {
  readonly dryRun?: boolean
  readonly nodes?: number
  readonly action?: 'create' | 'update'
  readonly id?: string | null
}

function topologies({ dryRun = true, nodes = 1, action = 'create', id = null }: ReportFields): TopologyReport {
  const preview = {
    topology: { service: 'shop', action, id },
    nodes: counters(nodes),
    edges: counters(0),
    weightPolicies: counters(0),
    rules: counters(0),
    catalogService: { action: 'skip' as const, fields: [] },
    idsRegenerated: 0,
    warnings: [],
    errors: [],
  }
  return { status: 'ok', dryRun, previews: [preview] }
}

function counters(create: number) {
  return { create, update: 0, remove: 0, unchanged: 0 }
}
