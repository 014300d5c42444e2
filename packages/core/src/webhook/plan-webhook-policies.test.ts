import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { ALERT_POLICY, type AlertPolicy } from '../alert-policy/alert-policy.js'
import { planWebhookPolicies, type WebhookPolicyPlan } from './plan-webhook-policies.js'
import type { WebhookPolicy } from './read-webhook.js'

const NOW = '2026-02-01T00:00:00.000Z'

describe('planWebhookPolicies', () => {
  it('should find a stored policy by its id first, and then by its name, the oldest first', () => {
    const [renamed, older, newer] = [stored('1', 'renamed'), stored('2', 'twice'), stored('3', 'twice')]
    const wanted = [wish('twice', 5), wish('new name', 1, '1'), wish('twice', 1, '3'), wish('more')]
    const plan = planWebhookPolicies(wanted, [newer, renamed, older], NOW)
    expect(plan.updated.map(({ before, after }) => [before, after])).toEqual([
      [renamed, { ...renamed, name: 'new name', updateTime: NOW }],
      [older, { ...older, order: 5, updateTime: NOW }],
    ])
    expect(plan.unchanged).toEqual([newer])
    expect(plan.created.map(({ name }) => name)).toEqual(['more'])
    expect(plan.deleted).toEqual([])
  })

  it('should give a changed policy a later updateTime, also if the clock goes back', () => {
    const before = { ...stored('1', 'a'), updateTime: '2027-01-01T00:00:00.000Z' }
    const { updated } = planWebhookPolicies([wish('a', 7)], [before], NOW)
    expect(updated[0]?.after.updateTime).toBe('2027-01-01T00:00:00.001Z')
  })

  it('should result in exactly the wanted policies, and change nothing when it is repeated', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryWish()),
        fc.uniqueArray(arbitraryStored(), { selector: ({ id }) => id }),
        (wanted, before) => {
          const after = apply(planWebhookPolicies(wanted, before, NOW))
          expect(contents(after)).toEqual(contents(wanted.map(({ policy }) => policy)))
          const again = planWebhookPolicies(wanted, after, NOW)
          expect(again).toMatchObject({ created: [], updated: [], deleted: [] })
        },
      ),
      propertyRuns(200),
    )
  })
})

// Helpers

function wish(name: string, order = 1, id?: string): WebhookPolicy {
  const sent = ALERT_POLICY.readNew({ name, description: '', order, actions: [{ drop: true }] })
  return { id, policy: { ...sent, webhookId: 'w' } }
}

function stored(id: string, name: string, order = 1): AlertPolicy {
  const time = `2026-01-01T00:00:0${id}.000Z`
  return { ...wish(name, order).policy, id, createTime: time, updateTime: time }
}

/** The policies that are stored after a plan is written. */
function apply({ created, updated, unchanged }: WebhookPolicyPlan): readonly AlertPolicy[] {
  const time = (index: number) => new Date(Date.parse(NOW) + index).toISOString()
  const added = created.map((policy, index) => {
    return { ...policy, id: `new ${index}`, createTime: time(index), updateTime: time(index) }
  })
  return [...unchanged, ...updated.map(({ after }) => after), ...added]
}

function contents(policies: readonly { readonly name: string; readonly order: number }[]): readonly string[] {
  return policies.map(({ name, order }) => `${name} ${order}`).sort()
}

const name = () => fc.constantFrom('a', 'b', 'c')
const order = () => fc.integer({ min: 1, max: 2 })
const id = () => fc.constantFrom('1', '2', '3', '4')

function arbitraryWish(): fc.Arbitrary<WebhookPolicy> {
  return fc.tuple(name(), order(), fc.option(id(), { nil: undefined })).map((fields) => wish(...fields))
}

function arbitraryStored(): fc.Arbitrary<AlertPolicy> {
  return fc.tuple(id(), name(), order()).map((fields) => stored(...fields))
}
