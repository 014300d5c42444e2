/** Every number of the specification's Limits table (api.md, Limits), and those that keep one request bounded. */
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
  /** RE2 instructions that all regular expressions of a filter compile to: its memory, and its time per character. */
  filterProgram: 2_000,
  /** UTF-16 units of a caller's request id. */
  requestId: 128,
} as const
