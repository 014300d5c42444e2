import { describe, expect, it, vi } from 'vitest'
import { withoutPauses } from '../steps.js'
import { AlertingEnvironment } from './alerting-environment.js'
import { AncestorWalk } from './ancestor-walk.js'
import { type AppliedRule, BrokenRuleSearch, type FailingStart, initialStates } from './redundancy.js'

describe('BrokenRuleSearch', () => {
  it('should not look at all alerts again for each rule that breaks', () => {
    const count = 500
    const names = Array.from({ length: count }, (_, index) => String(index))
    const ways = new AncestorWalk(names.map((name) => ({ resource: `child-${name}`, resourceParent: `pool-${name}` })))
    ways.advance(new Map(names.map((name) => [`child-${name}`, [`pool-${name}`]])))
    ways.advance(new Map())
    let asked = 0
    const starts = names.map((name): FailingStart => {
      const numbered = ways.numberStart({ resource: `child-${name}`, resourceParent: `pool-${name}` })
      return {
        ...numbered,
        rank: 0,
        get namedParent() {
          asked++
          return numbered.namedParent
        },
      }
    })
    const rules = names.map((name) => ruleOf(`pool-${name}`))
    const states = withoutPauses(
      initialStates(rules, new Map(names.map((name) => [`pool-${name}`, [`child-${name}`]])), ways),
    )
    for (const _ of new BrokenRuleSearch(ways, starts, states).run()) expect.fail('the search is short')
    expect(states.every(({ isBroken, failed }) => isBroken && failed === 1)).toBe(true)
    expect(asked).toBeLessThan(10 * count)
  })
})

const CHILDREN = new Map([['pool', Array.from({ length: 100_000 }, (_, index) => `child-${index}`)]])

it('should yield before it has numbered many children', () => {
  const ways = new AncestorWalk([])
  const asked = countCalls(ways)
  const longest = longestOf(initialStates([ruleOf('pool')], CHILDREN, ways), asked)
  expect(asked()).toBeGreaterThan(100_000)
  expect(longest).toBeLessThan(50_000)
})

it('should yield before it has looked for many children on the ways up', () => {
  const input = { rules: [ruleOf('pool')], drawn: new Map() }
  const environment = withoutPauses(AlertingEnvironment.open('P', [], input))
  const asked = countCalls(environment.walk)
  const longest = longestOf(environment.receiveChildren(CHILDREN), asked)
  expect(asked()).toBeGreaterThan(100_000)
  expect(longest).toBeLessThan(50_000)
})

it('should yield before it has noted the rules of many children', () => {
  const all = CHILDREN.get('pool') as readonly string[]
  const ways = new AncestorWalk(all.map((resource) => ({ resource, resourceParent: null })))
  const [state] = withoutPauses(initialStates([ruleOf('pool')], CHILDREN, ways))
  let seen = 0
  const children = new Proxy((state as { children: readonly number[] }).children, {
    get: (list, key) => {
      seen++
      return Reflect.get(list, key)
    },
  })
  const settling = new BrokenRuleSearch(ways, [], [{ ...(state as NonNullable<typeof state>), children }])
  const longest = longestOf(settling.run(), () => seen)
  expect(seen).toBeGreaterThan(100_000)
  expect(longest).toBeLessThan(100_000)
})

function ruleOf(resource: string): AppliedRule {
  return { environment: 'P', resource, minHealthy: 1, failedAt: 'major', degraded: null }
}

/** Counts from now on how often numbers are looked up. */
function countCalls(ways: AncestorWalk): () => number {
  const spy = vi.spyOn(ways, 'numberOf')
  return () => spy.mock.calls.length
}

/** The most that a counter grows between two pauses. */
function longestOf(computation: Generator<undefined, unknown>, counter: () => number): number {
  let longest = 0
  for (let before = counter(), done: boolean | undefined = false; !done; before = counter()) {
    done = computation.next().done
    longest = Math.max(longest, counter() - before)
  }
  return longest
}
