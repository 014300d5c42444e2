/** Every limit: those of the API, and those that keep one request bounded (rules.md#limits). */
export const LIMITS = {
  /** Relations in one bulk request. */
  bulkRelations: 10_000,
  /** Levels of a graph query. */
  graphDepth: { min: 1, max: 20, default: 10 },
  /** Levels that a roll-up or a suggestion walks up. */
  rollupDepth: 10,
  /** Nodes of one topology. */
  topologyNodes: 5_000,
  /** UTF-16 units of a resource, environment, event, service, label, node id or sourceRef. */
  name: 255,
  /** Entries of an alert's history; older ones are dropped. */
  alertHistory: 100,
  /** UTF-16 units of the text that an entry keeps: a hundred of the longest that may arrive would be a hundred megabytes. */
  alertHistoryText: 10_000,
  /** Items of a page. */
  pageSize: { min: 1, max: 1_000, default: 50 },
  /** Nesting of free JSON such as `params` or `attributes`. */
  jsonDepth: 100,
  /** Faults told of one input; reading stops there, so that an answer stays bounded. */
  issues: 10_000,
  /** Levels of groups in a filter; the filter itself is the first. */
  filterDepth: 10,
  /** Clauses of a filter on all levels; a nested group is one as well. */
  filterClauses: 1_000,
  /** Names that the dots of a clause's key part. */
  filterKeyNames: 20,
  /** UTF-16 units of a `LIKE` pattern or a regular expression in a filter. */
  filterPattern: 1_000,
  /** RE2 instructions that all regular expressions of a filter compile to, and characters of its `LIKE` patterns with `_`. */
  filterProgram: 2_000,
  /** UTF-16 units of a field that regular expressions, and `LIKE` patterns with `_`, match at most. */
  filterText: 32_768,
  /** Callers for whom one process reads more graphs than a usual page has, at a time; further ones wait. */
  graphReaders: 2,
  /** Large files that one process receives at a time; further ones wait, unread. */
  receivedFiles: 8,
  /** Records of one CMDB file. */
  cmdbRecords: 50_000,
  /** Bytes of one CMDB file. */
  cmdbBytes: 20 * 1024 * 1024,
  /** Faults told of one CMDB file; a last one says how many more there are. */
  cmdbIssues: 1_000,
  /** UTF-16 units of the name of a CMDB source. */
  cmdbSource: 100,
  /** UTF-16 units of a record's type. */
  cmdbType: 100,
  /** Changes of a plan that an answer lists. */
  changes: 1_000,
  /** Former parents that a listed relation names. */
  formerParents: 10,
  /** Columns of a CSV file. */
  cmdbColumns: 1_000,
  /** Lines of a CSV file, empty ones and those inside of quotes included. */
  cmdbLines: 1_000_000,
  /** UTF-16 units of a line of a CSV file. */
  cmdbLine: 1_000_000,
  /** Objects and lists in a JSON file: a record has at most four. */
  cmdbContainers: 250_000,
  /** Nodes that a CMDB file asks for: one for each service of each record. */
  cmdbNodes: 250_000,
  /** UTF-16 units of attributes that records of several services repeat in their nodes. */
  cmdbRepeatedText: 50_000_000,
  /** Bytes of one webhook delivery. */
  webhookBody: 262_144,
  /** Entries of each of a webhook's two histories; older ones are dropped. */
  webhookHistory: 5,
  /** Seconds that the clock of a sender who signs the time may be off, either way. */
  signatureWindow: 300,
  /** Alerts that one delivery may make. */
  webhookAlerts: 10_000,
  /** UTF-16 units of all alerts of one delivery: each may repeat a part of the payload. */
  webhookAlertText: 16_000_000,
  /** Deliveries that one transaction stores together, and characters that they write, about. */
  webhookGroup: { items: 500, weight: 4_000_000 },
  /** Transactions of that kind at the same time, of one process. */
  webhookGroups: 2,
  /** Deliveries that wait for their transaction, and characters, about, that they hold in memory. */
  webhookQueue: { items: 5_000, weight: 64_000_000 },
  /** Alerts of which an explanation tells field by field. */
  webhookExplained: 100,
  /** Fields and attributes that a webhook maps or has default values for. */
  webhookFields: 200,
  /** Levels of attributes inside of attributes. */
  webhookAttributeDepth: 10,
  /** UTF-16 units of a payload path, and its names and indexes. */
  payloadPath: 1_000,
  payloadPathSteps: 50,
  /** UTF-16 units of a webhook's shared secret. */
  webhookSecret: 1_000,
  /** UTF-16 units from which on it is taken without a warning. */
  webhookSecretAdvised: 16,
  /** Seconds that the ids of deliveries may be kept: seven days. */
  webhookDeduplication: 604_800,
  /** Bytes of a file of topologies that is imported. */
  transferBytes: 2 * 1024 * 1024,
  /** RE2 instructions that all regular expressions in one such file compile to: compiling them takes time. */
  transferProgram: 200_000,
  /** Bytes of a file of trees of an earlier release. */
  treeBytes: 64 * 1024 * 1024,
  /** Rules told that one tree breaks; how many there are is told besides. */
  treeFaults: 100,
  /** UTF-16 units of one value that an audit entry lists. */
  auditValue: 2_000,
  /** UTF-16 units of a caller's request id. */
  requestId: 128,
} as const
