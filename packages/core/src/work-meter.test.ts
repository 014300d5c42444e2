import { describe, expect, it } from 'vitest'
import { longestStretch } from '../test/longest-stretch.js'
import { type ArrivingAlert, arrivingAlert } from './alert/arriving-alert.js'
import { ALERT_POLICY } from './alert-policy/alert-policy.js'
import { compileAlertPolicies } from './alert-policy/compile-alert-policies.js'
import { type AlertPolicyRun, runAlertPolicies } from './alert-policy/run-alert-policies.js'
import { compileTest } from './filter/compile-filter.js'
import { readFilter } from './filter/read-filter.js'
import { LIMITS } from './limits.js'
import { mapInSteps } from './webhook/mapping/apply-mapping.js'
import { draftInSteps } from './webhook/mapping/draft-alerts.js'
import { explainInSteps, explainPayload } from './webhook/mapping/explain-payload.js'
import { readMapping } from './webhook/mapping/read-mapping.js'
import { isRest, runWithoutPauses, type Stepwise, WorkExceeded, WorkMeter } from './work-meter.js'

describe('WorkMeter', () => {
  it('should ask for a pause before the work that would make a stretch too long', () => {
    const meter = new WorkMeter()
    expect([meter.spend(200_000), meter.spend(40_000), meter.spend(20_000)]).toEqual([false, false, true])
    expect([meter.spend(200_000), meter.spend(40_000)]).toEqual([false, true])
  })

  it('should stop work above its budget, before the work is done', () => {
    const meter = new WorkMeter(10)
    meter.spend(10)
    expect(() => meter.spend(1)).toThrow(WorkExceeded)
  })
})

describe('filters, patterns and alert policies', () => {
  // The maximum number of steps between two pauses: those after which a meter asks for a pause, and those of one more
  // comparison with a pattern, which cannot pause.
  const longest = 250_000 + LIMITS.filterSteps

  it.each([
    ['a pattern with many long texts', { tags: texts(100, 8_192) }, [clause('tags', '~', WORST)]],
    ['many clauses with many elements', { tags: texts(20_000, 1) }, many(500, (n) => clause('tags', '=', `none${n}`))],
    [
      'a key with the elements of a long list, which do not have it',
      { attributes: { list: many(20_000, () => 0) } },
      many(500, () => clause('attributes.list.x', '=', 1)),
    ],
    [
      'the first of many elements',
      { tags: many(20_000, String) },
      many(300, () => ({ operator: 'AND', clauses: [clause('tags', '=', '0'), clause('missing', '=', 1)] })),
    ],
    [
      'a key with objects that have it in many ways',
      { attributes: nested(13) },
      many(500, () => clause(`attributes.${many(14, () => 'a').join('.')}`, '=', 1)),
    ],
    ['LIKE with many long texts', { tags: texts(100, 8_192) }, [clause('tags', 'LIKE', `%${'_a'.repeat(200)}z%`)]],
    [
      'CONTAINS with a long text',
      { text: 'ab'.repeat(400_000) },
      many(900, (n) => clause('text', 'CONTAINS', `x${n}`)),
    ],
  ])('should pause while a filter compares %s', (_, alert, clauses) => {
    const test = compileTest(readFilter({ operator: 'OR', clauses }, 'filters'))
    const meter = new WorkMeter(20_000_000)
    const { longest: found } = longestStretch(ended(test(alert, meter)), meter)
    expect(meter.spent).toBeGreaterThan(5_000_000)
    expect(found).toBeLessThanOrEqual(longest)
  })

  it('should count the steps of clauses about missing fields and empty lists', () => {
    const clauses = many(900, (n) => clause(n % 2 === 0 ? 'missing' : 'tags', '=', `none${n}`))
    const test = compileTest(readFilter({ operator: 'OR', clauses }, 'filters'))
    const meter = new WorkMeter()
    const pauses = Array.from({ length: 100 }, () => test({ tags: [] }, meter)).filter(isRest)
    expect(meter.spent).toBeGreaterThan(300_000)
    expect(pauses.map(runWithoutPauses)).toEqual([false])
  })

  it.each([
    [
      'extract',
      { text: `c${'ab'.repeat(4_000)}` },
      many(10, () => ({ extract: 'group', from: 'text', pattern: `(${WORST})` })),
    ],
    ['extract of a list', { tags: texts(100, 8_192) }, [{ extract: 'group', from: 'tags', pattern: `(${WORST})` }]],
    [
      'translate with ranges',
      { tags: many(5_000, String) },
      [{ translate: 'tags', ranges: many(1_000, (n) => ({ from: -n, below: 0.5 - n, to: 'x' })) }],
    ],
    [
      'translate that doubles a list',
      { tags: ['a'] },
      many(40, () => ({ translate: 'tags', values: { a: ['a', 'a'] } })),
    ],
    ['add to a long list', { tags: many(20_000, String) }, many(50, (n) => ({ add: 'tags', value: [`new ${n}`] }))],
  ])('should pause while policies %s, and end at the budget', (_, alert, actions) => {
    const policies = compileAlertPolicies(many(5, (n) => policy(n, { actions })))
    const meter = new WorkMeter(20_000_000)
    const run = runAlertPolicies({ policies, webhookId: null }, arrivingAlert(alert), meter)
    expect(() => longestStretch(run, meter)).toThrow(WorkExceeded)
    const paused = new WorkMeter(20_000_000)
    const again = runAlertPolicies({ policies, webhookId: null }, arrivingAlert(alert), paused)
    expect(longestStretch(ended(again), paused).longest).toBeLessThanOrEqual(Math.max(longest, 20_000 * 51 + 250_000))
  })

  it('should pause while a trace says why policies did not run', () => {
    const filters = { clauses: [clause('text', '~', WORST)] }
    const policies = compileAlertPolicies(many(50, (n) => policy(n, { filters, actions: [{ drop: true }] })))
    const trace: AlertPolicyRun[] = []
    const meter = new WorkMeter()
    const run = runAlertPolicies(
      { policies, webhookId: null },
      { text: 'c'.repeat(8_192) } as ArrivingAlert,
      meter,
      trace,
    )
    expect(longestStretch(run, meter).longest).toBeLessThanOrEqual(longest)
    expect([trace.length, trace.some(({ matched }) => matched)]).toEqual([50, false])
  })

  it('should pause while a trace lists changes of long lists, and end before the answer is too long', () => {
    const lists = { left: many(20_000, () => 0), right: many(20_000, (n) => (n === 0 ? 1 : 0)) }
    const copies = (from: string) => many(50, (n) => ({ copy: `attributes.a${n}`, from: [from], when: 'always' }))
    const policies = compileAlertPolicies(
      many(20, (n) => policy(n, { actions: copies(`attributes.${n % 2 === 0 ? 'left' : 'right'}`) })),
    )
    const trace: AlertPolicyRun[] = []
    const meter = WorkMeter.forRequest()
    const alert = arrivingAlert({ attributes: lists })
    const { longest: found } = longestStretch(
      ended(runAlertPolicies({ policies, webhookId: null }, alert, meter, trace)),
      meter,
    )
    expect(found).toBeLessThanOrEqual(2 * 20_001 * 8 * 64 + 250_000)
    expect(trace.length).toBeLessThan(20)
    expect(JSON.stringify(trace).length).toBeLessThan(10_000_000)
  })

  it.each([
    [4_000, 50, 40],
    [315, 1_000, 200],
  ])('should allow an ordinary delivery of %d alerts under %d policies', (alerts, count, length) => {
    const text = 'disk /var is 95% full, '.repeat(20).slice(0, length)
    const alert = arrivingAlert({ resource: 'web-1.prod.example.org', text, severity: 'P1', tags: ['zone=eu', 'web'] })
    const actions = [
      { extract: 'environment', from: 'resource', pattern: '\\.(prod|test)\\.' },
      { translate: 'severity', values: { P1: 'critical' } },
    ]
    const kinds = [
      clause('resource', 'LIKE', 'web-%'),
      clause('severity', '=', 'warning'),
      clause('text', '~', '(timeout|refused) .*code 7$'),
      clause('resource', '~', '^db-[0-9]+[.]prod[.]'),
      clause('tags', 'CONTAINS', 'zone=us'),
    ]
    const policies = compileAlertPolicies(
      many(count, (n) => policy(n, { filters: { clauses: [kinds[n % kinds.length]] }, actions })),
    )
    const meter = new WorkMeter()
    runWithoutPauses(runAlertPolicies({ policies, webhookId: null }, alert, meter))
    expect(meter.spent * alerts).toBeLessThan(LIMITS.policyWork)
  })

  it('should pause while many policies are tried, also if their filters have no clauses', () => {
    const policies = compileAlertPolicies(many(1_000, (n) => policy(n, { actions: [{ set: 'text', value: 'x' }] })))
    const others = compileAlertPolicies(many(1_000, (n) => policy(n, { filters: NO_MATCH, actions: [{ drop: true }] })))
    const spent = [policies, others].map((each) => {
      const meter = new WorkMeter()
      runWithoutPauses(runAlertPolicies({ policies: each, webhookId: null }, arrivingAlert({ text: 'a' }), meter))
      return meter.spent
    })
    expect(Math.min(...spent)).toBeGreaterThanOrEqual(30_000)
  })
})

describe('payloads with many elements', () => {
  it('should pause between elements, and while one element reads many lists', () => {
    const fieldMappings = {
      resource: 'id',
      attributes: Object.fromEntries(many(150, (n) => [`a${n}`, `list[].v${n}`])),
    }
    const payload = many(20, () => ({ id: 'x', list: many(500, (n) => ({ [`v${n}`]: n })) }))
    const meter = new WorkMeter()
    const { result, longest } = longestStretch(mapInSteps(mapping(fieldMappings), payload, { meter }), meter)
    expect(result).toHaveLength(20)
    expect(meter.spent).toBeGreaterThan(1_000_000)
    expect(longest).toBeLessThanOrEqual(260_000)
  })

  it('should pause while the alerts of 10,000 elements are checked', () => {
    const mapped = runWithoutPauses(
      mapInSteps(
        mapping({ resource: 'id' }),
        many(10_000, (id) => ({ id })),
        { meter: new WorkMeter() },
      ),
    )
    if ('message' in mapped) throw new Error(mapped.message)
    const meter = new WorkMeter()
    const applied = { policies: compileAlertPolicies([]), webhookId: null }
    expect(
      longestStretch(draftInSteps(mapped, { ...applied, now: undefined }, meter), meter).longest,
    ).toBeLessThanOrEqual(260_000)
  })

  it('should count that the times of another time zone take longer to read', () => {
    const spent = (timezone: string) => {
      const read = readMapping({ arrayPath: '', timezone, fieldMappings: { eventTime: 'at' }, defaultValues: {} })
      if ('issues' in read) throw new Error('the mapping is faulty')
      const mapped = runWithoutPauses(mapInSteps(read.mapping, { at: '2026-11-20' }, { meter: new WorkMeter() }))
      if ('message' in mapped) throw new Error(mapped.message)
      const meter = new WorkMeter()
      runWithoutPauses(
        draftInSteps(mapped, { policies: compileAlertPolicies([]), webhookId: null, now: undefined }, meter),
      )
      return meter.spent
    }
    expect(spent('Europe/Berlin')).toBeGreaterThanOrEqual(spent('UTC') + 1_000)
  })

  it('should explain what fits into the budget, and say that the rest is missing', () => {
    const payload = many(200, (n) => ({ id: `x${n}`, text: `c${'ab'.repeat(4_000)}` }))
    const actions = many(10, () => ({ extract: 'group', from: 'text', pattern: `(${WORST})` }))
    const applied = { policies: compileAlertPolicies(many(10, (n) => policy(n, { actions }))), webhookId: null }
    let pauses = 0
    const steps = explainInSteps(mapping({ resource: 'id', text: 'text' }), payload, { ...applied, now: undefined })
    for (let step = steps.next(); ; step = steps.next(), pauses++) {
      if (step.done !== true) continue
      const { explanation } = step.value
      expect(explanation).toMatchObject({ total: 200, truncated: true })
      expect(explanation.alerts.length).toBeGreaterThan(0)
      expect(explanation.alerts.length).toBeLessThan(200)
      break
    }
    expect(pauses).toBeGreaterThan(100)
    expect(explainPayload(mapping({ resource: 'id' }), payload).truncated).toBe(false)
  })
})

// Helpers

const NO_MATCH = { clauses: [{ operator: 'OR', clauses: [{ operator: 'AND', clauses: [clause('text', '=', 'b')] }] }] }

/** A pattern that never matches `c`, and needs many steps at each character of `a` and `b`. */
const WORST = '(?:[ab]?){40}x'

function texts(count: number, length: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `c${'ab'.repeat(length / 2)}${index}`)
}

function many<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/**
 * Nested objects for a key of `depth` names `a`, joined by dots: any number of the names can be one key, so that many
 * paths match.
 */
function nested(depth: number): object {
  return Object.fromEntries(many(depth, (n) => [many(n + 1, () => 'a').join('.'), nested(depth - n - 1)]))
}

function clause(key: string, op: string, value: unknown) {
  return { key, op, value }
}

function policy(index: number, fields: object) {
  const read = ALERT_POLICY.readNew({ name: `policy ${index}`, description: '', ...fields })
  return { ...read, id: String(index), createTime: String(index).padStart(3, '0'), updateTime: '' }
}

function mapping(fieldMappings: object) {
  const defaultValues = { resource: 'r', event: 'e', environment: 'Production' }
  const read = readMapping({ fieldMappings, defaultValues, arrayPath: '' })
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  return read.mapping
}

/** Returns `undefined` if a computation exceeds its budget. */
function* ended(computation: Stepwise<unknown>): Generator<undefined, unknown> {
  try {
    return isRest(computation) ? yield* computation : computation
  } catch (error) {
    if (error instanceof WorkExceeded) return undefined
    throw error
  }
}
