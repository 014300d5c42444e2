import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { RELATION_SOURCES } from '../relation/relation-source.js'
import { type RedundancyRule, readRule, replacesRule } from './redundancy-rule.js'

const KEY = { environment: 'Production', resource: 'databases' }

describe('readRule', () => {
  it('should add the default values', () => {
    expect(readRule(KEY, { minHealthy: 2 })).toEqual({
      ...{ ...KEY, minHealthy: 2, failedAt: 'major', degraded: 'warning', source: 'manual', sourceRef: null, text: '' },
    })
  })

  it('should keep what is sent: null for degraded means that nothing passes', () => {
    const sent = { failedAt: 'critical', degraded: null, source: 'cmdb', sourceRef: 'itop', text: 'two of three' }
    expect(readRule(KEY, { minHealthy: '67%', ...sent })).toEqual({ ...KEY, minHealthy: '67%', ...sent })
  })

  it('should accept a rule that was read', () => {
    const read = { ...KEY, id: 'id', minHealthy: 0, createTime: 'once', updateTime: 'now' }
    expect(readRule(KEY, read)).toEqual(readRule(KEY, { minHealthy: 0 }))
  })

  it.each([0, 1, 10_000, '0%', '7%', '50%', '99%', '100%'])('should accept minHealthy %j', (minHealthy) => {
    expect(readRule(KEY, { minHealthy }).minHealthy).toBe(minHealthy)
  })

  it.each([-1, 0.5, 1e300, true, [1], {}, '', '1', '-1%', '101%', '050%', '5.5%', '50 %', ' 50%', '50%\n', '٥%'])(
    'should refuse minHealthy %j',
    (minHealthy) => {
      expect(issuesOf({ minHealthy })).toEqual([
        {
          code: 'invalidField',
          path: 'minHealthy',
          message:
            'minHealthy must be a whole number from 0, such as 2, or a percentage from 0% to 100%, such as "50%"',
        },
      ])
    },
  )

  it('should refuse severities that close an alert, and name all faults', () => {
    const body = { failedAt: 'ok', degraded: 'cleared', source: 'me', extra: 1, environment: 'Test', resource: 5 }
    expect(issuesOf(body).map(({ code, path }) => [code, path])).toEqual([
      ['missingField', 'minHealthy'],
      ['invalidField', 'failedAt'],
      ['invalidField', 'degraded'],
      ['invalidField', 'source'],
      ['unknownField', 'extra'],
      ['invalidField', 'environment'],
      ['invalidField', 'resource'],
    ])
    expect(issuesOf({ minHealthy: 1, failedAt: 'normal' })[0]?.message).toMatch(
      /^failedAt \(normal\) is not one of security, critical, major, minor, warning, indeterminate, informational, debug,/,
    )
  })

  it('should name a missing minHealthy as missing', () => {
    expect(issuesOf({})).toEqual([{ code: 'missingField', path: 'minHealthy', message: 'minHealthy is required' }])
  })

  it('should trim names, and refuse an empty resource', () => {
    expect(readRule({ environment: ' a ', resource: ' b ' }, { minHealthy: 1, resource: 'b' })).toMatchObject({
      ...{ environment: 'a', resource: 'b' },
    })
    const empty = issuesOf({ minHealthy: 1 }, { ...KEY, resource: ' ' })
    expect(empty.map(({ code, path }) => [code, path])).toEqual([['missingField', 'resource']])
  })

  it.each([null, [], 'text', 5])('should refuse the body %j', (body) => {
    expect(issuesOf(body).map(({ path }) => path)).toEqual([''])
  })
})

describe('replacesRule', () => {
  it('should let the same source and stronger ones replace a rule', () => {
    const source = fc.constantFrom(...RELATION_SOURCES)
    fc.assert(
      fc.property(source, source, (arrived, stored) => {
        const draft = { ...readRule(KEY, { minHealthy: 1 }), source: arrived }
        const expected = RELATION_SOURCES.indexOf(arrived) <= RELATION_SOURCES.indexOf(stored)
        expect(replacesRule(draft, { ...draft, source: stored } as RedundancyRule)).toBe(expected)
      }),
    )
  })
})

// Helpers

function issuesOf(body: unknown, key = KEY) {
  try {
    readRule(key, body)
  } catch (error) {
    if (error instanceof OpsgraphError) return error.issues
  }
  throw new Error('no fault was found')
}
