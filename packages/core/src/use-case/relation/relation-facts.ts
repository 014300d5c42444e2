import type { JsonObject } from '../../json-value.js'
import type { Relation } from '../../relation/relation.js'

/** The fields of a relation that audit entries contain. */
export function relationFacts({ environment, resource, parent, source, sourceRef }: Relation): JsonObject {
  return { environment, resource, parent, source, sourceRef }
}
