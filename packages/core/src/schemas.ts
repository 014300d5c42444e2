import { API_KEY } from './access/api-key.js'
import { ALERT, ALERT_DRAFT } from './alert/alert.js'
import { ALERT_STATUS, SEVERITY } from './alert/alert-enums.js'
import { ALERT_FILTERS, STATUS_CHANGES } from './alert/alert-selection.js'
import { ALERT_NOTE, STATUS_CHANGE, UNDONE_STATUSES } from './alert/status-change.js'
import { ALERT_POLICY, PREVIEW_REQUEST } from './alert-policy/alert-policy.js'
import { ALIAS_BODY, RESOURCE_ALIAS } from './alias/resource-alias.js'
import { CATALOG_SERVICE } from './catalog/catalog-service.js'
import { FILTER } from './filter/filter-schema.js'
import { HEARTBEAT } from './heartbeat/heartbeat.js'
import { FAILURES } from './impact/failures.js'
import { LIVE_EVENT } from './live/live-event.js'
import { MAINTENANCE_WINDOW, WINDOW_PREVIEW_REQUEST } from './maintenance/maintenance-window.js'
import { PLAN_DOCUMENT } from './plan/plan-document.js'
import { POLICY_STATUS_CHANGE, POLICY_STATUS_CHANGES, RELATION_POLICY, WEIGHT_POLICY } from './policy/policy.js'
import { IDS } from './read-ids.js'
import { REDUNDANCY_RULE, RULE_BODY } from './redundancy/redundancy-rule.js'
import { NEW_RELATIONS } from './relation/read-relation.js'
import { RELATION } from './relation/relation.js'
import { RENAME } from './rename/rename.js'
import { DECOMMISSION } from './resource/resource.js'
import { STORED_TIME } from './schema/field.js'
import { SUBSCRIPTION } from './subscription/subscription.js'
import { SUBSCRIPTION_PREVIEW } from './subscription/subscription-preview.js'
import { EDGE, NODE } from './topology/graph.js'
import { TOPOLOGY, TOPOLOGY_SUMMARY } from './topology/topology.js'
import { EXPORT_BUNDLE, EXPORT_DOCUMENT } from './transfer/export-document.js'
import { TOPOLOGY_FILE } from './transfer/topology-file.js'
import { PAYLOAD_REFERENCE } from './webhook/delivery/payload-reference.js'
import { MAPPED_ALERT } from './webhook/mapping/mapping-schema.js'
import { UNSAVED_WEBHOOK } from './webhook/unsaved-webhook.js'
import { WEBHOOK, WEBHOOK_ANSWERS } from './webhook/webhook-config.js'

/**
 * The schemas of the bodies and answers of the API. Use-cases read bodies with these schemas, and the OpenAPI document
 * is generated from them. If an entry has several schemas, `stored` is the shape in answers; `created` and `changed`
 * are the shapes of the bodies that create and change the object.
 */
export const SCHEMAS = {
  alert: ALERT,
  alertPolicy: ALERT_POLICY,
  apiKey: API_KEY,
  catalogService: CATALOG_SERVICE,
  decommission: DECOMMISSION,
  edge: EDGE,
  heartbeat: HEARTBEAT,
  mappedAlert: MAPPED_ALERT,
  maintenanceWindow: MAINTENANCE_WINDOW,
  maintenanceWindowPreview: WINDOW_PREVIEW_REQUEST,
  node: NODE,
  redundancyRule: REDUNDANCY_RULE,
  redundancyRuleBody: RULE_BODY,
  relation: RELATION,
  resourceAlias: RESOURCE_ALIAS,
  resourceAliasBody: ALIAS_BODY,
  relationPolicy: RELATION_POLICY,
  subscription: SUBSCRIPTION,
  subscriptionPreview: SUBSCRIPTION_PREVIEW,
  topology: TOPOLOGY,
  webhook: WEBHOOK,
  weightPolicy: WEIGHT_POLICY,
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
  ids: IDS,
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
