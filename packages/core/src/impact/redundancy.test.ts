import { describe, expect, it } from 'vitest'
import { type FailingStart, RuleSettling, ruleState } from './redundancy.js'
import { WaysUp } from './ways-up.js'

describe('RuleSettling', () => {
  it('should not look at all alerts again for each rule that breaks', () => {
    const count = 500
    const names = Array.from({ length: count }, (_, index) => String(index))
    const ways = new WaysUp(names.map((name) => ({ resource: `child-${name}`, resourceParent: `pool-${name}` })))
    ways.advance(new Map(names.map((name) => [`child-${name}`, [`pool-${name}`]])))
    ways.advance(new Map())
    let asked = 0
    const starts = names.map((name): FailingStart => {
      const numbered = ways.numbered({ resource: `child-${name}`, resourceParent: `pool-${name}` })
      return {
        ...numbered,
        rank: 0,
        get stated() {
          asked++
          return numbered.stated
        },
      }
    })
    const states = names.map((name) => {
      const rule = {
        environment: 'P',
        resource: `pool-${name}`,
        minHealthy: 1,
        failedAt: 'major',
        degraded: null,
      } as const
      return ruleState(rule, [`child-${name}`], ways)
    })
    for (const _ of new RuleSettling(ways, starts, states).run()) expect.fail('the search is short')
    expect(states.every(({ isBroken, failed }) => isBroken && failed === 1)).toBe(true)
    expect(asked).toBeLessThan(10 * count)
  })
})
