import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { normalizeName } from '../../name.js'
import { notFound } from '../../opsgraph-error.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { catalogFacts } from './catalog-facts.js'

/**
 * Deletes the catalog entry of a service. The topology of the service is kept. From then on, every active alert of the
 * service counts for the service, because only a catalog entry can exclude alerts (rules.md#alert-impact-2).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteCatalogService(
  dependencies: Dependencies,
  caller: Caller,
  serviceId: string,
): Promise<void> {
  const id = normalizeName(serviceId)
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('catalog')
    const service = await parts.catalog.read(id)
    if (service === undefined) throw notFound('service')
    await parts.catalog.delete(id)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'service-catalog-deleted',
        resourceId: id,
        text: `service ${id} deleted from the catalog`,
        attributes: keptFields(catalogFacts(service)),
      }),
    )
  })
}
