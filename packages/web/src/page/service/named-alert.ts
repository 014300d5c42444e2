import type { NamedAlert } from '../../api/impact.js'
import type { Alert } from '../../api/schemas.js'

/** Converts an alert to the short form that the answers about impact contain. */
export function namedAlert({ id, environment, resource, event, severity, status, activeSince }: Alert): NamedAlert {
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}
