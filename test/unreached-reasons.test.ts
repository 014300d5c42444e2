import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildDemo } from '../examples/otel-demo/otel-demo.mjs'
import { type AlertInput, createOpsgraph, type Opsgraph } from '../packages/core/src/index.js'
import { MemoryStore } from '../packages/store-memory/src/index.js'
import { NaiveImpact } from '../packages/use-case-contract/src/naive-impact/impact.js'
import { admin, tickingClock } from '../packages/use-case-contract/src/stage.js'
import { storedState } from '../packages/use-case-contract/src/stored-state.js'

// Compares the reasons why alerts hurt no service with a naive model (rules.md#impact-of-an-alert-6), for every alert.

const ALERTS = 1_000
/** The maximum number of alerts of which `GET /api/impact` lists the reasons. */
const SHOWN = 50
const CHAINS = 40
/**
 * The number of resources of a chain. opsgraph follows at most 10 levels up, so from the first resources of a
 * chain it does not reach the last ones.
 */
const LENGTH = 14
const SEED = 41

it('should be right for every alert of the demo', async () => {
  const opsgraph = await openDemo((alert) => alert)
  expect(await expectRight(opsgraph)).toEqual([])
})

it('should be right for every alert of the demo if the alerts name no service', async () => {
  const opsgraph = await openDemo((alert) => ({ ...alert, service: [] }))
  expect(await expectRight(opsgraph)).toEqual([
    { resource: 'edge-router', code: 'noRelation' },
    { resource: 'checkout', code: 'otherEnvironment' },
  ])
})

it('should be right for every alert of a world of 1,000 alerts', async () => {
  const opsgraph = open()
  await buildWorld(opsgraph)
  const unreached = await expectRight(opsgraph)
  for (const code of ['otherEnvironment', 'nearName', 'noRelation', 'cut', 'noNode']) {
    expect(unreached.filter((each) => each.code === code).length, code).toBeGreaterThan(20)
  }
})

// Helpers

function open(): Opsgraph {
  return createOpsgraph({ store: new MemoryStore(), clock: tickingClock() })
}

/** Compares every alert with the model. Returns the alerts that reach no service, with their reasons. */
async function expectRight(
  opsgraph: Opsgraph,
): Promise<readonly { readonly resource: string; readonly code: string }[]> {
  const state = await storedState(opsgraph)
  const model = new NaiveImpact(state)
  const { alerts, services } = state
  for (const [index, alert] of alerts.entries()) {
    const service = services[index % services.length] as (typeof services)[number]
    const { why } = await opsgraph.readAlertImpact(admin, alert.id, service.service)
    expect([alert, why?.code ?? null]).toEqual([alert, model.why(alert, service)])
  }
  const unreached = model.unreached().map((alert) => ({ alert, code: model.whyUnreached(alert) }))
  const wanted = unreached.map(({ alert, code }) => ({ alertId: alert.id, code }))
  // Only the first alerts are listed. When they are closed, the next ones follow.
  for (let first = 0; first === 0 || first < wanted.length; first += SHOWN) {
    const { total, alertIds, reasons } = (await opsgraph.readImpact(admin, { pageSize: 1 })).unreached
    expect(total).toBe(wanted.length - first)
    expect(reasons.map(({ alertId, code }) => ({ alertId, code }))).toEqual(wanted.slice(first, first + SHOWN))
    if (total > 0) await opsgraph.setAlertStatuses(admin, { filters: { id: alertIds }, status: 'closed' })
  }
  return unreached.map(({ alert: { resource }, code }) => ({ resource, code }))
}

async function openDemo(change: (alert: AlertInput) => AlertInput): Promise<Opsgraph> {
  const opsgraph = open()
  const demo = buildDemo(readFileSync('examples/otel-demo/edges.csv', 'utf8'))
  await opsgraph.createTopology(admin, demo.topology)
  await opsgraph.putRelations(admin, demo.relations)
  await opsgraph.createRelationPolicy(admin, demo.relationPolicy)
  for (const alert of demo.alerts) await opsgraph.receiveAlert(admin, change(alert))
  return opsgraph
}

async function buildWorld(opsgraph: Opsgraph): Promise<void> {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { seed: SEED, numRuns })
  await draw(opsgraph, 'shop', { Production: ['web', 'cart.example.org', 'c1-9', 'c2-12'], Staging: ['web', 'c3-4'] })
  await draw(opsgraph, 'bank', { Production: ['vault', 'c4-3'] })
  await draw(opsgraph, 'mail', { Staging: ['mx', 'c5-13'] })
  const related = [...wholeChains(), ...sample(relation(), CHAINS * LENGTH)]
  for (const environment of ['Production', 'Staging', 'Lab']) {
    const relations = related.filter((each) => each.environment === environment && each.resource !== each.parent)
    await opsgraph.putRelations(admin, {
      environment,
      relations: relations.map(({ resource, parent }) => ({ resource, parent })),
    })
  }
  const alerts = sample(alert(), ALERTS)
  await opsgraph.receiveAlerts(
    admin,
    alerts.map((each, index) => ({ ...each, event: `Event ${index}` })),
  )
}

async function draw(
  opsgraph: Opsgraph,
  service: string,
  drawn: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const environments = Object.keys(drawn)
  const places = Object.entries(drawn).flatMap(([name, labels]) => labels.map((label) => ({ name, label })))
  await opsgraph.createTopology(admin, {
    ...{ name: service, description: '-', service },
    nodes: [
      { id: service, kind: 'service', label: service },
      ...environments.map((label) => ({ id: label, kind: 'environment' as const, label })),
      ...places.map(({ name, label }) => ({ id: `${name}/${label}`, kind: 'resource' as const, label })),
    ],
    edges: [
      ...environments.map((target) => ({ source: service, target })),
      ...places.map(({ name, label }) => ({ source: name, target: `${name}/${label}` })),
    ],
  })
}

function environment() {
  return fc.constantFrom('Production', 'Production', 'Production', 'Staging', 'Staging', 'Lab')
}

/** Generates the name of a resource of one of the chains. */
function chainResource() {
  return fc.tuple(fc.nat(CHAINS - 1), fc.nat(LENGTH - 1)).map(([chain, at]) => `c${chain}-${at}`)
}

function step(chain: number, at: number) {
  return { resource: `c${chain}-${at}`, parent: `c${chain}-${at + 1}` }
}

/** Returns all relations of the last chains. The other chains have gaps. */
function wholeChains() {
  const chains = Array.from({ length: 10 }, (_, index) => CHAINS - 1 - index)
  return chains.flatMap((chain) =>
    Array.from({ length: LENGTH - 1 }, (_, at) => ({ environment: 'Production', ...step(chain, at) })),
  )
}

/** Generates the name of a node or of a resource of a chain, as it is or in another spelling. */
function variant() {
  const name = fc.oneof(chainResource(), fc.constantFrom('web', 'cart', 'cart.example', 'vault', 'mx'))
  return name.chain((each) =>
    fc.constantFrom(each, each.toUpperCase(), `${each}:8080`, `${each}.example.org`, `${each}.EXAMPLE.org:443`),
  )
}

/** Generates a relation. Most relations are steps of a chain; others lead from anywhere to anywhere. */
function relation() {
  const up = fc.tuple(fc.nat(CHAINS - 1), fc.nat(LENGTH - 2)).map(([chain, at]) => step(chain, at))
  const other = fc.record({ resource: variant(), parent: fc.oneof(variant(), fc.constantFrom('island', 'web', 'mx')) })
  const ends = fc.oneof({ weight: 12, arbitrary: up }, { weight: 1, arbitrary: other })
  return fc.tuple(environment(), ends).map(([name, each]) => ({ environment: name, ...each }))
}

function alert(): fc.Arbitrary<Omit<AlertInput, 'event'>> {
  const lamp = fc.nat(99).map((number) => `lamp-${number}`)
  return fc.record({
    environment: environment(),
    resource: fc.oneof(
      { weight: 5, arbitrary: chainResource() },
      { weight: 1, arbitrary: variant() },
      { weight: 2, arbitrary: lamp },
    ),
    resourceParent: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.oneof(chainResource(), variant()) },
    ),
    service: fc.constantFrom<string[][]>([], [], [], ['named']),
    severity: fc.constantFrom('critical', 'warning', 'informational'),
  })
}
