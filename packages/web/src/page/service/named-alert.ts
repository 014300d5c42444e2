import type { NamedAlert } from '../../api/impact.js'
import type { Alert } from '../../api/schemas.js'

/** Takes from an alert what answers about impact name of it. */
export function namedAlert({ id, environment, resource, event, severity, status, activeSince }: Alert): NamedAlert {
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}
