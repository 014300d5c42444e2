import type { Caller, Scope } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { alertOn, chain, createTopologyOf, ENVIRONMENT } from './impact-scene.js'
import { admin, setStage } from './stage.js'

/** Tests what all requests about impact have in common: the scopes that they need, and the number of store calls. */
export function impactRequestsContract(harness: StoreHarness): void {
  it.each<readonly [Scope, Scope]>([
    ['read:service_topologies', 'read:service_catalog'],
    ['read:alerts', 'read:service_catalog'],
    ['read:alerts', 'read:service_topologies'],
  ])('should need three scopes; %s and %s are not enough', async (...scopes) => {
    const { opsgraph } = await setStage(harness)
    const { id } = await alertOn(opsgraph, 'web')
    const all: readonly Scope[] = ['read:alerts', 'read:service_topologies', 'read:service_catalog']
    const [missing] = all.filter((scope) => !scopes.includes(scope))
    const caller: Caller = { ...admin, scopes }
    for (const attempt of [
      () => opsgraph.readImpact(caller),
      () => opsgraph.listRootCauses(caller, { service: 'shop' }),
      () => opsgraph.listChildStates(caller, { environment: ENVIRONMENT, resource: 'web' }),
      () => opsgraph.readAlertImpact(caller, id),
      () => opsgraph.simulateFailures(caller, { resources: ['web'] }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining(missing as string),
      })
    }
    await opsgraph.readImpact({ ...admin, scopes: all })
  })

  it('should need the same number of calls for any number of alerts, topologies, services and relations', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const made = async (work: () => Promise<unknown>) => {
      const before = new Map(calls)
      await work()
      return [...calls].reduce((sum, [name, times]) => sum + times - (before.get(name) ?? 0), 0)
    }
    const grow = async (number: number) => {
      await createTopologyOf(opsgraph, `service-${number}`, [`top-${number}`])
      await chain(opsgraph, ...Array.from({ length: 9 }, (_, at) => `${at}-${number}`), `top-${number}`)
      await opsgraph.putCatalogService(admin, { serviceId: `service-${number}`, body: { icon: 'server' } })
      const { id } = await alertOn(opsgraph, `0-${number}`)
      await alertOn(opsgraph, `4-${number}`, { service: [`other-${number}`] })
      const failures = { environment: ENVIRONMENT, resources: [`0-${number}`] }
      return {
        // The first call must read what has changed above. Nothing changes before the second call, so it uses the
        // relations and topologies that the server has cached.
        changed: await made(() => opsgraph.readImpact(admin)),
        unchanged: await made(() => opsgraph.readImpact(admin)),
        ofAlert: await made(() => opsgraph.readAlertImpact(admin, id)),
        children: await made(() =>
          opsgraph.listChildStates(admin, { environment: ENVIRONMENT, resource: `1-${number}` }),
        ),
        simulated: await made(() => opsgraph.simulateFailures(admin, failures)),
      }
    }
    await grow(0)
    const first = await grow(1)
    for (let number = 2; number < 6; number++) expect(await grow(number)).toEqual(first)
    expect((await opsgraph.readImpact(admin, { healthy: false })).total).toBe(12)
  })
}
