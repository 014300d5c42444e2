import { ALERT_DRAFT } from './alert/alert.js'
import { ALERT_STATUS, SEVERITY } from './alert/alert-enums.js'
import { ALERT_FILTERS, STATUS_CHANGES } from './alert/alert-selection.js'
import { ALERT_NOTE, STATUS_CHANGE, UNDONE_STATUSES } from './alert/status-change.js'
import { PREVIEW_REQUEST } from './alert-policy/alert-policy.js'
import { ALIAS_BODY } from './alias/resource-alias.js'
import { NOUNS } from './all-nouns.js'
import { FILTER } from './filter/filter-schema.js'
import { FAILURES } from './impact/failures.js'
import { LIVE_EVENT } from './live/live-event.js'
import { WINDOW_PREVIEW_REQUEST } from './maintenance/maintenance-window.js'
import { PLAN_DOCUMENT } from './plan/plan-document.js'
import { POLICY_STATUS_CHANGE, POLICY_STATUS_CHANGES } from './policy/policy.js'
import { ID_LIST_SCHEMA } from './read-ids.js'
import { RULE_BODY } from './redundancy/redundancy-rule.js'
import { NEW_RELATIONS } from './relation/read-relation.js'
import { RENAME } from './rename/rename.js'
import { DECOMMISSION } from './resource/resource.js'
import { STORED_TIME } from './schema/field.js'
import { SUBSCRIPTION_PREVIEW } from './subscription/subscription-preview.js'
import { TOPOLOGY_SUMMARY } from './topology/topology.js'
import { EXPORT_BUNDLE, EXPORT_DOCUMENT } from './transfer/export-document.js'
import { TOPOLOGY_FILE } from './transfer/topology-file.js'
import { PAYLOAD_REFERENCE } from './webhook/delivery/payload-reference.js'
import { MAPPED_ALERT } from './webhook/mapping/mapping-schema.js'
import { UNSAVED_WEBHOOK } from './webhook/unsaved-webhook.js'
import { WEBHOOK_ANSWERS } from './webhook/webhook-config.js'

/**
 * The schemas of the bodies and answers of the API. Use-cases read bodies with these schemas, and the OpenAPI document
 * is generated from them. If an entry has several schemas, `stored` is the shape in answers; `created` and `changed`
 * are the shapes of the bodies that create and change the object.
 */
export const SCHEMAS = {
  ...NOUNS,
  decommission: DECOMMISSION,
  mappedAlert: MAPPED_ALERT,
  maintenanceWindowPreview: WINDOW_PREVIEW_REQUEST,
  redundancyRuleBody: RULE_BODY,
  resourceAliasBody: ALIAS_BODY,
  subscriptionPreview: SUBSCRIPTION_PREVIEW,
  planDocument: PLAN_DOCUMENT,
  policyPreview: PREVIEW_REQUEST,
  policyStatus: POLICY_STATUS_CHANGE,
  policyStatuses: POLICY_STATUS_CHANGES,
  alertDraft: ALERT_DRAFT,
  alertFilters: ALERT_FILTERS,
  alertNote: ALERT_NOTE,
  alertStatusChange: STATUS_CHANGE,
  alertStatusChanges: STATUS_CHANGES,
  undoneAlertStatuses: UNDONE_STATUSES,
  alertStatus: ALERT_STATUS,
  exportBundle: EXPORT_BUNDLE,
  exportDocument: EXPORT_DOCUMENT,
  failures: FAILURES,
  filter: FILTER.stored,
  ids: ID_LIST_SCHEMA,
  liveEvent: LIVE_EVENT,
  newRelations: NEW_RELATIONS,
  payloadReference: PAYLOAD_REFERENCE,
  resourceRename: RENAME,
  severity: SEVERITY,
  time: STORED_TIME,
  topologyFile: TOPOLOGY_FILE,
  topologySummary: TOPOLOGY_SUMMARY,
  unsavedWebhook: UNSAVED_WEBHOOK,
  webhookConfig: WEBHOOK_ANSWERS.config,
  webhookSummary: WEBHOOK_ANSWERS.summary,
} as const
