import type { Alert, Relation } from '@opsgraph/core'
import type { z } from 'zod'
import type { listedResource } from '../wire/resource.js'
import type { CsvColumns } from './write-csv.js'

/**
 * The columns of relations. A CMDB import reads the first three columns, and warns about the others
 * (rules.md#csv-lists-5).
 */
export const RELATION_CSV: CsvColumns<Relation> = [
  'environment',
  'resource',
  'parent',
  'source',
  'sourceRef',
  'createTime',
  'updateTime',
]

/** The columns of alerts. Fields that are long or not for people, such as `rawData` and `history`, are omitted. */
export const ALERT_CSV: CsvColumns<Alert> = [
  'id',
  'environment',
  'resource',
  'event',
  'severity',
  'status',
  'assignee',
  'service',
  'group',
  'value',
  'text',
  'tags',
  'attributes',
  'origin',
  'type',
  'customer',
  'resourceParent',
  'previousSeverity',
  'duplicateCount',
  'openCount',
  'createTime',
  'activeSince',
  'receiveTime',
  'lastReceiveTime',
  'updateTime',
  'statusUntil',
  'expireTime',
]

export const RESOURCE_CSV: CsvColumns<z.output<typeof listedResource>> = [
  'environment',
  'resource',
  'parents',
  'children',
  'nodes',
  'alerts',
  'rules',
  'claims',
]
