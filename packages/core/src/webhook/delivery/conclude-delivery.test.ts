import { describe, expect, it } from 'vitest'
import { appliedPolicies, where } from '../../../test/applied-policies.js'
import { draft, GOOD, judge, received } from '../../../test/judged-delivery.js'
import { concludeReceived } from './received-delivery.js'

describe('alerts that are refused while they are received', () => {
  const drafted = draft([{ ...GOOD, level: 'bad' }, GOOD, GOOD])
  const refused = drafted.drafts.map(({ index, input }) => ({ index, input, error: `too large ${index}` }))
  const conclude = (count: number) =>
    concludeReceived(judge(GOOD), drafted, received({ refused: refused.slice(2 - count) }))

  it('should be rejected with the others, in the order of the delivery', () => {
    expect(conclude(1)).toMatchObject({
      case: 'partial',
      httpStatus: 200,
      payloadEntry: { message: null },
      errorEntry: {
        message: expect.stringMatching(/^2 of 3 alerts rejected: \[0\] Severity .*; \[2\] too large 2$/),
      },
      rejected: [{ index: 0 }, { index: 2, input: { resource: 'web-1' }, error: 'too large 2' }],
    })
  })

  it('should leave a delivery rejected if no alert remains', () => {
    expect(conclude(2)).toMatchObject({
      case: 'rejected',
      httpStatus: 400,
      message: 'No alert was created',
      errorEntry: {
        message: expect.stringMatching(/^3 of 3 alerts rejected: .*\[1\] too large 1; \[2\] too large 2$/),
      },
      rejected: [{ index: 0 }, { index: 1 }, { index: 2 }],
    })
  })
})

describe('outdated alerts', () => {
  const drafted = draft([GOOD, { ...GOOD, level: 'bad' }])

  it('should leave a delivery ignored if no other alert remains', () => {
    const result = concludeReceived(judge(GOOD), { ...drafted, rejected: [] }, received({ outdated: new Set([0]) }))
    expect(result).toMatchObject({ case: 'ignored', httpStatus: 200, errorEntry: null })
    expect(result.payloadEntry?.message).toBe('outdated: 1 of 1 alerts, a newer state was there before')
  })

  it('should not make a delivery partial if all other alerts are rejected', () => {
    expect(concludeReceived(judge(GOOD), drafted, received({ outdated: new Set([0]) }))).toMatchObject({
      case: 'rejected',
      httpStatus: 400,
    })
  })
})

describe('alerts that alert policies drop', () => {
  const drops = appliedPolicies({ name: 'no tests', filters: where('event', 'test'), actions: [{ drop: true }] })
  const test = { ...GOOD, check: 'test' }
  const note = 'ignored: 1 of 2 alerts, dropped by the alert policy no tests'
  const conclude = (payload: unknown) => concludeReceived(judge(payload), draft(payload, drops), received())

  it('should leave a delivery ignored if no other alert remains', () => {
    expect(conclude([test, test])).toMatchObject({
      case: 'ignored',
      httpStatus: 200,
      message: null,
      payloadEntry: { httpStatus: 200, message: 'ignored: 2 of 2 alerts, dropped by the alert policy no tests' },
      errorEntry: null,
      rejected: [],
      ignored: 2,
    })
  })

  it('should be noted when other alerts are created', () => {
    expect(conclude([test, GOOD])).toMatchObject({
      case: 'success',
      httpStatus: 200,
      payloadEntry: { message: note },
      errorEntry: null,
      ignored: 1,
    })
    expect(conclude([test, GOOD, { ...GOOD, level: 'bad' }])).toMatchObject({
      case: 'partial',
      payloadEntry: { message: expect.stringMatching(/^ignored: 1 of 3 alerts/) },
      errorEntry: { message: expect.stringMatching(/^1 of 3 alerts rejected: \[2\]/) },
      ignored: 1,
    })
  })

  it('should answer 400 if all others are rejected', () => {
    expect(conclude([test, { ...GOOD, level: 'bad' }])).toMatchObject({
      case: 'rejected',
      httpStatus: 400,
      payloadEntry: { message: note },
      errorEntry: { message: expect.stringMatching(/^1 of 2 alerts rejected/) },
      rejected: [{ index: 1 }],
      ignored: 1,
    })
  })
})
