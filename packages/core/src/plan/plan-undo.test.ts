import { describe, expect, it } from 'vitest'
import { emptyCatalogService } from '../catalog/catalog-service.js'
import { OpsgraphError } from '../opsgraph-error.js'
import type { RelationWithClaims } from '../snapshot/kept-relation.js'
import { withoutPauses } from '../steps.js'
import type { Topology } from '../topology/topology.js'
import { planUndo } from './plan-undo.js'
import type { TouchedState } from './touched-state.js'

const AT = '2026-01-01T00:00:00.000Z'
const LATER = '2026-01-02T00:00:00.000Z'
const OWN = { source: 'cmdb' as const, sourceRef: 'vcenter', firstTime: AT, lastTime: AT, isReplaceable: false }
const ALERT = { ...OWN, source: 'event' as const, sourceRef: 'prometheus' }
const RELATION: RelationWithClaims = {
  ...{ id: 'one', environment: '', resource: 'a', parent: 'b', source: 'cmdb', sourceRef: 'vcenter' },
  ...{ createTime: AT, updateTime: AT },
}
const BY_ALERT: RelationWithClaims = { ...RELATION, source: 'event', sourceRef: 'prometheus' }
const NOTHING: TouchedState = { relations: [], topologies: [], catalogServices: [] }
const TOPOLOGY = { id: 't', service: 'shop', nodes: [], edges: [] } as unknown as Topology

describe('planUndo', () => {
  it('should bring back the claim of the source of the plan, beside those of others as they are now', () => {
    const before = [{ ...BY_ALERT, claims: [OWN, ALERT] }]
    const now = [{ ...BY_ALERT, updateTime: LATER, claims: [{ ...ALERT, lastTime: LATER }] }]
    const { confirmed, claims, relations } = undo({ relations: before }, { relations: now })
    expect(confirmed).toMatchObject([{ id: 'one', source: 'event', updateTime: LATER }])
    expect(relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 1 })
    expect(claims).toMatchObject([OWN, { ...ALERT, lastTime: LATER }])
  })

  it('should withdraw a claim that nobody sees, without writing the relation anew', () => {
    const { withdrawn, restored, relations } = undo(
      { relations: [BY_ALERT] },
      { relations: [{ ...BY_ALERT, claims: [OWN, ALERT] }] },
    )
    expect(withdrawn).toMatchObject([{ source: 'cmdb', sourceRef: 'vcenter' }])
    expect(restored).toEqual([])
    expect(relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 1 })
  })

  it('should leave what another source states, also if the document does not know of it', () => {
    const { withdrawn } = undo({}, { relations: [{ ...BY_ALERT, claims: [OWN, ALERT] }] })
    expect(withdrawn).toMatchObject([{ source: 'cmdb', sourceRef: 'vcenter' }])
  })

  it.each<[what: string, before: Partial<TouchedState>, now: Partial<TouchedState>]>([
    ['a claim of another source', { relations: [BY_ALERT] }, {}],
    ['a relation that shows it', { relations: [{ ...BY_ALERT, claims: [OWN, ALERT] }] }, { relations: [RELATION] }],
    ['a topology', { topologies: [TOPOLOGY] }, {}],
    ['the service of a topology', { topologies: [TOPOLOGY] }, { topologies: [{ ...TOPOLOGY, service: 'pay' }] }],
    ['a catalog entry with fields', {}, { catalogServices: [{ ...emptyCatalogService('shop'), icon: 'cart' }] }],
  ])('should refuse what no import could have changed: %s', (_, before, now) => {
    const refused = refusalOf(() => undo(before, now))
    expect(refused).toMatchObject({ kind: 'invalid', issues: [{ code: 'planEdited', path: 'state' }] })
  })
})

// Helpers

function undo(before: Partial<TouchedState>, now: Partial<TouchedState>) {
  return withoutPauses(planUndo({ ...NOTHING, ...before }, { ...NOTHING, ...now }, 'vcenter'))
}

function refusalOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    if (error instanceof OpsgraphError) return error
  }
  return expect.unreachable('it was not refused')
}
