import type { Alert } from '../../alert/alert.js'
import type { JsonObject } from '../../json-value.js'

/** What an audit entry says of an alert: which one it is. */
export function alertFacts({ environment, resource, event, severity }: Alert): JsonObject {
  return { environment, resource, event, severity }
}
