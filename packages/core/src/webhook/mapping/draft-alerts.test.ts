import { describe, expect, it } from 'vitest'
import { appliedPolicies, where } from '../../../test/applied-policies.js'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { applyMapping } from './apply-mapping.js'
import { draftAlerts, ignoredNote } from './draft-alerts.js'
import { readMapping } from './read-mapping.js'

describe('draftAlerts', () => {
  it('should check required fields and severities only after the policies', () => {
    const applied = appliedPolicies(
      { actions: [{ translate: 'severity', values: { High: 'major' } }] },
      { actions: [{ copy: 'resource', from: ['attributes.host'] }] },
    )
    const sent: readonly JsonObject[] = [
      { level: 'high', name: 'web' },
      { level: 'low', name: 'db' },
      { level: 'high' },
    ]
    const { drafts, rejected } = draftAlerts(mapped(sent), applied)
    expect(drafts).toMatchObject([{ index: 0, draft: { resource: 'web', severity: 'major' } }])
    expect(rejected).toMatchObject([
      { index: 1, error: expect.stringContaining('Severity (low) is not one of') },
      { index: 2, error: 'A resource must be provided' },
    ])
  })

  it('should fill in a missing severity after the policies', () => {
    const applied = appliedPolicies({ filters: where('severity', 'indeterminate'), actions: [{ drop: true }] })
    const { drafts } = draftAlerts(mapped([{ host: 'web' }]), applied)
    expect(drafts).toMatchObject([{ draft: { severity: 'indeterminate' } }])
    const translated = appliedPolicies({ actions: [{ translate: 'severity', otherwise: 'warning' }] })
    expect(draftAlerts(mapped([{ host: 'web' }]), translated).drafts).toMatchObject([
      { draft: { severity: 'warning' } },
    ])
  })

  it('should fill in the timeout 0, unless a mapping, a default value or a policy gives one', () => {
    const timeout = (sent: JsonObject, ...actions: readonly object[]) => {
      const applied = actions.length === 0 ? undefined : appliedPolicies({ actions })
      return draftAlerts(mapped([{ host: 'web', ...sent }]), applied).drafts[0]?.draft.timeout
    }
    expect([timeout({}), timeout({ seconds: 60 }), timeout({}, { set: 'timeout', value: 5 })]).toEqual([0, 60, 5])
  })

  it('should not count dropped alerts as rejected, even if they are faulty', () => {
    const applied = appliedPolicies({ filters: where('event', 'ping'), actions: [{ drop: true }] })
    const { drafts, rejected, droppedBy } = draftAlerts(
      mapped([{ check: 'ping' }, { host: 'web' }, { host: ['a'] }]),
      applied,
    )
    expect([drafts.map(({ index }) => index), rejected.map(({ index }) => index)]).toEqual([[1], [2]])
    expect(droppedBy).toMatchObject([{ name: 'policy 0' }])
  })

  it('should let a policy replace a value that is no text, but no other', () => {
    const applied = appliedPolicies({ filters: where('event', 'fix'), actions: [{ set: 'resource', value: 'fixed' }] })
    const sent = [
      { host: ['a'], check: 'fix' },
      { host: ['a'], check: 'other' },
    ]
    const { drafts, rejected } = draftAlerts(mapped(sent), applied)
    expect(drafts).toMatchObject([{ draft: { resource: 'fixed' } }])
    expect(rejected).toMatchObject([{ index: 1, error: 'resource must be a string' }])
  })
})

describe('ignoredNote', () => {
  it('should name each policy once, up to ten of them', () => {
    const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `p${index}` }))
    const note = (names: readonly { name: string }[]) => ignoredNote(names as never, 20)
    expect(note([])).toBeUndefined()
    expect(note([...named(1), ...named(1)])).toBe('ignored: 2 of 20 alerts, dropped by the alert policy p0')
    expect(note(named(2))).toBe('ignored: 2 of 20 alerts, dropped by the alert policies p0, p1')
    expect(note(named(12))).toMatch(/ p0, p1, .*, p9, and 2 more$/)
  })
})

// Helpers

/** The alerts that a mapping makes of a list. */
function mapped(payload: readonly JsonValue[]) {
  const fieldMappings = {
    resource: 'host',
    event: 'check',
    severity: 'level',
    timeout: 'seconds',
    attributes: { host: 'name' },
  }
  const defaultValues = { event: 'Down', environment: 'Production', type: 't', text: 'x' }
  const read = readMapping({ fieldMappings, defaultValues, arrayPath: '' })
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  const alerts = applyMapping(read.mapping, payload)
  if ('message' in alerts) throw new Error(alerts.message)
  return alerts
}
