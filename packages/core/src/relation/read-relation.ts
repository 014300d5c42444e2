import { z } from 'zod'
import { isObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { type BodyIssue, bodyFault, bodyIssue } from '../schema/body-error.js'
import { define, NAME, REFERENCE, REQUIRED_NAME, readOnlyList } from '../schema/field.js'
import { readBody, withRule } from '../schema/read-body.js'
import { RELATION, RELATION_SOURCE_SCHEMA, type RelationDraft, type RelationKey } from './relation.js'
import { isRelationSource } from './relation-source.js'

/**
 * Reads the body of one relation (rules.md#writing-relations).
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readRelation(body: unknown): RelationDraft {
  const draft = RELATION.readNew(body)
  requireParentDiffers(draft)
  return draft
}

/**
 * Checks that a resource is not its own parent.
 *
 * @throws OpsgraphError `invalid`
 */
export function requireParentDiffers({ resource, parent }: RelationKey): void {
  if (isLoop({ resource, parent })) throw bodyFault('parent', LOOP_MESSAGE)
}

const LOOP_MESSAGE = 'must differ from resource'

function isLoop({ resource, parent }: Readonly<Record<string, unknown>>): boolean {
  return typeof resource === 'string' && resource === parent
}

/** The fields by which a relation is found. */
const RELATION_KEY_SHAPE = /* @__PURE__ */ define(() => ({
  resource: REQUIRED_NAME,
  environment: NAME.nullish(),
  source: RELATION_SOURCE_SCHEMA.nullish(),
  sourceRef: REFERENCE.nullish(),
}))

/** A relation of a bulk request. It may repeat `source` and `sourceRef` of the request. */
const RELATION_ITEM_SCHEMA = /* @__PURE__ */ define(() =>
  withRule(z.object({ ...RELATION_KEY_SHAPE, parent: REQUIRED_NAME }), (item) =>
    isLoop(item) ? [bodyIssue('invalidField', 'parent', LOOP_MESSAGE)] : [],
  ),
)

/** Relations to add in one request. Relations that are already stored are updated (rules.md#writing-many-relations). */
export const NEW_RELATIONS = /* @__PURE__ */ define(() => {
  const { bulkRelations: limit } = LIMITS
  const relations = z
    .array(RELATION_ITEM_SCHEMA)
    .min(1, { error: 'must not be empty' })
    .max(limit, {
      error: ({ input }) => `has ${(input as readonly unknown[]).length} items; one request takes at most ${limit}`,
    })
  const fields = z.object({
    relations: readOnlyList(relations).meta({ description: 'The relations' }),
    environment: RELATION_KEY_SHAPE.environment.meta({
      default: '',
      description: 'The environment of items without one',
    }),
    source: RELATION_KEY_SHAPE.source.meta({ default: 'manual' }),
    sourceRef: RELATION_KEY_SHAPE.sourceRef.meta({ default: null }),
  })
  return withRule(fields, checkOrigins).meta({
    id: 'NewRelations',
    examples: [{ environment: 'Production', relations: [{ resource: 'disk-sdb', parent: 'database' }] }],
  })
})
export type RelationsInput = Readonly<z.input<typeof NEW_RELATIONS>>

/**
 * Refuses items whose `source` or `sourceRef` differs from that of the whole request, because it would have no effect.
 */
function checkOrigins({ relations, source, sourceRef }: Readonly<Record<string, unknown>>): readonly BodyIssue[] {
  if (!Array.isArray(relations) || relations.length > LIMITS.bulkRelations) return []
  const request = { source: source ?? 'manual', sourceRef: sourceRef ?? null }
  return relations.flatMap((item: unknown, index) => {
    if (!isObject(item)) return []
    const fault = (field: 'source' | 'sourceRef', what: string) =>
      typeof item[field] !== 'string' || item[field] === request[field]
        ? []
        : [bodyIssue('invalidField', `relations[${index}].${field}`, what)]
    return [
      ...(isRelationSource(item.source) && isRelationSource(request.source)
        ? fault('source', `must be ${request.source}, the source of the whole request`)
        : []),
      ...fault('sourceRef', 'must be the sourceRef of the whole request'),
    ]
  })
}

/**
 * Reads the body of a bulk request. If one item is invalid, the whole request is refused
 * (rules.md#writing-many-relations).
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readRelations(body: unknown): readonly RelationDraft[] {
  const { relations, environment: defaultEnvironment, source, sourceRef } = readBody(NEW_RELATIONS, body)
  const origin = { source: source ?? 'manual', sourceRef: sourceRef ?? null }
  return relations.map(({ environment, resource, parent }) => {
    return { environment: environment ?? defaultEnvironment ?? '', resource, parent, ...origin }
  })
}

/**
 * Selects the relations whose child is `resource` and that match all other given fields
 * (rules.md#deleting-relations-2).
 */
const RELATION_SELECTION_SCHEMA = /* @__PURE__ */ define(() =>
  z.object({ ...RELATION_KEY_SHAPE, parent: NAME.nullish() }),
)
export type RelationSelection = Readonly<z.input<typeof RELATION_SELECTION_SCHEMA>>

/**
 * Reads a selection of relations.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readRelationSelection(selection: unknown) {
  const { resource, environment, parent, source, sourceRef } = readBody(RELATION_SELECTION_SCHEMA, selection)
  return {
    ...{ resource, environment: environment ?? '', parent: parent ?? undefined },
    ...{ source: source ?? undefined, sourceRef: sourceRef ?? undefined },
  }
}
