import type { Caller } from '../../access/caller.js'
import { fieldChanges, keptFields } from '../../audit/field-changes.js'
import { BodyReader } from '../../body-reader.js'
import type { CatalogService } from '../../catalog/catalog-service.js'
import {
  type CatalogServiceInput,
  plainCatalogService,
  readCatalogService,
} from '../../catalog/read-catalog-service.js'
import { auditEntry, updateEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { catalogFacts } from './catalog-facts.js'

export interface CatalogChange {
  readonly serviceId: string
  readonly body: CatalogServiceInput
}

/**
 * Creates or updates the catalog entry of a service. In a stored entry, fields that are left out keep their values. In
 * a new entry, fields that are left out get their defaults (rules.md#catalog-entries).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function putCatalogService(
  dependencies: Dependencies,
  caller: Caller,
  change: CatalogChange,
): Promise<{ readonly service: CatalogService; readonly created: boolean }> {
  const { serviceId, body } = change
  const id = new BodyReader({ serviceId }).requiredName('serviceId')
  const entriesFor = (before: CatalogService | undefined, after: CatalogService) => {
    const facts = catalogFacts(after)
    if (before === undefined) {
      const note = { event: 'service-catalog-created', text: `service ${id} added to the catalog` } as const
      return [auditEntry(dependencies, caller, { ...note, resourceId: id, attributes: keptFields(facts) })]
    }
    const note = { event: 'service-catalog-updated', text: `service ${id} updated in the catalog` } as const
    const changes = fieldChanges(catalogFacts(before), facts)
    return updateEntry(dependencies, caller, { ...note, resourceId: id, changes })
  }
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('catalog')
    const stored = await parts.catalog.read(id)
    const service = readCatalogService(body, stored ?? plainCatalogService(id))
    await parts.catalog.save([service])
    await parts.audit.append(...entriesFor(stored, service))
    return { service, created: stored === undefined }
  })
}
