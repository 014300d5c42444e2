import type { Alert, Severity } from '@opsgraph/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { ladder, rules, sparseParents, states, type World } from '../impact-worlds.js'
import { NaiveImpact, NaiveImpact as WithoutRules } from './impact.js'
import { holds, statusesWhile } from './redundancy.js'
import { isWorse, LEVELS, type NaiveService, type NaiveState, type NaiveTopology, worstOf } from './state.js'

const WORLDS = fc.oneof(
  states(6, sparseParents(6, 2), undefined, rules(6)),
  states(9, sparseParents(9, 3), undefined, rules(9)),
  states(14, ladder(14), undefined, rules(14)),
)

describe('NaiveImpact on any graph', () => {
  it('should let arrive what the worst of all single ways brings, and show the shortest such way', () => {
    const check = (world: World) => {
      const model = new NaiveImpact(world)
      const held = heldIn(world, model)
      for (const alert of world.alerts) {
        const { services } = model.of(alert)
        for (const service of world.services) {
          const found = services.find((each) => each.service === service.service)
          expect(found && { arrives: found.arrives, length: found.path.length }).toEqual(
            bestOf(everyWay(world, held, alert, service), alert, service),
          )
        }
      }
    }
    fc.assert(fc.property(WORLDS, check), propertyRuns(150))
  })

  it('should show a way by which the alert arrives', () => {
    const check = (world: World) => {
      const model = new NaiveImpact(world)
      const held = heldIn(world, model)
      for (const [alert, service, found] of answersOf(world, model)) {
        const ways = everyWay(world, held, alert, service)
        const ends = ways.map(({ path, node, severity }) => [path, node, severity])
        if (found.arrives !== null && ways.length > 0)
          expect(ends).toContainEqual([found.path, found.nodeId, found.arrives])
      }
    }
    fc.assert(fc.property(WORLDS, check), propertyRuns(150))
  })

  it('should let as many rules hold as can hold together', () => {
    const check = (world: World) => {
      const found = new NaiveImpact(world).redundancy()
      const holding = world.rules.filter((_, index) => found[index]?.holds)
      for (const some of subsets(world.rules)) {
        const stay = statusesWhile(some, world).filter(holds)
        const isFixed = stay.length === some.length && stay.every(({ rule }) => some.includes(rule))
        if (isFixed) expect(some.every((rule) => holding.includes(rule))).toBe(true)
      }
    }
    fc.assert(fc.property(WORLDS, check), propertyRuns(100))
  })

  it('should find without rules what the model without rules finds, and perhaps more causes', () => {
    const check = (world: World) => {
      const state = { ...world, rules: [] }
      const [model, old] = [new NaiveImpact(state), new WithoutRules(state)]
      const before = old.services()
      expect(model.services()).toMatchObject(before.map(({ causes, causesTotal, ...rest }) => rest))
      for (const [index, { causes, heldCount, redundancyTotal }] of model.services().entries()) {
        expect([heldCount, redundancyTotal]).toEqual([0, 0])
        const places = causes.map(({ alertId, nodeId, path }) => ({ alertId, nodeId, path }))
        for (const { alertId, nodeId, path } of before[index]?.causes ?? [])
          expect(places).toContainEqual({ alertId, nodeId, path })
      }
      expect(model.unreached()).toEqual(old.unreached())
      for (const alert of state.alerts) expect(model.of(alert)).toMatchObject(old.of(alert))
    }
    fc.assert(fc.property(WORLDS, check), propertyRuns(100))
  })

  it('should name the rules that hold an alert exactly if it arrives as less than it is', () => {
    const check = (world: World) => {
      for (const [alert, , { arrives, heldBy, counts }] of answersOf(world, new NaiveImpact(world))) {
        expect(heldBy.length > 0).toBe(arrives !== alert.severity)
        expect(isWorse(arrives, alert.severity)).toBe(false)
        expect(counts && arrives === null).toBe(false)
        for (const { healthy, minHealthy } of heldBy) expect(healthy).toBeGreaterThanOrEqual(minHealthy)
      }
    }
    fc.assert(fc.property(WORLDS, check), propertyRuns(150))
  })

  it('should give the service node what arrives at the service while all alerts are open', () => {
    const check = (world: World) => {
      const alerts = world.alerts.map((alert) => ({ ...alert, status: 'open' as const }))
      const model = new NaiveImpact({ ...world, alerts })
      for (const { service, topologyId, severity } of model.services())
        if (topologyId !== null) expect(model.nodeSeverities(service).get('service')?.inherited).toBe(severity)
    }
    fc.assert(fc.property(WORLDS, check), propertyRuns(100))
  })
})

// Helpers

interface WholeWay {
  readonly path: readonly string[]
  readonly node: string
  readonly severity: Severity | null
}

/** All services that the alerts reach, and what the model says about them. */
function answersOf(world: World, model: NaiveImpact) {
  return world.alerts.flatMap((alert) =>
    model.of(alert).services.map((found) => {
      const service = world.services.find((each) => each.service === found.service) as NaiveService
      return [alert, service, found] as const
    }),
  )
}

/** What arrives by the best of some ways, and the length of the shortest such way; `undefined` without any way. */
function bestOf(ways: readonly WholeWay[], alert: Alert, { service }: NaiveService) {
  if (ways.length === 0) return alert.service.includes(service) ? { arrives: alert.severity, length: 1 } : undefined
  const arrives = worstOf(ways.map(({ severity }) => severity))
  const same = ways.filter(({ severity }) => arrives === null || severity === arrives)
  return { arrives, length: Math.min(...same.map(({ path }) => path.length)) }
}

function subsets<T>([first, ...rest]: readonly T[]): readonly (readonly T[])[] {
  if (first === undefined) return [[]]
  return subsets(rest).flatMap((each) => [each, [first, ...each]])
}

type Held = ReadonlyMap<string, Severity | null>

function heldIn(world: NaiveState, model: NaiveImpact): Held {
  const holding = model.redundancy().map((status, index) => [world.rules[index], status.holds] as const)
  return new Map(
    holding.flatMap(([rule, holds]) =>
      rule && holds ? [[`${rule.environment}/${rule.resource}`, rule.degraded]] : [],
    ),
  )
}

/** Every way of an alert to a service that visits no resource and no node twice, with what arrives by this way. */
function everyWay(world: NaiveState, held: Held, alert: Alert, { topology }: NaiveService): readonly WholeWay[] {
  if (topology === undefined) return []
  return climb(world, alert, [alert.resource]).flatMap((path) => {
    const node = topology.nodes.find((each) => each.environment === alert.environment && each.resource === path.at(-1))
    if (node === undefined) return []
    return climbEdges(topology, [node.id]).map((ids) => {
      const drawn = ids.slice(1).map((id) => topology.nodes.find((each) => each.id === id)?.resource ?? '')
      const entered = [...path.slice(1), ...drawn].filter((name) => name !== alert.resource)
      return { path, node: node.id, severity: leftOf(alert, entered, held) }
    })
  })
}

function leftOf(alert: Alert, entered: readonly string[], held: Held): Severity | null {
  let left: Severity | null = alert.severity
  for (const name of entered) {
    const limit = held.get(`${alert.environment}/${name}`)
    if (limit !== undefined && isWorse(left, limit)) left = limit
  }
  return left
}

function climb(world: NaiveState, alert: Alert, path: readonly string[]): readonly (readonly string[])[] {
  if (path.length > LEVELS) return [path]
  const stated = path.length === 1 && alert.resourceParent !== null ? [alert.resourceParent] : []
  const above = world.parents.get(alert.environment)?.get(path.at(-1) as string) ?? []
  const next = [...new Set([...stated, ...above])].filter((name) => !path.includes(name))
  return [path, ...next.flatMap((name) => climb(world, alert, [...path, name]))]
}

function climbEdges(topology: NaiveTopology, ids: readonly string[]): readonly (readonly string[])[] {
  const above = topology.edges.filter(({ target }) => target === ids.at(-1)).map(({ source }) => source)
  const isEnd = above.some((id) => topology.nodes.find((each) => each.id === id)?.kind === 'environment')
  const further = above.filter((id) => topology.nodes.find((each) => each.id === id)?.kind === 'resource')
  return [...(isEnd ? [ids] : []), ...further.flatMap((id) => climbEdges(topology, [...ids, id]))]
}
