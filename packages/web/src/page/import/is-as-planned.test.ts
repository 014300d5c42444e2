import { describe, expect, it } from 'vitest'
import type { TopologyReport } from '../../api/import.js'
import { isAsPlanned } from './is-as-planned.js'

const counters = (create: number) => ({ create, update: 0, remove: 0, unchanged: 0 })

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
