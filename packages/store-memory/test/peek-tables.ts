import type { KeptRows } from '@opsgraph/store-contract'
import type { Tables } from '../src/tables.js'

/** Reads the tables directly, without their indexes. */
export function peekTables(tables: Tables): { [Table in keyof KeptRows]: () => readonly KeptRows[Table][] } {
  return {
    relation: () =>
      Array.from(tables.relation.rows(), ({ environment, resource, parent, source, sourceRef }) => ({
        environment,
        resource,
        parent,
        source,
        sourceRef,
      })),
    relationClaim: () =>
      Array.from(tables.relationClaim.rows(), ({ claim }) => {
        const { environment, resource, parent, source, sourceRef, firstTime, lastTime, isReplaceable } = claim
        return { environment, resource, parent, source, sourceRef, firstTime, lastTime, isReplaceable }
      }),
    redundancyRule: () =>
      Array.from(tables.redundancyRule.rows(), ({ id, environment, resource, source }) => ({
        id,
        environment,
        resource,
        source,
      })),
    resourceAlias: () =>
      Array.from(tables.resourceAlias.rows(), ({ id, environment, alias, resource }) => ({
        id,
        environment,
        alias,
        resource,
      })),
    topology: () =>
      Array.from(tables.topology.rows(), ({ id, service, nodes, edges }) => ({
        id,
        service,
        nodes: nodes.map((node) => node.id),
        edges: edges.map(({ source, target }) => [source, target] as const),
      })),
    tree: () => Array.from(tables.topologyTree.rows(), ({ id, tree }) => ({ topologyId: id, tree })),
    alert: () =>
      Array.from(tables.alert.rows(), ({ id, environment, resource, event, severity }) => ({
        id,
        environment,
        resource,
        event,
        severity,
      })),
    serviceTransition: () =>
      Array.from(tables.transition.rows(), ({ transition: { service, sequence, to } }) => ({ service, sequence, to })),
    catalog: () =>
      Array.from(tables.catalog.rows(), ({ id, service }) => ({
        serviceId: id,
        name: service.name,
        icon: service.icon,
      })),
    weightPolicy: () =>
      Array.from(tables.weightPolicy.rows(), ({ id, name, status, weight, topologyId }) => ({
        id,
        name,
        status,
        weight,
        topologyId,
      })),
    relationPolicy: () =>
      Array.from(tables.relationPolicy.rows(), ({ id, name, status, parent }) => ({ id, name, status, parent })),
    alertPolicy: () =>
      Array.from(tables.alertPolicy.rows(), ({ id, name, status, order, webhookId }) => ({
        id,
        name,
        status,
        order,
        webhookId,
      })),
    maintenance: () => Array.from(tables.maintenance.rows(), ({ id, name, overTime }) => ({ id, name, overTime })),
    webhook: () => Array.from(tables.webhook.rows(), ({ id, name, enabled }) => ({ id, name, enabled })),
    webhookHistory: () =>
      Array.from(tables.webhookHistory.rows()).flatMap(({ id, histories }) => [
        ...histories.payloads.map(({ receivedAt }) => ({ webhookId: id, kind: 'payload' as const, receivedAt })),
        ...histories.errors.map(({ receivedAt }) => ({ webhookId: id, kind: 'error' as const, receivedAt })),
      ]),
    webhookDelivery: () =>
      Array.from(tables.delivery.rows(), ({ webhookId, key, expires }) => ({ webhookId, key, expires })),
    heartbeat: () => Array.from(tables.heartbeat.rows(), ({ id, origin, isMissed }) => ({ id, origin, isMissed })),
    subscription: () => Array.from(tables.subscription.rows(), ({ id, name, enabled }) => ({ id, name, enabled })),
    subscriptionOwed: () =>
      Array.from(tables.owed.rows(), ({ row: { subscription, kind, object, rank } }) => ({
        subscription,
        kind,
        object,
        rank,
      })),
    subscriptionDelivery: () =>
      Array.from(tables.loggedDelivery.rows(), ({ delivery: { subscription, id } }) => ({ subscription, id })),
    apiKey: () => Array.from(tables.apiKey.rows(), ({ id, digest }) => ({ id, digest })),
    audit: () => Array.from(tables.audit.rows(), ({ event, user }) => ({ event, user })),
  }
}
