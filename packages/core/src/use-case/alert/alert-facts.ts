import type { Alert } from '../../alert/alert.js'
import type { JsonObject } from '../../json-value.js'

/** The fields of an alert that audit entries contain. */
export function alertFacts({ environment, resource, event, severity }: Alert): JsonObject {
  return { environment, resource, event, severity }
}
