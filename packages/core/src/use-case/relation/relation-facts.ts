import type { JsonObject } from '../../json-value.js'
import type { Relation } from '../../relation/relation.js'

/** What an audit entry tells of a relation: who is whose parent, and who said so. */
export function relationFacts({ environment, resource, parent, source, sourceRef }: Relation): JsonObject {
  return { environment, resource, parent, source, sourceRef }
}
