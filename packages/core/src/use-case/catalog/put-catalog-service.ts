import { BodyReader } from '../../body-reader.js'
import type { CatalogService } from '../../catalog/catalog-service.js'
import { plainCatalogService, readCatalogService } from '../../catalog/read-catalog-service.js'
import type { Dependencies } from '../../port/dependencies.js'

export interface CatalogChange {
  readonly serviceId: string
  readonly body: unknown
}

/**
 * Describes a service in the catalog; what is not sent stays as it is, or takes its default in a new entry (decisions.md 5).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function putCatalogService(
  { store }: Dependencies,
  { serviceId, body }: CatalogChange,
): Promise<{ readonly service: CatalogService; readonly created: boolean }> {
  const id = new BodyReader({ serviceId }).requiredName('serviceId')
  return await store.transaction(async (parts) => {
    await parts.lock('catalog')
    const stored = await parts.catalog.read(id)
    const service = readCatalogService(body, stored ?? plainCatalogService(id))
    await parts.catalog.save([service])
    return { service, created: stored === undefined }
  })
}
