import type { StoreParts } from '@opsgraph/core'
import {
  drawing,
  nextId,
  sampleAlert,
  sampleApiKey,
  sampleAuditEntry,
  sampleRelation,
  sampleTopology,
} from './sample.js'
import { sampleCatalogService, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'

/** Writes one row to every part. */
export async function writeEverywhere(parts: StoreParts) {
  const relation = sampleRelation({ resource: nextId(), source: 'cmdb', sourceRef: 'itop' })
  const topology = sampleTopology(drawing('Production', [['a', 'b']]))
  const service = sampleCatalogService()
  const [weightPolicy, relationPolicy] = [sampleWeightPolicy({ topologyId: topology.id }), sampleRelationPolicy()]
  const [alert, apiKey, entry] = [sampleAlert(), sampleApiKey(), sampleAuditEntry()]
  await parts.relations.upsert([relation])
  await parts.topologies.save([topology])
  await parts.alerts.save([alert])
  await parts.catalog.save([service])
  await parts.weightPolicies.save([weightPolicy])
  await parts.relationPolicies.save([relationPolicy])
  await parts.apiKeys.add(apiKey, 'digest')
  await parts.audit.append(entry)
  return { relation, topology, alert, service, weightPolicy, relationPolicy, apiKey, entry }
}
