import type { Alert, AlertStatus, Opsgraph, Severity } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTopologyOf, ENVIRONMENT } from './impact-scene.js'
import { NaiveImpact } from './naive-impact/impact.js'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'
import { storedState } from './stored-state.js'

const RESOURCES = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6'] as const
const EVERYTHING = { pageSize: 1_000 }

/**
 * Tests with random alerts, relations and topologies that opsgraph finds the same impact as a naive model
 * (rules.md#impact).
 */
export function impactPropertiesContract(harness: StoreHarness): void {
  it('should agree with a naive model on any graphs, topologies, catalog entries and alerts', async () => {
    const property = fc.asyncProperty(scene(), async (random) => {
      const { opsgraph } = await setStage(harness)
      await build(opsgraph, random)
    })
    await fc.assert(property, propertyRuns(harness, 12))
  }, 300_000)
}

// Helpers

type ChildState = Awaited<ReturnType<Opsgraph['listChildStates']>>['items'][number]
type Scene = ReturnType<typeof scene> extends fc.Arbitrary<infer Random> ? Random : never

/**
 * Builds a scene step by step. After each step, it compares the answers of opsgraph with the model. An answer that
 * ignores the last step would differ from the model.
 */
async function build(opsgraph: Opsgraph, random: Scene): Promise<void> {
  const { drawn, relations, rules, entries, alerts, gone, closed } = random
  for (const [at, resources] of drawn.entries()) await createTopologyOf(opsgraph, `s${at}`, resources)
  for (const each of alerts) await receiveAlert(opsgraph, admin, each)
  await expectSame(opsgraph)
  for (const { source, ...each } of relations) await opsgraph.putRelations(admin, { source, relations: [each] })
  await expectSame(opsgraph)
  for (const { resource, ...body } of rules) {
    await opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource, body })
  }
  await expectSame(opsgraph)
  for (const { serviceId, ...body } of entries) await opsgraph.putCatalogService(admin, { serviceId, body })
  await expectSame(opsgraph)
  // Receiving an alert with a `resourceParent` stores a relation. If this relation is deleted, the `resourceParent` of
  // the alert must still count as a parent.
  for (const resource of gone) await opsgraph.deleteRelationsOf(admin, { resource, environment: ENVIRONMENT })
  await expectSame(opsgraph)
  await opsgraph.setAlertStatuses(admin, { filters: { resource: closed }, status: 'closed' })
  await expectSame(opsgraph)
  for (const { resource } of rules.slice(0, 1)) {
    await opsgraph.deleteRedundancyRule(admin, { environment: ENVIRONMENT, resource })
  }
  await expectSame(opsgraph)
}

async function expectSame(opsgraph: Opsgraph): Promise<void> {
  const stored = (await opsgraph.listAlerts(admin, EVERYTHING)).items
  const state = await storedState(opsgraph)
  const { alerts, services } = state
  const model = new NaiveImpact(state)
  const { items: found, unreached } = await opsgraph.readImpact(admin, EVERYTHING)
  expect(found).toEqual(model.services())
  expect(unreached.alertIds).toEqual(idsOf(model.unreached()))
  const reasons = model.unreached().map((alert) => ({ alertId: alert.id, code: model.whyUnreached(alert) }))
  expect(unreached.reasons.map(({ alertId, code }) => ({ alertId, code }))).toEqual(reasons)
  for (const resource of RESOURCES) {
    const { items, redundancy } = await opsgraph.listChildStates(admin, { environment: ENVIRONMENT, resource })
    expect(items.map(({ worst, ...state }) => state)).toEqual(model.children(ENVIRONMENT, resource))
    expect(items.every((state) => isWorstOf(model, alerts, state))).toBe(true)
    expect(redundancy).toEqual(model.redundancyAt(ENVIRONMENT, resource))
  }
  for (const alert of alerts) {
    expect(await opsgraph.readAlertImpact(admin, alert.id)).toEqual(model.of(alert))
  }
  for (const alert of stored) {
    for (const service of services) {
      const { why } = await opsgraph.readAlertImpact(admin, alert.id, service.service)
      expect(why?.code ?? null).toBe(model.why(alert, service))
    }
  }
}

/**
 * Whether the alert that a child names has the severity of the child there. It may be in blackout only if all such
 * alerts are.
 */
function isWorstOf(model: NaiveImpact, alerts: readonly Alert[], { resource, severity, worst }: ChildState): boolean {
  const arriving = alerts.filter(
    (alert) =>
      alert.environment === ENVIRONMENT &&
      alert.status !== 'shelved' &&
      severity !== null &&
      model.arrivesAt(alert, resource) === severity,
  )
  const best = arriving.some(({ status }) => status !== 'blackout')
    ? arriving.filter(({ status }) => status !== 'blackout')
    : arriving
  return worst === null ? best.length === 0 : idsOf(best).includes(worst.alertId)
}

function idsOf(alerts: readonly Alert[]): readonly string[] {
  return alerts.map(({ id }) => id)
}

function scene() {
  return fc.record({
    drawn: fc.array(fc.subarray([...RESOURCES], { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    relations: fc.array(relation(), { maxLength: 14 }),
    rules: fc.uniqueArray(rule(), { maxLength: 3, selector: ({ resource }) => resource }),
    entries: fc.uniqueArray(catalogEntry(), { maxLength: 2, selector: ({ serviceId }) => serviceId }),
    alerts: fc.array(alert(), { minLength: 1, maxLength: 8 }),
    gone: fc.subarray([...RESOURCES], { maxLength: 2 }),
    closed: fc.constantFrom(...RESOURCES),
  })
}

function relation() {
  return fc
    .record({
      environment: fc.constantFrom(ENVIRONMENT, ENVIRONMENT, 'Staging'),
      resource: fc.constantFrom(...RESOURCES),
      parent: fc.constantFrom(...RESOURCES),
      source: fc.constantFrom('manual' as const, 'event' as const, 'policy' as const),
    })
    .filter(({ resource, parent }) => resource !== parent)
}

function rule() {
  return fc.record({
    resource: fc.constantFrom(...RESOURCES),
    minHealthy: fc.constantFrom(0, 1, 1, 2, 9, '50%'),
    failedAt: fc.constantFrom<Severity[]>('major', 'warning'),
    degraded: fc.constantFrom<(Severity | null)[]>('warning', 'informational', null),
  })
}

function catalogEntry() {
  const severities = fc.subarray<Severity>(['critical', 'major', 'informational'])
  return fc.record({
    serviceId: fc.constantFrom('s0', 'named', 'entry alone'),
    name: fc.constantFrom('A name', 'Another name'),
    owner: fc.constantFrom('', 'Team A'),
    runbook: fc.constantFrom('', 'https://wiki.example.com/s0'),
    alertImpact: fc.record({ severities }),
  })
}

function alert() {
  return fc.record({
    environment: fc.constantFrom(ENVIRONMENT, ENVIRONMENT, 'Staging'),
    resource: fc.constantFrom(...RESOURCES),
    event: fc.constantFrom('Down', 'Slow'),
    severity: fc.constantFrom<Severity[]>('critical', 'major', 'warning', 'informational', 'normal'),
    status: fc.constantFrom<AlertStatus[]>('open', 'open', 'ack', 'shelved'),
    service: fc.subarray(['s0', 'named']),
    resourceParent: fc.option(fc.constantFrom(...RESOURCES), { freq: 3 }),
  })
}
