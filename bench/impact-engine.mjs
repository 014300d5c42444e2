import { hurtableServices, ImpactSearch, NodeLookup, readAlert } from '@opsgraph/core/pure'
import { printVerdict } from './lib/alternate.mjs'
import { emit } from './lib/emit.mjs'
import { drawEstate, drawEstateAlerts, drawRules, drawTopologies, ENVIRONMENT } from './lib/estate.mjs'
import { median } from './lib/figures.mjs'

/** @import { Alert } from '@opsgraph/core' */

/**
 * The time limits in milliseconds: for the impact of all alerts, for a what-if in addition to all alerts, and for one
 * turn of the event loop.
 */
const COMPUTED_BOUND = 150
const WHAT_IF_BOUND = 100
const TURN_BOUND = 50
/** The number of services on a page of the impact. */
const PAGE = 50
const ROUNDS = 15
const WARMUPS = 5

emit('\n## Computing the impact whole, in memory')
const small = { relations: 50_000, alerts: 2_000, topologies: 100, rules: 100 }
const large = { relations: 342_492, alerts: 10_000, topologies: 500, rules: 1_000 }
for (const size of [small, large]) {
  const world = drawWorld(size)
  const computed = measure(world, world.alerts)
  const whatIf = measure(world, [...world.alerts, ...drawFailures(100)])
  emit(
    `\n${JSON.stringify(size)}: ${formatFigures(computed)}; what-if of 100 resources on top of it: ${formatFigures(whatIf)}`,
  )
  if (size === small) {
    printVerdict('the impact of 2,000 alerts', computed.median, COMPUTED_BOUND, ' ms')
    printVerdict('a what-if of 100 resources on top of it', whatIf.median, WHAT_IF_BOUND, ' ms')
  }
  printVerdict('the longest turn', Math.max(computed.longest, whatIf.longest), TURN_BOUND, ' ms')
}

/** @param {typeof small} size */
function drawWorld({ relations, alerts, topologies, rules }) {
  const estate = drawEstate()
  const step = Math.max(1, estate.length / relations)
  const parents = /** @type {Map<string, string[]>} */ (new Map())
  const children = /** @type {Map<string, string[]>} */ (new Map())
  const related = estate.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  for (const { resource, parent } of related) {
    push(parents, resource, parent)
    push(children, parent, resource)
  }
  const drawn = drawTopologies(topologies, 100).map(({ service, nodes, edges }) => {
    const placed = nodes.map((node) => ({
      ...node,
      environment: node.kind === 'service' ? null : ENVIRONMENT,
      resource: node.kind === 'resource' ? node.label : null,
    }))
    return /** @type {const} */ ([
      service,
      { id: service, nodes: new NodeLookup(/** @type {any} */ ({ nodes: placed, edges })) },
    ])
  })
  return {
    parents,
    children,
    services: hurtableServices(new Map(drawn), []),
    alerts: drawEstateAlerts(alerts).map(toAlert),
    rules: drawRules(related, rules),
  }
}

/**
 * @param {ReturnType<typeof drawWorld>} world
 * @param {readonly Alert[]} alerts
 */
function measure(world, alerts) {
  const times = []
  let longest = 0
  for (let round = 0; round < ROUNDS + WARMUPS; round++) {
    const turns = compute(world, alerts)
    if (round < WARMUPS) continue
    times.push(turns.reduce((sum, turn) => sum + turn, 0))
    longest = Math.max(longest, ...turns)
  }
  return { median: median(times), longest }
}

/**
 * Computes the impact and a page of it as the use-cases do.
 *
 * @param {ReturnType<typeof drawWorld>} world
 * @param {readonly Alert[]} alerts
 * @returns the milliseconds of each turn between two pauses: the smaller one of clock time and CPU time, because other
 *   processes use the processors too
 */
function compute({ services, rules, parents, children }, alerts) {
  const turns = /** @type {number[]} */ ([])
  /**
   * @template T
   * @param {() => T} work
   */
  const turn = (work) => {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const result = work()
    const { user, system } = process.cpuUsage(cpu)
    turns.push(Math.min(performance.now() - start, (user + system) / 1_000))
    return result
  }
  /**
   * @template T
   * @param {Generator<undefined, T>} steps
   */
  const finish = (steps) => {
    for (;;) {
      const { done, value } = turn(() => steps.next())
      if (done) return value
    }
  }
  /** @param {ImpactSearch} search */
  const climb = ({ walks }) => {
    for (const walk of walks.values()) while (walk.frontier.length > 0) turn(() => walk.advance(parents))
  }
  const search = finish(
    ImpactSearch.open(services, {
      alerts: alerts.map((alert) => ({ kept: alert, alert, accepted: new Map() })),
      rules,
    }),
  )
  climb(search)
  turn(() => search.count(new Map([[ENVIRONMENT, children]])))
  climb(search)
  const impact = finish(search.run())
  finish(impact.explain(impact.services.slice(0, PAGE)))
  return turns
}

/** @param {number} count */
function drawFailures(count) {
  return Array.from({ length: count }, (_, index) => {
    const resource = `disk-${index * 700}`
    return toAlert({ environment: ENVIRONMENT, resource, event: 'SimulatedFailure', severity: 'critical' }, index)
  })
}

/**
 * @param {Partial<ReturnType<typeof drawEstateAlerts>[number]>} fields
 * @param {number} index
 */
function toAlert({ severity, ...fields }, index) {
  const time = '2026-01-01T00:00:00.000Z'
  const read = readAlert({ ...fields, severity: 'major' })
  return /** @type {Alert} */ ({
    ...read,
    severity,
    id: `alert-${index}`,
    status: 'open',
    createTime: time,
    activeSince: time,
  })
}

/**
 * @param {Map<string, string[]>} lists
 * @param {string} key
 * @param {string} name
 */
function push(lists, key, name) {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [name])
  else list.push(name)
}

/** @param {{ median: number, longest: number }} figures */
function formatFigures({ median, longest }) {
  return `${median.toFixed(1)} ms, longest turn ${longest.toFixed(1)} ms`
}
