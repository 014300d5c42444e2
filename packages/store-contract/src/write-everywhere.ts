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

/** Writes one row to every part. */
export async function writeEverywhere(parts: StoreParts) {
  const relation = sampleRelation({ resource: nextId(), source: 'cmdb', sourceRef: 'itop' })
  const topology = sampleTopology(drawing('Production', [['a', 'b']]))
  const [alert, apiKey, entry] = [sampleAlert(), sampleApiKey(), sampleAuditEntry()]
  await parts.relations.upsert([relation])
  await parts.topologies.save(topology)
  await parts.alerts.save([alert])
  await parts.apiKeys.add(apiKey, 'digest')
  await parts.audit.append(entry)
  return { relation, topology, alert, apiKey, entry }
}
