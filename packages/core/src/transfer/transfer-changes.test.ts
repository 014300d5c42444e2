import { describe, expect, it } from 'vitest'
import { listChanges } from '../change/list-changes.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { TopologyImportPlan } from './plan-topology-import.js'
import { transferChanges } from './transfer-changes.js'

const NOTHING = { create: [], update: [], remove: [], unchanged: 0 }

describe('transferChanges', () => {
  it('should list removed policies in the order of their creation, for any order in which a store returns them', () => {
    const [first, second] = ['2026-01-01', '2026-01-02'].map((createTime) => ({
      createTime,
      name: createTime,
      id: 'p',
    }))
    const remove = [second, first] as readonly unknown[] as readonly WeightPolicy[]
    const stored = { nodes: [], edges: [], schemaVersion: 2 }
    const catalogService = { action: 'skip', fields: [], save: undefined }
    const plan = {
      ...{ service: 'shop', stored, fields: {}, graph: stored, nodes: NOTHING, edges: NOTHING, catalogService },
      weightPolicies: { ...NOTHING, remove },
      rules: NOTHING,
    } as unknown as TopologyImportPlan
    expect(listChanges(transferChanges([plan])).changes).toEqual([
      { kind: 'weightPolicy', action: 'remove', service: 'shop', name: '2026-01-01' },
      { kind: 'weightPolicy', action: 'remove', service: 'shop', name: '2026-01-02' },
    ])
  })
})
