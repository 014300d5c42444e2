import { type AlertImpact, type CatalogService, emptyCatalogService } from '../catalog/catalog-service.js'
import { isEmptyFilter } from '../filter/filter.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import { CATALOG_FIELDS, type CatalogField } from './read-attachments.js'
import type { TopologyDocument } from './read-document.js'
import type { TransferMode } from './topology-import-options.js'

/** The planned change of the catalog entry of a service. */
export interface CatalogPlan {
  /** `skip`: the file has no catalog entry. */
  readonly action: 'create' | 'update' | 'unchanged' | 'skip'
  /** The names of the fields to write. */
  readonly fields: readonly CatalogField[]
  /** The entry to save; `undefined` if nothing is saved. */
  readonly save: CatalogService | undefined
}

/**
 * Plans the catalog entry of the service of a document (rules.md#imported-catalog-entries). A missing entry is created.
 * For a stored entry, the mode `replace` takes every field but the name from the file; the mode `merge` takes only the
 * fields that are empty in the stored entry.
 */
export function planCatalogFields(
  { service, catalogService: sent }: Pick<TopologyDocument, 'service' | 'catalogService'>,
  stored: CatalogService | undefined,
  mode: TransferMode,
): CatalogPlan {
  if (sent === null) return { action: 'skip', fields: [], save: undefined }
  if (stored === undefined) {
    return { action: 'create', fields: CATALOG_FIELDS, save: { ...emptyCatalogService(service), ...sent } }
  }
  const sentFields = CATALOG_FIELDS.filter(
    (field) => field !== 'name' && sent[field] !== undefined && !isBlank(sent[field]),
  )
  const defaults = emptyCatalogService(service)
  const isEmpty = (field: CatalogField) => isBlank(stored[field]) || isSameFieldValue(stored[field], defaults[field])
  const fields = sentFields.filter(
    (field) => (mode === 'replace' || isEmpty(field)) && !isSameFieldValue(sent[field], stored[field]),
  )
  if (fields.length === 0) return { action: 'unchanged', fields, save: undefined }
  const changes = Object.fromEntries(fields.map((field) => [field, sent[field]]))
  return { action: 'update', fields, save: { ...stored, ...changes } }
}

type SentCatalogFields = Partial<Pick<CatalogService, CatalogField>>

/** True for an empty text, an empty list, and an alert impact without conditions. */
function isBlank(value: SentCatalogFields[CatalogField]): boolean {
  if (typeof value === 'object' && 'severities' in value) return hasNoConditions(value)
  return value?.length === 0
}

function hasNoConditions({ severities, statuses, whitelist, blacklist }: AlertImpact): boolean {
  return severities.length === 0 && statuses.length === 0 && isEmptyFilter(whitelist) && isEmptyFilter(blacklist)
}

function isSameFieldValue(left: SentCatalogFields[CatalogField], right: SentCatalogFields[CatalogField]): boolean {
  return isSameJson((left ?? null) as JsonValue, (right ?? null) as JsonValue)
}
