/** All limits: the documented limits of the API, and limits on the cost of a single request (rules.md#limits). */
export const LIMITS = {
  /** Relations in one bulk request. */
  bulkRelations: 10_000,
  /** Levels of a graph query. */
  graphDepth: { min: 1, max: 20, default: 10 },
  /** Bytes of memory that one process uses for the resource graph, by default. */
  graphMemory: 256 * 1024 * 1024,
  /** Levels that a roll-up or a suggestion walks up the resource graph. */
  rollupDepth: 10,
  /** Nodes of one topology. */
  topologyNodes: 5_000,
  /** UTF-16 units of a resource, environment, event, service, label, node id or sourceRef. */
  name: 255,
  /** Entries of an alert's history; older entries are dropped. */
  alertHistory: 100,
  /** UTF-16 units of text in one history entry. Without this limit, the history of one alert could take 100 MB. */
  alertHistoryText: 10_000,
  /**
   * Bytes of an alert as JSON in UTF-8, without its history. Without this limit, an alert that is received again and
   * again could collect any number of attributes and tags, and every response contains all of them.
   */
  alertBytes: 1024 * 1024,
  /** Top-level keys of an alert's `attributes`. */
  alertAttributes: 1_000,
  /** Alerts that one transaction changes because their time has come. */
  dueAlerts: 200,
  /** Alerts that one request changes. */
  bulkAlerts: 10_000,
  /** Days for which closed alerts and audit entries are kept; 0 = for ever. */
  retentionDays: { min: 0, max: 36_500 },
  /**
   * Old alerts, and old audit entries, that one transaction removes, and the number of these transactions in one round.
   * So a large number of old alerts does not delay the alerts that arrive.
   */
  removal: { items: 500, batches: 20 },
  /** Items of a page. */
  pageSize: { min: 1, max: 1_000, default: 50 },
  /** Nesting levels of free-form JSON such as `params` or `attributes`. */
  jsonDepth: 100,
  /** Issues reported for one input. Validation stops at this number, so that the size of the response is limited. */
  issues: 10_000,
  /** Levels of groups in a filter. The filter itself is the first level. */
  filterDepth: 10,
  /** Clauses of a filter on all levels. A nested group counts as one clause, in addition to the clauses in it. */
  filterClauses: 1_000,
  /** Names in the key of a filter clause. Dots separate the names. */
  filterKeyNames: 20,
  /** UTF-16 units of a `LIKE` pattern or a regular expression in a filter. */
  filterPattern: 1_000,
  /** RE2 instructions of all regular expressions of a filter, plus the characters of its `LIKE` patterns with `_`. */
  filterProgram: 2_000,
  /**
   * UTF-16 units of a field that a filter tests. A longer field matches no regular expression and no `LIKE` with `_`.
   */
  filterText: 32_768,
  /** Actions of an alert policy. */
  alertPolicyActions: { min: 1, max: 50 },
  /** UTF-16 units of all actions of an alert policy as JSON. Limits the memory for the policies of a server. */
  alertPolicyText: 100_000,
  /** Alerts on which a preview runs an alert policy: this many from kept deliveries, and this many stored alerts. */
  previewAlerts: { min: 1, max: 1_000, default: 50 },
  /** Webhooks whose kept deliveries a preview uses, if the caller names no webhook. */
  previewWebhooks: 20,
  /** Alert policies of a request that explains an unsaved configuration. */
  unsavedPolicies: 100,
  /** The highest and the default `order` of an alert policy. The lowest `order` is `-max`. */
  alertPolicyOrder: { max: 1_000_000, default: 100 },
  /** UTF-16 units of the recurrence rule of a maintenance window. */
  recurrenceText: 500,
  /** Steps in which a turn of a maintenance window must be found, and the highest COUNT of a recurrence rule. */
  recurrenceSteps: 1_000,
  /** Dates that one look-up of a turn of a maintenance window may try. */
  recurrenceCandidates: 10_000,
  /** Alerts that one transaction changes when a maintenance window begins or ends. */
  maintenanceBatch: 200,
  /**
   * Large reads of topologies that one process runs at the same time; further large reads wait. A read is large if it
   * is an export of several topologies, or a list with a page size above the default.
   */
  graphReaders: 2,
  /**
   * Large files that one process receives at the same time. Further requests with a large file wait, and their bodies
   * are not read meanwhile.
   */
  receivedFiles: 8,
  /** Records of one CMDB file. */
  cmdbRecords: 50_000,
  /** Bytes of one CMDB file. */
  cmdbBytes: 20 * 1024 * 1024,
  /** Issues reported for one CMDB file. If issues are left out, one more issue gives the number of these issues. */
  cmdbIssues: 1_000,
  /** UTF-16 units of the name of a CMDB source. */
  cmdbSource: 100,
  /** UTF-16 units of a record's type. */
  cmdbType: 100,
  /** Changes that a response lists. */
  changes: 1_000,
  /** Former parents listed for one relation. */
  formerParents: 10,
  /** Columns of a CSV file. */
  cmdbColumns: 1_000,
  /** Lines of a CSV file, including empty lines and lines inside quotes. */
  cmdbLines: 1_000_000,
  /** UTF-16 units of a line of a CSV file. */
  cmdbLine: 1_000_000,
  /** Objects and lists in a JSON file. A record consists of at most four objects and lists. */
  cmdbContainers: 250_000,
  /** Nodes that a CMDB file describes: one per service of each record. */
  cmdbNodes: 250_000,
  /**
   * UTF-16 units of the attributes that are copied because a record has nodes in several services. The attributes of
   * the first node of a record do not count.
   */
  cmdbRepeatedText: 50_000_000,
  /** Bytes of one webhook delivery. */
  webhookBody: 262_144,
  /** Entries of each of a webhook's two histories; older entries are dropped. */
  webhookHistory: 5,
  /** Seconds by which the signed time of a webhook delivery may differ from the server's clock, in either direction. */
  signatureWindow: 300,
  /** Alerts that one webhook delivery may create. */
  webhookAlerts: 10_000,
  /** UTF-16 units of all alerts of one webhook delivery. Each alert may repeat a part of the payload. */
  webhookAlertText: 16_000_000,
  /**
   * Webhook deliveries stored in one transaction. `weight` is the approximate number of characters that these
   * deliveries write.
   */
  webhookGroup: { items: 500, weight: 4_000_000 },
  /** Transactions for webhook deliveries that one process runs at the same time. */
  webhookGroups: 2,
  /** Webhook deliveries that wait for a transaction. `weight` is the approximate number of characters in memory. */
  webhookQueue: { items: 5_000, weight: 64_000_000 },
  /** Alerts that the explanation of a webhook delivery describes field by field. */
  webhookExplained: 100,
  /** Entries about alert policies in an explanation. Further alerts list only the policies that ran. */
  explainedPolicies: 10_000,
  /** Fields and attributes for which a webhook has a mapping or a default value. */
  webhookFields: 200,
  /** Paths in the `jsonFields` of a webhook. */
  webhookJsonFields: 20,
  /** Nesting levels of the attributes in a mapping. */
  webhookAttributeDepth: 10,
  /** UTF-16 units of a payload path. */
  payloadPath: 1_000,
  /** Names and indexes in a payload path. */
  payloadPathSteps: 50,
  /** UTF-16 units of a webhook's shared secret. */
  webhookSecret: 1_000,
  /** UTF-16 units of the shortest shared secret that causes no warning. */
  webhookSecretAdvised: 16,
  /** The longest time, in seconds, for which the deduplication keys of webhook deliveries are kept: seven days. */
  webhookDeduplication: 604_800,
  /** Bytes of a file of topologies that is imported. */
  transferBytes: 2 * 1024 * 1024,
  /** RE2 instructions of all regular expressions in one file of topologies. Limits the time for compiling them. */
  transferProgram: 200_000,
  /** Bytes of a file of trees of an earlier release. */
  treeBytes: 64 * 1024 * 1024,
  /** Broken rules listed for one tree; the total number is reported too. */
  treeFaults: 100,
  /** UTF-16 units of one value in an audit entry; longer values are cut. */
  auditValue: 2_000,
  /** UTF-16 units of a caller's request id. */
  requestId: 128,
} as const
