import type { AuditEntry } from '../../api/audit.js'

/** The events are the keys of a record and not a list, so that the compiler reports a missing event. */
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
  'service-topology-tree-loaded': true,
  'service-topology-tree-upgraded': true,
  'service-topology-policy-created': true,
  'service-topology-policy-updated': true,
  'service-topology-policy-deleted': true,
  'resource-relation-policy-created': true,
  'resource-relation-policy-updated': true,
  'resource-relation-policy-deleted': true,
  'alert-policy-created': true,
  'alert-policy-updated': true,
  'alert-policy-deleted': true,
  'service-catalog-created': true,
  'service-catalog-updated': true,
  'service-catalog-deleted': true,
  'webhook-config-created': true,
  'webhook-config-updated': true,
  'webhook-config-deleted': true,
  'webhook-delivery-replayed': true,
  'alert-status-changed': true,
  'alert-deleted': true,
  'api-key-created': true,
  'api-key-updated': true,
  'api-key-deleted': true,
  'snapshot-loaded': true,
}
const TYPES: Readonly<Record<AuditEntry['type'], true>> = {
  'resource-relation': true,
  resources: true,
  'service-topology': true,
  'service-topology-policy': true,
  'resource-relation-policy': true,
  'alert-policy': true,
  'service-catalog': true,
  'webhook-config': true,
  alert: true,
  'api-key': true,
  snapshot: true,
}

export const AUDIT_EVENTS: readonly string[] = Object.keys(EVENTS)
export const AUDIT_TYPES: readonly string[] = Object.keys(TYPES)
