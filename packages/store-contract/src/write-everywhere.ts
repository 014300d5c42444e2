import type { StoreParts } from '@opsgraph/core/store'
import { sampleHeartbeat } from './heartbeat-store-contract.js'
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
import { sampleDelivery, sampleEntry, sampleWebhook } from './sample-webhooks.js'
import { sampleTransition } from './service-history-store-contract.js'
import { SETTING_NAMES, SETTING_ROWS, type SettingName } from './setting-rows.js'
import { sampleOwed, sampleSubscription, sampleTry } from './subscription-store-contract.js'

/** Writes at least one row through every part of the store. Returns the rows that tests look for. */
export async function writeEverywhere(parts: StoreParts) {
  const relation = sampleRelation({ resource: nextId(), source: 'cmdb', sourceRef: 'itop' })
  const topology = sampleTopology(graphOf('Production', [['a', 'b']]))
  const webhook = sampleWebhook()
  const subscription = sampleSubscription()
  const [alert, apiKey, entry] = [sampleAlert(), sampleApiKey(), sampleAuditEntry()]
  await parts.relations.upsert([relation])
  await parts.topologies.save([topology])
  await parts.alerts.save([alert])
  await parts.serviceHistory.append([sampleTransition()])
  const settings = new Map<SettingName, unknown>()
  for (const name of SETTING_NAMES) settings.set(name, await SETTING_ROWS[name].add(parts))
  await parts.webhooks.add(webhook)
  const trace = { webhookId: webhook.id, payloadEntry: sampleEntry('first'), errorEntry: null, deliveredAt: at(0) }
  await parts.webhooks.record([trace])
  await parts.webhooks.remember([sampleDelivery(webhook, 'key')], at(0))
  await parts.heartbeats.add(sampleHeartbeat())
  await parts.subscriptions.save(subscription)
  await parts.subscriptions.saveOwed([sampleOwed(subscription)])
  await parts.subscriptions.addDeliveries([sampleTry(subscription)])
  await parts.apiKeys.add(apiKey, 'digest')
  await parts.audit.append(entry)
  return { relation, topology, alert, settings, webhook, apiKey, entry }
}
