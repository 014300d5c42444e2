import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { bodyError, bodyFault, collectFaults } from '../schema/body-error.js'
import { RELATION, type RelationDraft, type RelationInput, type RelationKey } from './relation.js'
import { isRelationSource, RELATION_SOURCES, type RelationSource } from './relation-source.js'

/** Relations to add in one request. Relations that are already stored are updated (rules.md#writing-many-relations). */
export interface RelationsInput extends OriginInput {
  readonly relations: readonly RelationInput[]
  /** The environment of the relations that name no environment. Default: the empty environment. */
  readonly environment?: string | null | undefined
}

interface OriginInput {
  /**
   * Default: `manual`. Other sources need the scope `admin:service_topologies`. An item of a {@link RelationsInput}
   * always has the source and the sourceRef of the request; any other value in the item is refused.
   */
  readonly source?: RelationSource | null | undefined
  /** Free text that names the exact origin, such as the name of a CMDB. Default: none. */
  readonly sourceRef?: string | null | undefined
}

/**
 * Reads the body of one relation (rules.md#writing-relations).
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readRelation(body: unknown): RelationDraft {
  const draft = RELATION.readNew(body)
  requireOtherParent(draft)
  return draft
}

/** @throws OpsgraphError `invalid` if a relation leads from a resource to itself */
export function requireOtherParent({ resource, parent }: RelationKey): void {
  if (resource === parent) throw bodyFault('parent', 'must differ from resource')
}

/**
 * Reads the body of a bulk request. If one item is invalid, the whole request is refused
 * (rules.md#writing-many-relations).
 *
 * @throws OpsgraphError `invalid` with the first fault of each item
 */
export function readRelations(body: unknown): readonly RelationDraft[] {
  const reader = new BodyReader(body)
  const items = reader.list('relations')
  if (items === undefined) throw reader.fault('relations', 'is required')
  if (items.length === 0) throw reader.fault('relations', 'must not be empty')
  if (items.length > LIMITS.bulkRelations) {
    throw reader.fault('relations', `has ${items.length} items; one request takes at most ${LIMITS.bulkRelations}`)
  }
  const environment = reader.name('environment') ?? ''
  const origin = readOrigin(reader)
  const { items: drafts, faults } = collectFaults(items, (item, index) => {
    const itemReader = new BodyReader(item, `relations[${index}]`)
    requireSameOrigin(itemReader, origin)
    return { ...readEnds(itemReader, environment), ...origin }
  })
  if (faults.length > 0) throw bodyError(faults)
  return drafts
}

/**
 * Checks that an item has the same `source` and `sourceRef` as the whole request, if the item has these fields. A
 * different value would have no effect, so it is refused.
 */
function requireSameOrigin(item: BodyReader, origin: Origin): void {
  const source = readSource(item) ?? origin.source
  if (source !== origin.source) throw item.fault('source', `must be ${origin.source}, the source of the whole request`)
  const sourceRef = item.reference('sourceRef') ?? origin.sourceRef
  if (sourceRef !== origin.sourceRef) throw item.fault('sourceRef', 'must be the sourceRef of the whole request')
}

/**
 * Reads a selection of relations that have the same resource as the child (rules.md#deleting-relations-2).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readRelationSelection(selection: unknown) {
  const reader = new BodyReader(selection)
  return {
    resource: reader.requiredName('resource'),
    environment: reader.name('environment') ?? '',
    parent: reader.name('parent'),
    source: readSource(reader),
    sourceRef: reader.reference('sourceRef'),
  }
}

function readEnds(reader: BodyReader, defaultEnvironment: string) {
  const environment = reader.name('environment') ?? defaultEnvironment
  const resource = reader.requiredName('resource')
  const parent = reader.requiredName('parent')
  if (resource === parent) throw reader.fault('parent', 'must differ from resource')
  return { environment, resource, parent }
}

type Origin = Pick<RelationDraft, 'source' | 'sourceRef'>

function readOrigin(reader: BodyReader): Origin {
  return { source: readSource(reader) ?? 'manual', sourceRef: reader.reference('sourceRef') ?? null }
}

function readSource(reader: BodyReader): RelationSource | undefined {
  const source = reader.value('source')
  if (source === undefined || isRelationSource(source)) return source
  throw reader.fault('source', `must be one of ${RELATION_SOURCES.join(', ')}`)
}
