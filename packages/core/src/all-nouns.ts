import { API_KEY } from './access/api-key.js'
import { ALERT } from './alert/alert.js'
import { ALERT_POLICY } from './alert-policy/alert-policy.js'
import { RESOURCE_ALIAS } from './alias/resource-alias.js'
import { CATALOG_SERVICE } from './catalog/catalog-service.js'
import { HEARTBEAT } from './heartbeat/heartbeat.js'
import { MAINTENANCE_WINDOW } from './maintenance/maintenance-window.js'
import { RELATION_POLICY, WEIGHT_POLICY } from './policy/policy.js'
import { REDUNDANCY_RULE } from './redundancy/redundancy-rule.js'
import { RELATION } from './relation/relation.js'
import { SUBSCRIPTION } from './subscription/subscription.js'
import { EDGE, NODE } from './topology/graph.js'
import { TOPOLOGY } from './topology/topology.js'
import { DOCUMENT_HEAD } from './transfer/export-document.js'
import { WEBHOOK } from './webhook/webhook-config.js'

// `pnpm generate` writes this file: every noun of core.

/** The kinds of stored objects, and of the parts that these consist of, by the name in the OpenAPI document. */
export const NOUNS = {
  alert: ALERT,
  alertPolicy: ALERT_POLICY,
  apiKey: API_KEY,
  catalogService: CATALOG_SERVICE,
  documentHead: DOCUMENT_HEAD,
  edge: EDGE,
  heartbeat: HEARTBEAT,
  maintenanceWindow: MAINTENANCE_WINDOW,
  node: NODE,
  redundancyRule: REDUNDANCY_RULE,
  relation: RELATION,
  relationPolicy: RELATION_POLICY,
  resourceAlias: RESOURCE_ALIAS,
  subscription: SUBSCRIPTION,
  topology: TOPOLOGY,
  webhook: WEBHOOK,
  weightPolicy: WEIGHT_POLICY,
} as const
