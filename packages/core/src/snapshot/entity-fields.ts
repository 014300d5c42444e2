import { ALERT_POLICY } from '../alert-policy/alert-policy.js'
import { CATALOG_SERVICE } from '../catalog/catalog-service.js'
import { MAINTENANCE_WINDOW } from '../maintenance/maintenance-window.js'
import { RELATION_POLICY, WEIGHT_POLICY } from '../policy/policy.js'
import { RELATION } from '../relation/relation.js'
import type { SnapshotSection } from './snapshot-entry.js'

const NAMES: { readonly [Section in SnapshotSection]: readonly string[] } = {
  catalogService: CATALOG_SERVICE.names,
  weightPolicy: WEIGHT_POLICY.names,
  relationPolicy: RELATION_POLICY.names,
  alertPolicy: ALERT_POLICY.names,
  maintenanceWindow: MAINTENANCE_WINDOW.names,
  topology: [
    'id',
    'name',
    'description',
    'service',
    'serviceKpi',
    'orientation',
    'schemaVersion',
    'nodes',
    'edges',
    'createTime',
    'updateTime',
  ],
  relation: RELATION.names,
}

/** The fields of an entity in the order in which a snapshot contains them. This order is the same for all stores. */
export function fieldsOf(section: SnapshotSection): readonly string[] {
  return NAMES[section]
}
