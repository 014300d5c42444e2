import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertOn, chain, createTopologyOf, ENVIRONMENT, shopOnADisk } from './impact-scene.js'
import { NaiveImpact } from './naive-impact/impact.js'
import { admin, setStage } from './stage.js'

const STEPS = Array.from({ length: 13 }, (_, index) => `r${index}`)

/** Tests why alerts do not affect services (rules.md#impact-of-an-alert-5). */
export function whyNotContract(harness: StoreHarness): void {
  describe('why an alert does not hurt a service', () => {
    it('should be the first condition that fails, with the names that are missing', async () => {
      const { opsgraph } = await setStage(harness)
      await shopOnADisk(opsgraph)
      await chain(opsgraph, 'lone', 'island')
      await opsgraph.putCatalogService(admin, {
        serviceId: 'payments',
        body: { name: 'Payments', alertImpact: { severities: ['critical'] } },
      })
      await opsgraph.putCatalogService(admin, { serviceId: 'undrawn', body: { name: 'Undrawn' } })
      const whyOf = async (service: string, resource: string, fields: Parameters<typeof alertOn>[2] = {}) => {
        const { id } = await alertOn(opsgraph, resource, fields)
        return (await opsgraph.readAlertImpact(admin, id, service)).why
      }
      expect(await whyOf('shop', 'disk')).toBeNull()
      const code = (name: string, ...words: readonly string[]) => {
        const message = expect.stringMatching(words.map((word) => word.replaceAll('.', '\\.')).join('.*'))
        return { code: name, message }
      }
      const Q = { environment: 'Staging' }
      expect(await whyOf('shop', 'cache', Q)).toEqual(code('otherEnvironment', '"Staging"', `"${ENVIRONMENT}"`))
      expect(await whyOf('shop', 'DISK:80')).toEqual(code('nearName', '"DISK:80"', '"disk"'))
      expect(await whyOf('shop', 'x', { resourceParent: 'Cache.example.org' })).toEqual(
        code('nearName', '"Cache.example.org"', '"cache"'),
      )
      expect(await whyOf('shop', 'nothing')).toEqual(code('noRelation', '"nothing"', '"shop"'))
      expect(await whyOf('shop', 'lone')).toEqual(code('noNode', '"lone"', '"island"', '"shop"'))
      expect(await whyOf('undrawn', 'disk')).toEqual(code('noNode', '"undrawn"'))
      expect(await whyOf(' shop ', 'disk', { event: 'Old', status: 'closed' })).toEqual(code('inactive', 'closed'))
      expect(await whyOf('shop', 'lone', { event: 'Old', status: 'closed' })).toEqual(code('noNode', '"island"'))
      expect(await whyOf('shop', 'disk', { event: 'Quiet', status: 'shelved' })).toEqual(code('silenced', 'shelved'))
      expect(await whyOf('payments', 'disk', { event: 'Slow', severity: 'minor' })).toEqual(
        code('filtered', '"payments"', 'minor'),
      )
      await expect(whyOf('none', 'disk')).rejects.toMatchObject({ kind: 'notFound', message: 'service not found' })
    })

    it('should be the environment if the relations of the resource lead to a node in another one', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web'])
      const relate = async (environment: string, resource: string, parent: string) =>
        await opsgraph.putRelations(admin, { environment, relations: [{ resource, parent }] })
      await relate(ENVIRONMENT, 'host', 'web')
      await relate('Campus', 'printer', 'hall')
      await relate('Staging', 'old', 'HOST')
      const inStaging = {
        ...{ name: 'lab', description: '-', service: 'lab' },
        nodes: [
          { id: 'lab', kind: 'service' as const, label: 'lab' },
          { id: 'staging', kind: 'environment' as const, label: 'Staging' },
          { id: 'bench', kind: 'resource' as const, label: 'bench' },
        ],
        edges: [
          { source: 'lab', target: 'staging' },
          { source: 'staging', target: 'bench' },
        ],
      }
      await opsgraph.createTopology(admin, inStaging)
      const reasonOf = async (resource: string, environment = 'Staging') => {
        const { id } = await alertOn(opsgraph, resource, { environment })
        const { reasons } = (await opsgraph.readImpact(admin)).unreached
        return reasons.find(({ alertId }) => alertId === id)
      }
      expect(await reasonOf('host')).toMatchObject({
        code: 'otherEnvironment',
        message: expect.stringMatching(`"host" lead to a node of any topology in "${ENVIRONMENT}".*"Staging"`),
      })
      expect(await reasonOf('host', 'Nowhere')).toMatchObject({ code: 'otherEnvironment' })
      expect(await reasonOf('printer')).toMatchObject({ code: 'noRelation' })
      expect(await reasonOf('Host')).toMatchObject({ code: 'noRelation' })
      const above = await alertOn(opsgraph, 'agent', { environment: 'Staging', resourceParent: 'host' })
      expect((await opsgraph.readAlertImpact(admin, above.id, 'lab')).why).toMatchObject({ code: 'noNode' })
      expect(await reasonOf('agent')).toMatchObject({ code: 'otherEnvironment' })
    })

    it('should say that the way is cut only if more lies above its last level', async () => {
      const { opsgraph } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['r11'])
      await chain(opsgraph, ...STEPS.slice(0, 11))
      const { id } = await alertOn(opsgraph, 'r0')
      const { why } = await opsgraph.readAlertImpact(admin, id, 'shop')
      expect(why).toMatchObject({ code: 'noNode', message: expect.stringContaining('"r10"') })
      await chain(opsgraph, 'r10', 'r11')
      const { why: cut } = await opsgraph.readAlertImpact(admin, id, 'shop')
      expect(cut).toMatchObject({ code: 'cut', message: expect.stringContaining('"r10" and have no node') })
    })

    it('should be listed for the first 50 alerts that reach no service, without a statement for each', async () => {
      const { opsgraph, calls } = await setStage(harness)
      await createTopologyOf(opsgraph, 'shop', ['web'])
      for (let at = 0; at < 49; at++) await alertOn(opsgraph, `lamp-${at}`)
      const near = await alertOn(opsgraph, 'web:443')
      await alertOn(opsgraph, 'web', { environment: 'Staging' })
      const before = [...calls.values()].reduce((sum, count) => sum + count, 0)
      const { unreached } = await opsgraph.readImpact(admin, {})
      expect([...calls.values()].reduce((sum, count) => sum + count, 0) - before).toBeLessThan(30)
      expect(unreached).toMatchObject({ total: 51, reasons: { length: 50 } })
      expect(unreached.reasons.map(({ alertId }) => alertId)).toEqual(unreached.alertIds)
      expect(unreached.reasons.slice(48)).toMatchObject([
        { code: 'noRelation', message: expect.stringContaining('any topology') },
        { alertId: near.id, code: 'nearName', message: expect.stringContaining('"web"') },
      ])
      await createTopologyOf(opsgraph, 'lamps', ['lamp-0'])
      expect((await opsgraph.readImpact(admin, {})).unreached.reasons.at(-1)).toMatchObject({
        code: 'otherEnvironment',
      })
    })

    it('should agree with a naive model on long ways and near names', async () => {
      const property = fc.asyncProperty(scene(), (random) => expectModel(harness, random))
      await fc.assert(property, propertyRuns(harness, 30))
    })
  })
}

// Helpers

type Scene = ReturnType<typeof scene> extends fc.Arbitrary<infer Random> ? Random : never

async function expectModel(harness: StoreHarness, { drawn, skipped, resources, near }: Scene): Promise<void> {
  const { opsgraph } = await setStage(harness)
  const topology = await createTopologyOf(opsgraph, 'shop', drawn)
  const pairs = STEPS.slice(1).map((parent, at) => [STEPS[at] as string, parent] as const)
  const kept = [...pairs.filter((_, at) => at !== skipped), ...near]
  for (const [resource, parent] of kept) await chain(opsgraph, resource, parent)
  const alerts = []
  for (const resource of resources) alerts.push(await alertOn(opsgraph, resource))
  const parents = new Map<string, readonly string[]>()
  for (const [child, parent] of kept) parents.set(child, [...(parents.get(child) ?? []), parent])
  const shop = { service: 'shop', name: 'shop', owner: '', runbook: '', topology, accepts: () => true }
  const state = { alerts, parents: new Map([[ENVIRONMENT, parents]]), services: [shop], rules: [] }
  const model = new NaiveImpact(state)
  for (const alert of alerts) {
    const { why } = await opsgraph.readAlertImpact(admin, alert.id, 'shop')
    expect(why?.code ?? null).toBe(model.why(alert, shop))
  }
  const { reasons } = (await opsgraph.readImpact(admin, {})).unreached
  const wanted = model.unreached().map((alert) => [alert.id, model.whyUnreached(alert)])
  expect(reasons.map(({ alertId, code }) => [alertId, code])).toEqual(wanted)
}

/** Generates a chain of relations with a gap, and resources whose names are near to those of the chain. */
function scene() {
  const step = fc.constantFrom(...STEPS)
  const variant = step.chain((name) => fc.constantFrom(name.toUpperCase(), `${name}:80`, `${name}.example.org`))
  return fc.record({
    drawn: fc.uniqueArray(fc.oneof(step, fc.constant('other')), { maxLength: 2 }),
    skipped: fc.option(fc.nat(STEPS.length - 2), { nil: -1 }),
    resources: fc.uniqueArray(fc.oneof(step, variant, fc.constant('lamp')), { minLength: 1, maxLength: 4 }),
    near: fc
      .array(fc.tuple(variant, fc.oneof(variant, fc.constant('island'))), { maxLength: 2 })
      .map((pairs) => pairs.filter(([resource, parent]) => resource !== parent)),
  })
}
