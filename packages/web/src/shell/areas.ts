import { type RouteObject, redirect } from 'react-router'
import type { IconName } from '../ui/icon.js'

/** An area of the console: an entry of the navigation, and the pages whose paths begin with the path of the area. */
export interface Area {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /** The pages of the area. The code of a page is loaded when the page is first opened. */
  readonly pages: readonly RouteObject[]
}

/** All areas, in the order of the navigation. The first page of the first area is the start page. */
export const AREAS: readonly Area[] = [
  {
    path: 'services',
    label: 'Services',
    icon: 'service',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/service/service-list.js')).ServiceList }),
      },
      {
        path: 'unreached',
        lazy: async () => ({ Component: (await import('../page/service/unreached-alerts.js')).UnreachedAlerts }),
      },
      {
        path: 'causes',
        lazy: async () => ({ Component: (await import('../page/service/root-causes.js')).RootCauses }),
      },
      // The address that the page of an alert had before.
      { path: 'alerts/:id', loader: ({ params: { id = '' } }) => redirect(`/alerts/${encodeURIComponent(id)}`) },
    ],
  },
  {
    path: 'alerts',
    label: 'Alerts',
    icon: 'alert',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/alert/alert-list.js')).AlertList }),
      },
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('../page/alert/alert-view.js')).AlertView }),
      },
    ],
  },
  {
    path: 'topologies',
    label: 'Topologies',
    icon: 'topology',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/topology/topology-list.js')).TopologyList }),
      },
      {
        path: 'new',
        lazy: async () => ({ Component: (await import('../page/editor/new-topology.js')).NewTopology }),
      },
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('../page/topology/topology-view.js')).TopologyView }),
      },
      {
        path: ':id/edit',
        lazy: async () => ({ Component: (await import('../page/editor/editor-stage.js')).TopologyEditor }),
      },
    ],
  },
  {
    path: 'resources',
    label: 'Resources',
    icon: 'resource',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/resource/resources-page.js')).ResourcesPage }),
      },
    ],
  },
  {
    path: 'import',
    label: 'Import',
    icon: 'import',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/import/import-page.js')).ImportPage }),
      },
    ],
  },
  {
    path: 'webhooks',
    label: 'Webhooks',
    icon: 'webhook',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/webhook/webhook-list.js')).WebhookList }),
      },
      {
        path: 'new',
        lazy: async () => ({ Component: (await import('../page/webhook/webhook-new.js')).WebhookNew }),
      },
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('../page/webhook/webhook-view.js')).WebhookView }),
      },
    ],
  },
  {
    path: 'policies',
    label: 'Policies',
    icon: 'policy',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/policy/policy-list.js')).PolicyList }),
      },
      {
        path: ':kind/:id',
        lazy: async () => ({ Component: (await import('../page/policy/policy-view.js')).PolicyView }),
      },
    ],
  },
  {
    path: 'maintenance',
    label: 'Maintenance',
    icon: 'maintenance',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/maintenance/window-list.js')).WindowList }),
      },
      {
        path: 'new',
        lazy: async () => ({ Component: (await import('../page/maintenance/window-form.js')).WindowNew }),
      },
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('../page/maintenance/window-form.js')).WindowView }),
      },
    ],
  },
  {
    path: 'catalog',
    label: 'Catalog',
    icon: 'catalog',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/catalog/catalog-list.js')).CatalogList }),
      },
      {
        path: 'new',
        lazy: async () => ({ Component: (await import('../page/catalog/catalog-form.js')).CatalogNew }),
      },
      {
        path: ':serviceId',
        lazy: async () => ({ Component: (await import('../page/catalog/catalog-form.js')).CatalogView }),
      },
    ],
  },
  {
    path: 'audit',
    label: 'Audit',
    icon: 'audit',
    pages: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../page/audit/audit-list.js')).AuditList }),
      },
    ],
  },
  {
    path: 'keys',
    label: 'API keys',
    icon: 'key',
    pages: [{ index: true, lazy: async () => ({ Component: (await import('../page/key/key-list.js')).KeyList }) }],
  },
]
