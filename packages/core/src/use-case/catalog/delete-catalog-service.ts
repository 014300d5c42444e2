import { normalizeName } from '../../name.js'
import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'

/**
 * Takes a service out of the catalog; its topology stays, and all of its active alerts count again (decisions.md 5).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteCatalogService({ store }: Dependencies, serviceId: string): Promise<void> {
  await store.transaction(async (parts) => {
    await parts.lock('catalog')
    if (!(await parts.catalog.delete(normalizeName(serviceId)))) throw notFound('service')
  })
}
