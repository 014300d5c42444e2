import type { JsonObject } from '../json-value.js'

/** The events of the audit trail, each with the type of the changed object (rules.md#audit-entries). */
export const AUDIT_TYPES = {
  'resource-relation-created': 'resource-relation',
  'resource-relations-applied': 'resource-relation',
  'resource-relations-bulk': 'resource-relation',
  'resource-relation-deleted': 'resource-relation',
  'redundancy-rule-created': 'redundancy-rule',
  'redundancy-rule-updated': 'redundancy-rule',
  'redundancy-rule-deleted': 'redundancy-rule',
  'resource-alias-created': 'resource-alias',
  'resource-alias-updated': 'resource-alias',
  'resource-alias-deleted': 'resource-alias',
  'resource-renamed': 'resources',
  'resources-cmdb-imported': 'resources',
  'resources-plan-undone': 'resources',
  'resources-decommissioned': 'resources',
  'service-topology-created': 'service-topology',
  'service-topology-updated': 'service-topology',
  'service-topology-deleted': 'service-topology',
  'service-topology-exported': 'service-topology',
  'service-topology-imported': 'service-topology',
  'service-topology-tree-loaded': 'service-topology',
  'service-topology-tree-upgraded': 'service-topology',
  'service-topology-policy-created': 'service-topology-policy',
  'service-topology-policy-updated': 'service-topology-policy',
  'service-topology-policy-deleted': 'service-topology-policy',
  'resource-relation-policy-created': 'resource-relation-policy',
  'resource-relation-policy-updated': 'resource-relation-policy',
  'resource-relation-policy-deleted': 'resource-relation-policy',
  'alert-policy-created': 'alert-policy',
  'alert-policy-updated': 'alert-policy',
  'alert-policy-deleted': 'alert-policy',
  'service-catalog-created': 'service-catalog',
  'service-catalog-updated': 'service-catalog',
  'service-catalog-deleted': 'service-catalog',
  'webhook-config-created': 'webhook-config',
  'webhook-config-updated': 'webhook-config',
  'webhook-config-deleted': 'webhook-config',
  'webhook-delivery-replayed': 'webhook-config',
  'alert-status-changed': 'alert',
  'alert-note-added': 'alert',
  'alert-deleted': 'alert',
  'maintenance-window-created': 'maintenance-window',
  'maintenance-window-updated': 'maintenance-window',
  'maintenance-window-deleted': 'maintenance-window',
  'heartbeat-deleted': 'heartbeat',
  'subscription-created': 'subscription',
  'subscription-updated': 'subscription',
  'subscription-deleted': 'subscription',
  'api-key-created': 'api-key',
  'api-key-updated': 'api-key',
  'api-key-deleted': 'api-key',
  'snapshot-loaded': 'snapshot',
} as const
export type AuditEvent = keyof typeof AUDIT_TYPES
export type AuditType = (typeof AUDIT_TYPES)[AuditEvent]

/** One entry of the audit trail: who changed what. */
export interface AuditEntry {
  readonly id: string
  readonly event: AuditEvent
  readonly type: AuditType
  /** The id of the changed object; `null` if the entry is about several objects. */
  readonly resourceId: string | null
  readonly user: string
  readonly text: string
  readonly attributes: JsonObject
  readonly requestId: string | null
  /** ISO 8601 in UTC with milliseconds. */
  readonly createTime: string
}
