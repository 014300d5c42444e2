import { API_KEY } from './access/api-key.js'
import { ALERT_STATUS, SEVERITY } from './alert/alert-words.js'
import { ALERT_POLICY } from './alert-policy/alert-policy.js'
import { CATALOG_SERVICE } from './catalog/catalog-service.js'
import { FILTER } from './filter/filter-schema.js'
import { MAINTENANCE_WINDOW } from './maintenance/maintenance-window.js'
import { POLICY_STATUS_CHANGE, POLICY_STATUS_CHANGES, RELATION_POLICY, WEIGHT_POLICY } from './policy/policy.js'
import { IDS } from './read-ids.js'
import { RELATION } from './relation/relation.js'
import { STORED_TIME } from './schema/field.js'
import { PAYLOAD_REFERENCE } from './webhook/delivery/kept-payload.js'
import { MAPPED_ALERT } from './webhook/mapping/mapping-schema.js'
import { UNSAVED_WEBHOOK } from './webhook/unsaved-webhook.js'
import { WEBHOOK, WEBHOOK_ANSWERS } from './webhook/webhook-config.js'

/**
 * The schemas of what is stored: `stored` is the form of answers, `created` and `changed` are bodies. The OpenAPI
 * document is made from them, and use-cases read bodies by them.
 */
export const SCHEMAS = {
  alertPolicy: ALERT_POLICY,
  apiKey: API_KEY,
  catalogService: CATALOG_SERVICE,
  mappedAlert: MAPPED_ALERT,
  maintenanceWindow: MAINTENANCE_WINDOW,
  relation: RELATION,
  relationPolicy: RELATION_POLICY,
  webhook: WEBHOOK,
  weightPolicy: WEIGHT_POLICY,
  policyStatus: POLICY_STATUS_CHANGE,
  policyStatuses: POLICY_STATUS_CHANGES,
  alertStatus: ALERT_STATUS,
  filter: FILTER.stored,
  ids: IDS,
  payloadReference: PAYLOAD_REFERENCE,
  severity: SEVERITY,
  time: STORED_TIME,
  unsavedWebhook: UNSAVED_WEBHOOK,
  webhookConfig: WEBHOOK_ANSWERS.config,
  webhookSummary: WEBHOOK_ANSWERS.summary,
} as const
