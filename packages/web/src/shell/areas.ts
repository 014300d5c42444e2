import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon.js'

/** An area of the console: an entry of the navigation, and the pages whose paths begin with the path of the area. */
export interface Area {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /**
   * The pages, by their paths below the path of the area. The code of a page is loaded when the page is first opened.
   */
  readonly pages: Readonly<Record<string, () => Promise<ComponentType>>>
}

/** All areas, in the order of the navigation. The first page of the first area is the start page. */
export const AREAS: readonly Area[] = [
  {
    path: 'services',
    label: 'Services',
    icon: 'service',
    pages: {
      '': async () => (await import('../page/service/service-list.js')).ServiceList,
      ':service': async () => (await import('../page/service/service-view.js')).ServiceView,
      ':service/causes': async () => (await import('../page/service/root-causes.js')).RootCauses,
    },
  },
  {
    path: 'alerts',
    label: 'Alerts',
    icon: 'alert',
    pages: {
      '': async () => (await import('../page/alert/alert-list.js')).AlertList,
      unreached: async () => (await import('../page/service/unreached-alerts.js')).UnreachedAlerts,
      ':id': async () => (await import('../page/alert/alert-view.js')).AlertView,
    },
  },
  {
    path: 'topologies',
    label: 'Topologies',
    icon: 'topology',
    pages: {
      '': async () => (await import('../page/topology/topology-list.js')).TopologyList,
      new: async () => (await import('../page/editor/new-topology.js')).NewTopology,
      ':id': async () => (await import('../page/topology/topology-view.js')).TopologyView,
      ':id/edit': async () => (await import('../page/editor/editor-stage.js')).TopologyEditor,
    },
  },
  {
    path: 'resources',
    label: 'Resources',
    icon: 'resource',
    pages: {
      '': async () => (await import('../page/resource/resource-view.js')).ResourcesPage,
      names: async () => (await import('../page/resource/resource-list.js')).ResourceList,
    },
  },
  {
    path: 'import',
    label: 'Import',
    icon: 'import',
    pages: { '': async () => (await import('../page/import/import-page.js')).ImportPage },
  },
  {
    path: 'webhooks',
    label: 'Webhooks',
    icon: 'webhook',
    pages: {
      '': async () => (await import('../page/webhook/webhook-list.js')).WebhookList,
      new: async () => (await import('../page/webhook/webhook-new.js')).WebhookNew,
      ':id': async () => (await import('../page/webhook/webhook-view.js')).WebhookView,
    },
  },
  {
    path: 'heartbeats',
    label: 'Heartbeats',
    icon: 'heartbeat',
    pages: { '': async () => (await import('../page/heartbeat/heartbeat-list.js')).HeartbeatList },
  },
  {
    path: 'policies',
    label: 'Policies',
    icon: 'policy',
    pages: {
      '': async () => (await import('../page/policy/policy-list.js')).PolicyList,
      ':kind/:id': async () => (await import('../page/policy/policy-view.js')).PolicyView,
    },
  },
  {
    path: 'maintenance',
    label: 'Maintenance',
    icon: 'maintenance',
    pages: {
      '': async () => (await import('../page/maintenance/window-list.js')).WindowList,
      new: async () => (await import('../page/maintenance/window-form.js')).WindowNew,
      ':id': async () => (await import('../page/maintenance/window-form.js')).WindowView,
    },
  },
  {
    path: 'subscriptions',
    label: 'Subscriptions',
    icon: 'bell',
    pages: {
      '': async () => (await import('../page/subscription/subscription-list.js')).SubscriptionList,
      new: async () => (await import('../page/subscription/subscription-form.js')).SubscriptionNew,
      ':id': async () => (await import('../page/subscription/subscription-view.js')).SubscriptionView,
    },
  },
  {
    path: 'catalog',
    label: 'Catalog',
    icon: 'catalog',
    pages: {
      '': async () => (await import('../page/catalog/catalog-list.js')).CatalogList,
      new: async () => (await import('../page/catalog/catalog-form.js')).CatalogNew,
      ':serviceId': async () => (await import('../page/catalog/catalog-form.js')).CatalogView,
    },
  },
  {
    path: 'audit',
    label: 'Audit',
    icon: 'audit',
    pages: { '': async () => (await import('../page/audit/audit-list.js')).AuditList },
  },
  {
    path: 'keys',
    label: 'API keys',
    icon: 'key',
    pages: { '': async () => (await import('../page/key/key-list.js')).KeyList },
  },
]
