import type { StoreParts } from '@opsgraph/core/store'
import { sampleAlias } from './alias-store-contract.js'
import { sampleHeartbeat } from './heartbeat-store-contract.js'
import { sampleMaintenanceWindow } from './maintenance-store-contract.js'
import { sampleRedundancyRule } from './redundancy-rule-store-contract.js'
import {
  at,
  graphOf,
  nextId,
  sampleAlert,
  sampleApiKey,
  sampleAuditEntry,
  sampleRelation,
  sampleTopology,
} from './sample.js'
import { sampleAlertPolicy, sampleCatalogService, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import { sampleDelivery, sampleEntry, sampleWebhook } from './sample-webhooks.js'
import { sampleTransition } from './service-history-store-contract.js'
import { sampleOwed, sampleSubscription, sampleTry } from './subscription-store-contract.js'

/** Writes at least one row through every part of the store. */
export async function writeEverywhere(parts: StoreParts) {
  const relation = sampleRelation({ resource: nextId(), source: 'cmdb', sourceRef: 'itop' })
  const redundancyRule = sampleRedundancyRule()
  const resourceAlias = sampleAlias()
  const topology = sampleTopology(graphOf('Production', [['a', 'b']]))
  const service = sampleCatalogService()
  const [weightPolicy, relationPolicy] = [sampleWeightPolicy({ topologyId: topology.id }), sampleRelationPolicy()]
  const webhook = sampleWebhook()
  const alertPolicy = sampleAlertPolicy({ webhookId: webhook.id })
  const maintenance = sampleMaintenanceWindow()
  const heartbeat = sampleHeartbeat()
  const subscription = sampleSubscription()
  const [alert, apiKey, entry] = [sampleAlert(), sampleApiKey(), sampleAuditEntry()]
  await parts.relations.upsert([relation])
  await parts.redundancyRules.save([redundancyRule])
  await parts.aliases.save([resourceAlias])
  await parts.topologies.save([topology])
  await parts.alerts.save([alert])
  await parts.serviceHistory.append([sampleTransition()])
  await parts.catalog.save([service])
  await parts.weightPolicies.save([weightPolicy])
  await parts.relationPolicies.save([relationPolicy])
  await parts.alertPolicies.save([alertPolicy])
  await parts.maintenance.save([maintenance])
  await parts.webhooks.add(webhook)
  const trace = { webhookId: webhook.id, payloadEntry: sampleEntry('first'), errorEntry: null, deliveredAt: at(0) }
  await parts.webhooks.record([trace])
  await parts.webhooks.remember([sampleDelivery(webhook, 'key')], at(0))
  await parts.heartbeats.add(heartbeat)
  await parts.subscriptions.save(subscription)
  await parts.subscriptions.saveOwed([sampleOwed(subscription)])
  await parts.subscriptions.addDeliveries([sampleTry(subscription)])
  await parts.apiKeys.add(apiKey, 'digest')
  await parts.audit.append(entry)
  return {
    relation,
    redundancyRule,
    resourceAlias,
    topology,
    alert,
    service,
    weightPolicy,
    relationPolicy,
    alertPolicy,
    maintenance,
    webhook,
    heartbeat,
    subscription,
    apiKey,
    entry,
  }
}
