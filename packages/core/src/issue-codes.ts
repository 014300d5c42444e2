import { CMDB_CODES, CMDB_WARNING_CODES } from './cmdb/cmdb-issue.js'
import { PLAN_CODES } from './plan/plan-issue.js'
import { BODY_CODES } from './schema/body-error.js'
import { GRAPH_CODES } from './topology/graph-issue.js'
import { TREE_CODES } from './topology/tree/read-tree-file.js'
import { TRANSFER_CODES, TRANSFER_WARNING_CODES } from './transfer/transfer-issue.js'
import { MAPPING_CODES } from './webhook/mapping/mapping-reader.js'
import { WEBHOOK_POLICY_CODES } from './webhook/read-webhook.js'
import { WEBHOOK_WARNING_CODES } from './webhook/webhook-warnings.js'

/** All codes of issues, by the kind of input in which the issues occur. A code may be in several lists. */
export const ISSUE_CODES = {
  body: BODY_CODES,
  graph: GRAPH_CODES,
  tree: TREE_CODES,
  transfer: TRANSFER_CODES,
  cmdb: CMDB_CODES,
  plan: PLAN_CODES,
  mapping: MAPPING_CODES,
  webhookPolicy: WEBHOOK_POLICY_CODES,
} as const

/** All codes of warnings, by the kind of input that causes the warnings. */
export const WARNING_CODES = {
  transfer: TRANSFER_WARNING_CODES,
  cmdb: CMDB_WARNING_CODES,
  webhook: WEBHOOK_WARNING_CODES,
} as const
