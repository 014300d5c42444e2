import type { SnapshotEntities, SnapshotSection } from './snapshot-entry.js'

/** Every field of every entity must be listed here. The type of this constant enforces this rule. */
const FIELDS: { readonly [Section in SnapshotSection]: Readonly<Record<keyof SnapshotEntities[Section], true>> } = {
  catalogService: { serviceId: true, name: true, description: true, icon: true, alertImpact: true },
  topology: {
    id: true,
    name: true,
    description: true,
    service: true,
    serviceKpi: true,
    orientation: true,
    schemaVersion: true,
    nodes: true,
    edges: true,
    createTime: true,
    updateTime: true,
  },
  weightPolicy: {
    id: true,
    name: true,
    description: true,
    filters: true,
    weight: true,
    topologyId: true,
    status: true,
    createTime: true,
  },
  relationPolicy: {
    id: true,
    name: true,
    description: true,
    filters: true,
    parent: true,
    status: true,
    createTime: true,
  },
  alertPolicy: {
    id: true,
    name: true,
    description: true,
    order: true,
    webhookId: true,
    filters: true,
    actions: true,
    status: true,
    createTime: true,
    updateTime: true,
  },
  maintenanceWindow: {
    id: true,
    name: true,
    filters: true,
    startTime: true,
    endTime: true,
    timezone: true,
    rrule: true,
    text: true,
    createdBy: true,
    overTime: true,
    createTime: true,
    updateTime: true,
  },
  relation: {
    id: true,
    environment: true,
    resource: true,
    parent: true,
    source: true,
    sourceRef: true,
    createTime: true,
    updateTime: true,
  },
}

/** The fields of an entity in the order in which a snapshot contains them. This order is the same for all stores. */
export function fieldsOf(section: SnapshotSection): readonly string[] {
  return Object.keys(FIELDS[section])
}
