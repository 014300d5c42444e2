import type { AuditEntry } from '../../api/audit.js'

/** Written as dictionaries, so that none is forgotten. */
const EVENTS: Readonly<Record<AuditEntry['event'], true>> = {
  'resource-relation-created': true,
  'resource-relations-bulk': true,
  'resource-relation-deleted': true,
  'resources-cmdb-imported': true,
  'service-topology-created': true,
  'service-topology-updated': true,
  'service-topology-deleted': true,
  'service-topology-exported': true,
  'service-topology-imported': true,
  'service-topology-policy-created': true,
}
const TYPES: Readonly<Record<AuditEntry['type'], true>> = {
  'resource-relation': true,
  resources: true,
  'service-topology': true,
  'service-topology-policy': true,
}

export const AUDIT_EVENTS: readonly string[] = Object.keys(EVENTS)
export const AUDIT_TYPES: readonly string[] = Object.keys(TYPES)
