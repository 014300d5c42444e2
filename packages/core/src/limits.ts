/**
 * All limits: the documented limits of the API, and limits on the cost of a single request
 * (rules.md#limits-of-the-api).
 */
export const LIMITS = {
  /** At most this many relations in one bulk request. */
  bulkRelations: 10_000,
  /** The number of levels that a graph query walks: minimum, maximum and default. */
  graphDepth: { min: 1, max: 20, default: 10 },
  /** The default limit of the memory that the resource graph uses in one process, in bytes. */
  graphMemory: 256 * 1024 * 1024,
  /** Roll-ups, suggestions and the search for impact walk at most this many levels up the resource graph. */
  rollupDepth: 10,
  /**
   * If there are at most this many active alerts, the impact is cached in memory until something changes. If there are
   * more, the impact is computed for each request.
   */
  keptImpact: 50_000,
  /** At most this many subscriptions. */
  subscriptions: 200,
  /** At most this many services, and as many owners, in one subscription. */
  subscriptionNames: 1_000,
  /** At most this many UTF-16 units in the address of a subscription. */
  subscriptionAddress: 20_000,
  /** The maximum of each time in a subscription, in seconds: 30 days. */
  subscriptionSeconds: 2_592_000,
  /** The number of deliveries that are stored for each subscription. */
  subscriptionDeliveries: 50,
  /** A subscription shows at most this many of the messages that it owes. */
  subscriptionOwedListed: 100,
  /**
   * One transaction stores the outcomes of at most this many tries, and at most this many more outcomes wait. Further
   * outcomes are dropped, and their messages are tried again.
   */
  subscriptionTries: 1_000,
  /** The minimum and the maximum pause after the first failed try to deliver a message, in seconds. */
  subscriptionRetry: { min: 1, max: 3_600 },
  /**
   * The minimum and the maximum number of seconds for which the tries of a subscription must fail before an alert says
   * so.
   */
  subscriptionFailing: { min: 1, max: 86_400 },
  /** A preview of a subscription lists at most this many messages. */
  subscriptionPreviewListed: 1_000,
  /** A preview of a subscription is refused if the subscription would have sent more messages than this. */
  subscriptionPreviewMessages: 100_000,
  /** A range of time of the history of a service may have at most this many transitions. */
  historyTransitions: 100_000,
  /** At most this many failed resources in one simulation. */
  simulatedFailures: 1_000,
  /** One request decommissions at most this many resources. */
  decommissioned: 1_000,
  /** The usage of a resource lists at most this many items of each kind that names it. */
  usage: 1_000,
  /** A simulation searches for near names of at most this many unknown resources. */
  nearSearched: 20,
  /**
   * To explain why an alert reaches no service, the server searches for near names and for relations in other
   * environments. It does this for at most this many resources on the paths from the alert's resource to its ancestors.
   */
  nearOnWays: 500,
  /** A simulation lists at most this many near names of an unknown resource. */
  nearNames: 10,
  /**
   * A walk through the resource graph ends at a maximum depth. An answer names at most this many resources at which the
   * walk ended although they have further relations.
   */
  cutAt: 50,
  /** At most this many nodes in one topology. */
  topologyNodes: 5_000,
  /** At most this many UTF-16 units in a resource, environment, event, service, label, node id or sourceRef. */
  name: 255,
  /** At most this many links in a catalog entry. */
  catalogLinks: 20,
  /** At most this many UTF-16 units in the runbook and in each link of a catalog entry. */
  address: 2_000,
  /** At most this many entries in the history of an alert. Older entries are dropped. */
  alertHistory: 100,
  /**
   * At most this many UTF-16 units of text in one history entry. A longer note is refused. Any other longer text is cut
   * to this length, and `…` is added. Without this limit, the history of one alert could take 100 MB.
   */
  alertHistoryText: 10_000,
  /**
   * At most this many bytes in an alert, written as JSON in UTF-8 without its history. Without this limit, an alert
   * that is received again and again could collect any number of attributes and tags, and every response contains all
   * of them.
   */
  alertBytes: 1024 * 1024,
  /** At most this many top-level keys in the `attributes` of an alert. */
  alertAttributes: 1_000,
  /**
   * At most this many open fingerprints with a name, and at most this many closed fingerprints, are stored for one
   * alert.
   */
  fingerprints: 1_000,
  /** At most this many UTF-16 units of the text of an open fingerprint; a longer text is cut. */
  fingerprintText: 4_096,
  /**
   * If a time in a delivery is more than this many seconds ahead of the server's clock, it is wrong, and is left out.
   */
  senderTimeAhead: 86_400,
  /** If the time of an event is more than this many seconds ahead of the server's clock, it counts as now. */
  eventTimeAhead: 600,
  /**
   * Alerts may arrive in the wrong order. For this many seconds after the server received the message that closes an
   * alert, a message that opens it is ignored as outdated if its `eventTime` is before the closing. After that time,
   * such a message opens the alert (rules.md#sender-times-3).
   */
  lateOpening: 120,
  /**
   * Batch size of the job that expires alerts and ends timed statuses: one transaction changes at most this many
   * alerts.
   */
  dueAlerts: 200,
  /** The number of seconds after which a heartbeat is overdue, if its sender does not set another timeout. */
  heartbeatTimeout: 86_400,
  /** A heartbeat is slow if it takes more than this many milliseconds to arrive, as in Alerta. */
  heartbeatLatency: 2_000,
  /** At most this many bytes in the tags, the attributes and the customer of a heartbeat together, written as JSON. */
  heartbeatBytes: 65_536,
  /**
   * At most `readers` streams of events are open in one process, and at most `perKey` of them with the same API key.
   */
  eventStreams: { readers: 1_000, perKey: 500 },
  /**
   * The approximate maximum number of UTF-16 units of events that wait for a reader that receives slowly. If more
   * events wait, the reader is disconnected.
   */
  eventBuffer: 262_144,
  /** One request changes the status of at most this many alerts. */
  bulkAlerts: 10_000,
  /**
   * The minimum and the maximum number of days for which closed alerts, audit entries and transitions are stored; 0 =
   * for ever.
   */
  retentionDays: { min: 0, max: 36_500 },
  /**
   * One transaction removes at most `items` old alerts, audit entries or transitions. One run of the job that removes
   * them has at most `batches` such transactions, so that it does not delay alerts that arrive.
   */
  removal: { items: 500, batches: 20 },
  /** The number of items on a page of a list: minimum, maximum and default. */
  pageSize: { min: 1, max: 1_000, default: 50 },
  /** A relation or a resource is stale after this many days without a confirmation: minimum, maximum and default. */
  staleAfterDays: { min: 1, max: 36_500, default: 30 },
  /** At most this many nesting levels in free-form JSON such as `params` or `attributes`. */
  jsonDepth: 100,
  /**
   * At most this many issues are reported for one input. Validation stops at this number, to limit the size of the
   * response.
   */
  issues: 10_000,
  /** At most this many levels of groups in a filter. The filter itself is the first level. */
  filterDepth: 10,
  /**
   * At most this many clauses on all levels of a filter together. A nested group counts as one clause, in addition to
   * the clauses in it.
   */
  filterClauses: 1_000,
  /** At most this many names in the key of a filter clause. Dots separate the names. */
  filterKeyNames: 20,
  /** At most this many UTF-16 units in a `LIKE` pattern or a regular expression of a filter. */
  filterPattern: 1_000,
  /**
   * The maximum of a sum: the number of RE2 instructions of all regular expressions in a filter, plus the length of
   * each `LIKE` pattern with `_` in the filter. Also the maximum for the regular expressions in all actions of an alert
   * policy.
   */
  filterProgram: 2_000,
  /**
   * A regular expression, or a `LIKE` pattern with `_`, looks only at this many UTF-16 units at the beginning of a
   * text.
   */
  filterText: 8_192,
  /**
   * At most this many steps for comparing one text with one pattern: characters of the text that the pattern looks at,
   * times the size of the pattern. So a pattern with more than 128 RE2 instructions looks at fewer characters than
   * `filterText`. Limits the time for which one comparison blocks all others.
   */
  filterSteps: 1_048_576,
  /**
   * At most this many steps for the policies, filters and patterns of one request. For a pattern, the number of steps
   * is its size, times the number of characters that it looks at. A preview and an explanation also count steps for the
   * changes that they list: otherwise, an answer could be a hundred times as long as its request. All deliveries of one
   * transaction together have the same limit.
   */
  policyWork: 500_000_000,
  /** At most this many policies of each kind: alert, weight and relation policies. */
  policies: 1_000,
  /** At most this many redundancy rules. */
  redundancyRules: 10_000,
  /** At most this many aliases of resources. */
  aliases: 100_000,
  /** At most this many maintenance windows that are not over. */
  maintenanceWindows: 1_000,
  /** The minimum and the maximum number of actions in an alert policy. */
  alertPolicyActions: { min: 1, max: 50 },
  /**
   * At most this many UTF-16 units in the JSON of all actions of an alert policy. Limits the memory that the policies
   * take.
   */
  alertPolicyText: 100_000,
  /**
   * The minimum, maximum and default of the `limit` of a preview. The preview runs an alert policy on at most `limit`
   * alerts from stored deliveries, and on at most `limit` stored alerts.
   */
  previewAlerts: { min: 1, max: 1_000, default: 50 },
  /** If the caller names no webhook, a preview uses the stored deliveries of at most this many webhooks. */
  previewWebhooks: 20,
  /** A preview for one webhook searches at most this many stored alerts for alerts of the webhook. */
  previewSearched: 10_000,
  /**
   * A request can ask which alerts an unsaved webhook would create from a payload. Such a request may contain at most
   * this many unsaved alert policies.
   */
  unsavedPolicies: 100,
  /** At most this many alert policies in the body that creates or changes a webhook. */
  webhookPolicies: 1_000,
  /** The highest `order` of an alert policy, and the default. The lowest `order` is `-max`. */
  alertPolicyOrder: { max: 1_000_000, default: 100 },
  /** At most this many UTF-16 units in the recurrence rule of a maintenance window. */
  recurrenceText: 500,
  /**
   * The next occurrence of a maintenance window must be found within this many periods of its recurrence rule. A period
   * is, for example, a week if the rule has `FREQ=WEEKLY`. Also the highest COUNT of a rule.
   */
  recurrenceSteps: 1_000,
  /** A search for occurrences examines at most this many slices of time, and pauses before each slice. */
  recurrenceSlices: 40,
  /** A search for occurrences tries at most this many dates in one slice of time. */
  recurrenceCandidates: 500,
  /**
   * A maintenance window may also silence the alerts of the resources above a resource that matches, up to this many
   * levels above it: minimum, maximum and default.
   */
  hurtDepth: { min: 0, max: 10, default: 0 },
  /** A preview of a maintenance window looks only at this many active alerts, those that were received last. */
  windowPreviewSearched: 5_000,
  /** A preview of a maintenance window lists at most this many of the alerts that the window would silence. */
  windowPreviewAlerts: 100,
  /** When a maintenance window begins or ends, one transaction changes at most this many alerts. */
  maintenanceBatch: 200,
  /**
   * One process runs at most this many large reads of topologies at the same time; further large reads wait. A read is
   * large if it is an export of several topologies, or a list with a page size above the default.
   */
  graphReaders: 2,
  /**
   * One process receives at most this many large files at the same time. Further requests with a large file wait before
   * their bodies are read.
   */
  receivedFiles: 8,
  /** At most this many records in one CMDB file. */
  cmdbRecords: 50_000,
  /** At most this many bytes in one CMDB file. */
  cmdbBytes: 20 * 1024 * 1024,
  /**
   * At most this many issues are listed for one CMDB file. If the file has more, an additional issue says how many are
   * not listed.
   */
  cmdbIssues: 1_000,
  /** At most this many UTF-16 units in the name of a CMDB source. */
  cmdbSource: 100,
  /** At most this many UTF-16 units in the type of a CMDB record. */
  cmdbType: 100,
  /** At most this many bytes in a plan document. */
  planBytes: 64 * 1024 * 1024,
  /** A response to an import lists at most this many changes. */
  changes: 1_000,
  /** A message about too many removals names at most this many of them. */
  namedRemovals: 3,
  /** A response lists at most this many former parents for one changed relation. */
  formerParents: 10,
  /** At most this many columns in a CSV file. */
  cmdbColumns: 1_000,
  /** At most this many lines in a CSV file, including empty lines and lines inside quotes. */
  cmdbLines: 1_000_000,
  /** At most this many UTF-16 units in a line of a CSV file. */
  cmdbLine: 1_000_000,
  /** At most this many objects and lists in a JSON file. One record consists of at most five objects and lists. */
  cmdbContainers: 260_000,
  /** At most this many relations in one CMDB file. Each record has one relation to each of its parents. */
  cmdbRelations: 250_000,
  /** At most this many nodes for one CMDB file. Each record has one node for each of its services. */
  cmdbNodes: 250_000,
  /**
   * If a record has several services, its attributes are copied to the node in each service. All these copies together
   * have at most this many UTF-16 units. The attributes of the first node of a record do not count.
   */
  cmdbRepeatedText: 50_000_000,
  /**
   * At most this many bytes in the body of one webhook delivery, also after unpacking, unless the configuration says
   * otherwise.
   */
  webhookBody: 262_144,
  /** The highest limit that the configuration may set instead of `webhookBody`. */
  webhookBodyMax: 8 * 1024 * 1024,
  /** At most this many parts in a body with the media type multipart/form-data. */
  webhookParts: 1_000,
  /** At most this many bytes in the headers of one part of a multipart body. */
  webhookPartHeader: 8_192,
  /** At most this many entries in each history of a webhook (payloads and errors). Older entries are dropped. */
  webhookHistory: 5,
  /**
   * The signed time of a webhook delivery may be at most this many seconds before or after the time of the server's
   * clock.
   */
  signatureWindow: 300,
  /** At most this many alerts for one webhook delivery. */
  webhookAlerts: 10_000,
  /**
   * At most this many UTF-16 units in all alerts of one webhook delivery together. Without this limit, a small payload
   * could become very large, because each of its alerts may repeat a part of the payload.
   */
  webhookAlertText: 16_000_000,
  /**
   * One transaction stores at most `items` webhook deliveries. `weight` is the approximate maximum number of characters
   * in the bodies and alerts of these deliveries together.
   */
  webhookGroup: { items: 500, weight: 4_000_000 },
  /** One process runs at most this many transactions for webhook deliveries at the same time. */
  webhookGroups: 2,
  /**
   * At most `items` webhook deliveries wait for a transaction. `weight` is the approximate maximum number of characters
   * that the waiting deliveries hold in memory.
   */
  webhookQueue: { items: 5_000, weight: 64_000_000 },
  /** The explanation of a webhook delivery describes at most this many alerts field by field. */
  webhookExplained: 100,
  /**
   * If an explanation has more than this many entries about alert policies, its later alerts list only the policies
   * that ran.
   */
  explainedPolicies: 10_000,
  /** At most this many fields and attributes for which a webhook has a mapping or a default value. */
  webhookFields: 200,
  /** At most this many paths in the `jsonFields`, and in the `base64Fields`, of a webhook. */
  webhookJsonFields: 20,
  /** At most this many nesting levels of attributes in a mapping. */
  webhookAttributeDepth: 10,
  /** At most this many UTF-16 units in a payload path. */
  payloadPath: 1_000,
  /** At most this many names and indexes in a payload path. */
  payloadPathSteps: 50,
  /** At most this many UTF-16 units in the shared secret of a webhook. */
  webhookSecret: 1_000,
  /** A shared secret with fewer UTF-16 units than this causes a warning. */
  webhookSecretAdvised: 16,
  /** The longest time for which the deduplication keys of webhook deliveries are stored, in seconds: seven days. */
  webhookDeduplication: 604_800,
  /** The minimum and the maximum time within which a webhook can expect a delivery, in seconds. */
  webhookExpectEvery: { min: 60, max: 604_800 },
  /** At most this many bytes in a file of topologies that is imported. */
  transferBytes: 2 * 1024 * 1024,
  /**
   * At most this many RE2 instructions in all regular expressions of one file of topologies, or of the alert policies
   * that are sent with one webhook. Limits the time for compiling the regular expressions.
   */
  transferProgram: 200_000,
  /** At most this many bytes in a file of trees, the format of topologies in an earlier release. */
  treeBytes: 64 * 1024 * 1024,
  /** For one tree, at most this many faults are listed. Their total number is reported too. */
  treeFaults: 100,
  /** At most this many UTF-16 units in one value of an audit entry. Longer values are cut. */
  auditValue: 2_000,
  /** At most this many UTF-16 units in the request id that a caller sends. */
  requestId: 128,
} as const
