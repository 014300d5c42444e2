import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { withoutPauses } from '../steps.js'
import { readNewConfig } from './read-config.js'
import { readNewInSteps, readNewWebhook, readWebhookChange } from './read-webhook.js'

const now = '2026-01-01T00:00:00.000Z'
const tools = { keys: undefined, newNonce: () => new Uint8Array(12), newId: () => 'made-up', user: 'ann', now }
const drop = { name: 'Drop', description: '', actions: [{ drop: true }] }

describe('the policies of a webhook', () => {
  it('should be bound to the webhook, also if its id is a new one', () => {
    const { config, policies } = readNewWebhook({ policies: [drop, { ...drop, id: 'p', webhookId: null }] }, tools)
    expect(config.id).toBe('made-up')
    expect(policies).toMatchObject([
      { id: undefined, policy: { name: 'Drop', webhookId: 'made-up', order: 100, status: 'active' } },
      { id: 'p', policy: { webhookId: 'made-up' } },
    ])
    expect(readNewWebhook({ id: 'w', policies: [{ ...drop, webhookId: 'w' }] }, tools).policies).toHaveLength(1)
  })

  it.each([{}, { policies: null }, { policies: undefined }])('should be absent if the body is %j', (body) => {
    expect(readNewWebhook(body, tools).policies).toBeUndefined()
    const known = readNewConfig({ id: 'w' }, tools)
    expect(withoutPauses(readWebhookChange(known, body, tools))).toEqual({ config: known, policies: undefined })
    expect(withoutPauses(readWebhookChange(known, { policies: [] }, tools)).policies).toEqual([])
  })

  it('should report every fault of every policy, each with its path', () => {
    const policies = [
      drop,
      { ...drop, name: ' ', actions: [{ drop: true }, { set: 'severity' }], filters: { clauses: [{ key: 'x' }] } },
      { ...drop, webhookId: 'v', order: 0.5, ordr: 1 },
      { name: 'Nothing else' },
      'drop',
    ]
    const error = thrownBy(() => readNewWebhook({ id: 'w', policies }, tools))
    expect(error.issues.map(({ code, path }) => [code, path])).toEqual([
      ['invalidPolicy', 'policies[1].name'],
      ['invalidPolicy', expect.stringMatching(/^policies\[1\]\.filters/)],
      ['invalidPolicy', 'policies[1].actions[1].value'],
      ['invalidPolicy', 'policies[2].order'],
      ['invalidPolicy', 'policies[2].ordr'],
      ['invalidPolicy', 'policies[2].webhookId'],
      ['invalidPolicy', 'policies[3].description'],
      ['invalidPolicy', 'policies[3].actions'],
      ['invalidPolicy', 'policies[4]'],
    ])
    expect(error.message).toMatch(
      /^Invalid alert policies: policies\[1\]\.name is required; .*policies\[2\]\.ordr is not a known field; policies\[2\]\.webhookId must be missing or w: .*policies\[4\] must be an object$/,
    )
  })

  it('should be reported together with the faults of the config', () => {
    const policies = [{ ...drop, actions: [] }]
    const mapping = thrownBy(() => readNewWebhook({ fieldMappings: { text: {} }, policies }, tools))
    expect(mapping.issues.map(({ path }) => path)).toEqual(['fieldMappings.text', 'policies[0].actions'])
    expect(mapping.message).toMatch(/^Invalid field mappings: .*; Invalid alert policies: /)
    const known = readNewConfig({ id: 'w' }, tools)
    const field = thrownBy(() => withoutPauses(readWebhookChange(known, { enabled: 1, policies }, tools)))
    expect(field.message).toMatch(/^enabled must be true or false; Invalid alert policies: policies\[0\]\.actions must/)
  })

  it('should be read with a pause before each of them, valid or not', () => {
    const policies = [drop, { ...drop, actions: [] }, drop]
    expect([...readNewInSteps({ policies: [drop, drop, drop] }, tools)]).toHaveLength(3)
    const steps = readNewInSteps({ policies }, tools)
    for (const _ of policies) expect(steps.next().done).toBe(false)
    expect(() => steps.next()).toThrow('policies[1].actions')
  })

  it('should be a list of a limited length', () => {
    const error = thrownBy(() => readNewWebhook({ policies: { drop } }, tools))
    expect(error.issues).toMatchObject([{ code: 'invalidPolicy', path: 'policies' }])
    const most = Array.from({ length: LIMITS.webhookPolicies }, () => drop)
    expect(readNewWebhook({ policies: most }, tools).policies).toHaveLength(LIMITS.webhookPolicies)
    const tooMany = thrownBy(() => readNewWebhook({ policies: [...most, drop] }, tools))
    expect(tooMany.issues).toMatchObject([{ code: 'tooMany', path: 'policies' }])
    const unknown = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`x${index}`, 1]))
    expect(thrownBy(() => readNewWebhook({ policies: [unknown(20_000)] }, tools)).issues).toHaveLength(LIMITS.issues)
    const faulty = thrownBy(() => readNewWebhook({ policies: most.map(() => unknown(10)) }, tools))
    expect(faulty.issues).toHaveLength(LIMITS.issues)
  })

  it('should have patterns of a limited size in all filters and actions together', () => {
    const value = '[a-z]{900}'
    const filtered = { ...drop, filters: { clauses: [{ key: 'text', op: '~', value }] } }
    const extracting = { ...drop, actions: [{ extract: 'text', from: 'text', pattern: `(${value})` }] }
    for (const policy of [filtered, extracting]) {
      const error = thrownBy(() => readNewWebhook({ policies: Array.from({ length: 1_000 }, () => policy) }, tools))
      expect(error.issues).toMatchObject([{ code: 'tooMany', path: expect.stringMatching(/^policies\[\d+\]$/) }])
    }
  })
})

// Helpers

function thrownBy(work: () => unknown): OpsgraphError {
  try {
    work()
  } catch (error) {
    if (error instanceof OpsgraphError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
