import { openapiRoute } from '../openapi/openapi-route.js'
import type { Route } from '../pipeline/define-route.js'
import { alertPolicyRoutes } from './alert-policies.js'
import { alertRoutes } from './alerts.js'
import { aliasRoutes } from './aliases.js'
import { apiKeyRoutes } from './api-keys.js'
import { listAuditRoute } from './audit.js'
import { cmdbImportRoutes } from './cmdb-import.js'
import { followEventsRoute } from './events.js'
import { healthRoutes } from './health.js'
import { heartbeatRoutes } from './heartbeats.js'
import { impactRoutes } from './impact.js'
import { inboundWebhookRoutes } from './inbound-webhook.js'
import { maintenanceRoutes } from './maintenance.js'
import { planRoutes } from './plans.js'
import { redundancyRuleRoutes } from './redundancy-rules.js'
import { relationPolicyRoutes } from './relation-policies.js'
import { relationRoutes } from './relations.js'
import { readResourceGraphRoute } from './resource-graph.js'
import { resourceRoutes } from './resources.js'
import { serviceCatalogRoutes } from './service-catalog.js'
import { previewSubscriptionRoute } from './subscription-preview.js'
import { subscriptionRoutes } from './subscriptions.js'
import { topologyRoutes } from './topologies.js'
import { topologyAlertRoutes } from './topology-alerts.js'
import { topologyTransferRoutes } from './topology-transfer.js'
import { webhookConfigRoutes } from './webhook-configs.js'
import { webhookPayloadRoutes } from './webhook-payloads.js'
import { weightPolicyRoutes } from './weight-policies.js'

// `pnpm generate` writes this file: every route of this folder, in the order of docs/http-api.md.

/**
 * Every route, in matching order: a fixed path segment comes before a parameter at the same position. The first one is
 * called most often by far.
 */
export const ALL_ROUTES: readonly Route[] = [
  ...inboundWebhookRoutes,
  readResourceGraphRoute,
  ...relationRoutes,
  ...redundancyRuleRoutes,
  ...resourceRoutes,
  ...aliasRoutes,
  ...cmdbImportRoutes,
  ...planRoutes,
  ...topologyTransferRoutes,
  ...topologyRoutes,
  ...topologyAlertRoutes,
  ...weightPolicyRoutes,
  ...relationPolicyRoutes,
  ...alertPolicyRoutes,
  ...maintenanceRoutes,
  ...serviceCatalogRoutes,
  ...alertRoutes,
  ...heartbeatRoutes,
  ...impactRoutes,
  previewSubscriptionRoute,
  ...subscriptionRoutes,
  followEventsRoute,
  ...webhookPayloadRoutes,
  ...webhookConfigRoutes,
  ...apiKeyRoutes,
  listAuditRoute,
  ...healthRoutes,
  openapiRoute,
]
