import type { Opsgraph } from '@opsgraph/core'
import type { Metrics } from './metric/metrics.js'

/** Wraps the use-cases that have metrics. All other use-cases are returned unchanged. */
export function measured(opsgraph: Opsgraph, { webhooks, imports }: Metrics): Opsgraph {
  const watched: Partial<Opsgraph> = {
    receiveDelivery: (delivery) => webhooks.count(delivery.webhookId, opsgraph.receiveDelivery(delivery)),
    deleteWebhook: async (caller, id) => {
      await opsgraph.deleteWebhook(caller, id)
      webhooks.forget(id)
    },
    importCmdb: (caller, sent) =>
      imports.time({ kind: 'cmdb', dryRun: sent.dryRun === true }, () => opsgraph.importCmdb(caller, sent)),
    importTopologies: (caller, sent) =>
      imports.time({ kind: 'topologies', dryRun: sent.dryRun === true }, () => opsgraph.importTopologies(caller, sent)),
  }
  return Object.assign(Object.create(opsgraph), watched) as Opsgraph
}
