import { describe, expect, it } from 'vitest'
import type { CmdbReport, TopologyReport } from '../../api/import.js'
import { isAsPlanned } from './is-as-planned.js'

const counters = (create: number) => ({ create, update: 0, remove: 0, unchanged: 0 })

describe('isAsPlanned', () => {
  it('should ignore ids that only a real import knows', () => {
    expect(isAsPlanned(cmdb({ topologyId: null, applied: false }), cmdb({ topologyId: 't-1', applied: true }))).toBe(
      true,
    )
    expect(isAsPlanned(topologies({ dryRun: true, id: null }), topologies({ dryRun: false, id: 't-1' }))).toBe(true)
  })

  it('should notice different counters', () => {
    expect(isAsPlanned(cmdb({ nodes: 1 }), cmdb({ nodes: 2 }))).toBe(false)
    expect(isAsPlanned(topologies({ nodes: 1 }), topologies({ nodes: 2 }))).toBe(false)
  })

  it('should notice that a topology was updated instead of created', () => {
    expect(isAsPlanned(cmdb({ action: 'create' }), cmdb({ action: 'update' }))).toBe(false)
    expect(isAsPlanned(topologies({ action: 'create' }), topologies({ action: 'update' }))).toBe(false)
  })
})

interface ReportFields {
  readonly applied?: boolean
  readonly dryRun?: boolean
  readonly nodes?: number
  readonly action?: 'create' | 'update'
  readonly topologyId?: string | null
  readonly id?: string | null
}

function cmdb({ applied = false, nodes = 1, action = 'create', topologyId = null }: ReportFields): CmdbReport {
  return {
    status: 'ok',
    applied,
    source: 'cmdb',
    mode: 'merge',
    records: { total: 1, withServices: 1, graphOnly: 0 },
    relations: counters(0),
    topologies: [{ service: 'shop', action, topologyId, nodes: counters(nodes), edges: counters(0), errors: [] }],
    catalogServices: { create: 1, unchanged: 0 },
    warnings: [],
    errors: [],
    planHash: 'a'.repeat(64),
  }
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
