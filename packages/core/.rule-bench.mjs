// packages/core/src/maintenance/recurrence.ts
import { RRuleTemporal } from "rrule-temporal";

// packages/core/src/limits.ts
var LIMITS = {
  /** At most this many relations in one bulk request. */
  bulkRelations: 1e4,
  /** The number of levels that a graph query walks: minimum, maximum and default. */
  graphDepth: { min: 1, max: 20, default: 10 },
  /**
   * At most this many bytes of memory for the resource graph in one process, unless the configuration says otherwise.
   */
  graphMemory: 256 * 1024 * 1024,
  /** Roll-ups, suggestions and the search for impact walk at most this many levels up the resource graph. */
  rollupDepth: 10,
  /**
   * If there are at most this many active alerts, their impact is kept in memory until something changes. If there are
   * more, nothing is kept.
   */
  keptImpact: 5e4,
  /** At most this many failed resources in one simulation. */
  simulatedFailures: 1e3,
  /** A simulation looks for near names of at most this many unknown resources. */
  nearSearched: 20,
  /** A simulation lists at most this many near names of an unknown resource. */
  nearNames: 10,
  /** An answer names at most this many resources at which a walk ended although more lies beyond. */
  cutAt: 50,
  /** At most this many nodes in one topology. */
  topologyNodes: 5e3,
  /** At most this many UTF-16 units in a resource, environment, event, service, label, node id or sourceRef. */
  name: 255,
  /** At most this many entries in the history of an alert. Older entries are dropped. */
  alertHistory: 100,
  /**
   * At most this many UTF-16 units of text in one history entry. A longer note is refused. Any other longer text is cut
   * to this length, and `…` is added. Without this limit, the history of one alert could take 100 MB.
   */
  alertHistoryText: 1e4,
  /**
   * At most this many bytes in an alert, written as JSON in UTF-8 without its history. Without this limit, an alert
   * that is received again and again could collect any number of attributes and tags, and every response contains all
   * of them.
   */
  alertBytes: 1024 * 1024,
  /** At most this many top-level keys in the `attributes` of an alert. */
  alertAttributes: 1e3,
  /** One transaction changes the status of at most this many alerts whose timeout, or whose timed status, is over. */
  dueAlerts: 200,
  /** One request changes the status of at most this many alerts. */
  bulkAlerts: 1e4,
  /** The minimum and the maximum number of days for which closed alerts and audit entries are kept; 0 = for ever. */
  retentionDays: { min: 0, max: 36500 },
  /**
   * One transaction removes at most `items` old alerts or old audit entries, and one round has at most `batches` such
   * transactions. So a large number of old alerts does not delay the alerts that arrive.
   */
  removal: { items: 500, batches: 20 },
  /** The number of items on a page of a list: minimum, maximum and default. */
  pageSize: { min: 1, max: 1e3, default: 50 },
  /** At most this many nesting levels in free-form JSON such as `params` or `attributes`. */
  jsonDepth: 100,
  /**
   * At most this many issues are reported for one input. Validation stops at this number, to limit the size of the
   * response.
   */
  issues: 1e4,
  /** At most this many levels of groups in a filter. The filter itself is the first level. */
  filterDepth: 10,
  /**
   * At most this many clauses on all levels of a filter together. A nested group counts as one clause, in addition to
   * the clauses in it.
   */
  filterClauses: 1e3,
  /** At most this many names in the key of a filter clause. Dots separate the names. */
  filterKeyNames: 20,
  /** At most this many UTF-16 units in a `LIKE` pattern or a regular expression of a filter. */
  filterPattern: 1e3,
  /**
   * The maximum of a sum: the number of RE2 instructions of all regular expressions in a filter, plus the length of
   * each `LIKE` pattern with `_` in the filter. Also the maximum for the regular expressions in all actions of an alert
   * policy.
   */
  filterProgram: 2e3,
  /** A regular expression, and a `LIKE` pattern with `_`, looks at the first UTF-16 units of a text, at most so many. */
  filterText: 8192,
  /**
   * At most this many steps for comparing one text with one pattern: characters of the text that the pattern looks at,
   * times the size of the pattern. So a pattern with more than 128 RE2 instructions looks at fewer characters than
   * `filterText`. Limits the time for which one comparison blocks all others.
   */
  filterSteps: 1048576,
  /**
   * At most this many steps for the policies, filters and patterns of one request. For a pattern, the number of steps
   * is its size, times the number of characters that it looks at. The same limit holds for all deliveries of one
   * transaction together.
   */
  policyWork: 5e8,
  /** At most this many policies of each kind: alert, weight and relation policies. */
  policies: 1e3,
  /** At most this many maintenance windows that are not over. */
  maintenanceWindows: 1e3,
  /** The minimum and the maximum number of actions in an alert policy. */
  alertPolicyActions: { min: 1, max: 50 },
  /**
   * At most this many UTF-16 units in the JSON of all actions of an alert policy. Limits the memory that the policies
   * take.
   */
  alertPolicyText: 1e5,
  /**
   * The minimum, maximum and default of the `limit` of a preview. The preview runs an alert policy on at most `limit`
   * alerts from kept deliveries, and on at most `limit` stored alerts.
   */
  previewAlerts: { min: 1, max: 1e3, default: 50 },
  /** If the caller names no webhook, a preview uses the kept deliveries of at most this many webhooks. */
  previewWebhooks: 20,
  /** A preview for one webhook looks for its alerts among at most this many stored alerts. */
  previewSearched: 1e4,
  /**
   * At most this many unsaved alert policies in a request. The request asks which alerts an unsaved webhook would
   * create from a payload.
   */
  unsavedPolicies: 100,
  /** At most this many alert policies in the body that creates or changes a webhook. */
  webhookPolicies: 1e3,
  /** The highest and the default `order` of an alert policy. The lowest `order` is `-max`. */
  alertPolicyOrder: { max: 1e6, default: 100 },
  /** At most this many UTF-16 units in the recurrence rule of a maintenance window. */
  recurrenceText: 500,
  /**
   * The next turn of a maintenance window must be found within this many periods of its recurrence rule. A period is,
   * for example, a week if the rule has `FREQ=WEEKLY`. Also the highest COUNT of a rule.
   */
  recurrenceSteps: 1e3,
  /** A look-up of turns in a recurrence rule looks at at most this many slices of time, with a pause before each. */
  recurrenceSlices: 30,
  /** At most this many dates are tried in one slice of time. */
  recurrenceCandidates: 500,
  /** One transaction changes at most this many alerts when a maintenance window begins or ends. */
  maintenanceBatch: 200,
  /**
   * One process runs at most this many large reads of topologies at the same time; further large reads wait. A read is
   * large if it is an export of several topologies, or a list with a page size above the default.
   */
  graphReaders: 2,
  /**
   * One process receives at most this many large files at the same time. Further requests with a large file wait, and
   * their bodies are not read meanwhile.
   */
  receivedFiles: 8,
  /** At most this many records in one CMDB file. */
  cmdbRecords: 5e4,
  /** At most this many bytes in one CMDB file. */
  cmdbBytes: 20 * 1024 * 1024,
  /**
   * At most this many issues are listed for one CMDB file. If the file has more, an additional issue says how many are
   * not listed.
   */
  cmdbIssues: 1e3,
  /** At most this many UTF-16 units in the name of a CMDB source. */
  cmdbSource: 100,
  /** At most this many UTF-16 units in the type of a CMDB record. */
  cmdbType: 100,
  /** A response to an import lists at most this many changes. */
  changes: 1e3,
  /** A response lists at most this many former parents for one changed relation. */
  formerParents: 10,
  /** At most this many columns in a CSV file. */
  cmdbColumns: 1e3,
  /** At most this many lines in a CSV file, including empty lines and lines inside quotes. */
  cmdbLines: 1e6,
  /** At most this many UTF-16 units in a line of a CSV file. */
  cmdbLine: 1e6,
  /** At most this many objects and lists in a JSON file. One record consists of at most four objects and lists. */
  cmdbContainers: 25e4,
  /** At most this many nodes for one CMDB file. Each record has one node for each of its services. */
  cmdbNodes: 25e4,
  /**
   * If a record has several services, its attributes are copied to the node in each service. All these copies together
   * have at most this many UTF-16 units. The attributes of the first node of a record do not count.
   */
  cmdbRepeatedText: 5e7,
  /** At most this many bytes in the body of one webhook delivery. */
  webhookBody: 262144,
  /** At most this many entries in each history of a webhook (payloads and errors). Older entries are dropped. */
  webhookHistory: 5,
  /**
   * The signed time of a webhook delivery may be at most this many seconds before or after the time of the server's
   * clock.
   */
  signatureWindow: 300,
  /** At most this many alerts for one webhook delivery. */
  webhookAlerts: 1e4,
  /**
   * At most this many UTF-16 units in all alerts of one webhook delivery together. Without this limit, a small payload
   * could become very large, because each of its alerts may repeat a part of the payload.
   */
  webhookAlertText: 16e6,
  /**
   * One transaction stores at most `items` webhook deliveries. `weight` is the approximate maximum number of characters
   * in the bodies and alerts of these deliveries together.
   */
  webhookGroup: { items: 500, weight: 4e6 },
  /** One process runs at most this many transactions for webhook deliveries at the same time. */
  webhookGroups: 2,
  /**
   * At most `items` webhook deliveries wait for a transaction. `weight` is the approximate maximum number of characters
   * that the waiting deliveries hold in memory.
   */
  webhookQueue: { items: 5e3, weight: 64e6 },
  /** The explanation of a webhook delivery describes at most this many alerts field by field. */
  webhookExplained: 100,
  /**
   * If an explanation has more than this many entries about alert policies, its later alerts list only the policies
   * that ran.
   */
  explainedPolicies: 1e4,
  /** A webhook has mappings or default values for at most this many fields and attributes. */
  webhookFields: 200,
  /** At most this many paths in the `jsonFields` of a webhook. */
  webhookJsonFields: 20,
  /** At most this many nesting levels of attributes in a mapping. */
  webhookAttributeDepth: 10,
  /** At most this many UTF-16 units in a payload path. */
  payloadPath: 1e3,
  /** At most this many names and indexes in a payload path. */
  payloadPathSteps: 50,
  /** At most this many UTF-16 units in the shared secret of a webhook. */
  webhookSecret: 1e3,
  /** A shared secret with fewer UTF-16 units than this causes a warning. */
  webhookSecretAdvised: 16,
  /** The longest time, in seconds, for which the deduplication keys of webhook deliveries are kept: seven days. */
  webhookDeduplication: 604800,
  /** At most this many bytes in a file of topologies that is imported. */
  transferBytes: 2 * 1024 * 1024,
  /**
   * At most this many RE2 instructions in all regular expressions of one file of topologies, or of the alert policies
   * that are sent with one webhook. Limits the time for compiling the regular expressions.
   */
  transferProgram: 2e5,
  /** At most this many bytes in a file with trees, the form that topologies had in an earlier release. */
  treeBytes: 64 * 1024 * 1024,
  /** At most this many broken rules are listed for one tree. The total number is reported too. */
  treeFaults: 100,
  /** At most this many UTF-16 units in one value of an audit entry. Longer values are cut. */
  auditValue: 2e3,
  /** At most this many UTF-16 units in the request id that a caller sends. */
  requestId: 128
};

// packages/core/src/maintenance/local-time.ts
function localTime(time, timezone) {
  const parts = new Map(
    formatOf(timezone).formatToParts(time).map(({ type, value }) => [type, value])
  );
  const part = (type, length) => (parts.get(type) ?? "").padStart(length, "0");
  const date = `${part("year", 4)}${part("month", 2)}${part("day", 2)}`;
  return `${date}T${part("hour", 2)}${part("minute", 2)}${part("second", 2)}`;
}
function formatOf(timeZone) {
  return new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" }
  });
}

// packages/core/src/truncate-for-message.ts
var LONGEST = 100;
function truncateForMessage(value) {
  if (typeof value !== "string") return typeof value;
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}\u2026` : value;
}

// packages/core/src/maintenance/rule-parts.ts
var WEEKDAY = "(?:MO|TU|WE|TH|FR|SA|SU)";
var PARTS = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}T\d{6}Z$/,
  WKST: new RegExp(`^${WEEKDAY}$`),
  BYMONTH: listOf("(?:[1-9]|1[0-2])"),
  BYWEEKNO: listOf("-?(?:[1-9]|[1-4]\\d|5[0-3])"),
  BYYEARDAY: listOf("-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])"),
  BYMONTHDAY: listOf("-?(?:[1-9]|[12]\\d|3[01])"),
  BYDAY: listOf(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY}`),
  BYSETPOS: listOf("-?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])"),
  BYHOUR: /^(?:\d|1\d|2[0-3])$/,
  BYMINUTE: /^[0-5]?\d$/,
  BYSECOND: /^[0-5]?\d$/
};
var EXPECTED = {
  FREQ: "must be one of YEARLY, MONTHLY, WEEKLY, DAILY",
  INTERVAL: "must be a whole number from 1 to 999",
  COUNT: `must be a whole number from 1 to ${LIMITS.recurrenceSteps}`,
  UNTIL: "must be a time in UTC, such as 20301231T235959Z",
  BYHOUR: "must be one hour",
  BYMINUTE: "must be one minute",
  BYSECOND: "must be one second"
};
function faultOfRule(rrule) {
  if (rrule.length > LIMITS.recurrenceText) return `is longer than ${LIMITS.recurrenceText} characters`;
  const parts = rrule.split(";").map(nameAndValue);
  const names = parts.map(([name]) => name);
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== void 0) return unknownPart(unknown);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== void 0) return `has the part ${repeated} twice`;
  if (!names.includes("FREQ")) return "has no part FREQ";
  if (names.includes("COUNT") && names.includes("UNTIL")) return "must not have both COUNT and UNTIL";
  const [wrong] = parts.find(([name, value]) => !isValid(name, value)) ?? [];
  if (wrong === void 0) return void 0;
  const expected = EXPECTED[wrong];
  return `has a wrong value of ${wrong}${expected === void 0 ? "" : `: it ${expected}`}`;
}
function nameAndValue(part) {
  const at = part.indexOf("=");
  return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}
function isValid(name, value) {
  if (PARTS[name]?.test(value) !== true) return false;
  return name !== "COUNT" || Number(value) <= LIMITS.recurrenceSteps;
}
function unknownPart(name) {
  return `has the part ${truncateForMessage(name)}; known are ${Object.keys(PARTS).join(", ")}, joined by semicolons`;
}
function listOf(item) {
  return new RegExp(`^${item}(?:,${item})*$`);
}

// packages/core/src/maintenance/recurrence.ts
var TOO_MANY_STEPS = { fault: `needs more than ${LIMITS.recurrenceSteps} steps` };
function* compileRecurrence(input) {
  const { start, rrule } = input;
  const fault = faultOfRule(rrule);
  if (fault !== void 0) return { fault };
  const parsed = parse(input);
  if ("fault" in parsed) return parsed;
  const { count, until } = parsed;
  if (until !== void 0 && until < start) return { fault: "ends (UNTIL) before startTime" };
  const turns = new RuleTurns(parsed.endless, start);
  const first = yield* turns.after(start - 1);
  if (first === void 0) return TOO_MANY_STEPS;
  if (first !== start) {
    return { fault: `has no turn at startTime: its first turn is at ${new Date(first).toISOString()}` };
  }
  return (yield* count === void 0 ? uncounted(turns, until) : counted(turns, count)) ?? TOO_MANY_STEPS;
}
function parse({ start, timezone, rrule }) {
  const toRule = (text) => new RRuleTemporal({
    rruleString: `DTSTART;TZID=${timezone}:${localTime(start, timezone)}
RRULE:${text}`,
    strict: true,
    maxIterations: LIMITS.recurrenceSteps,
    maxCandidateEvaluations: LIMITS.recurrenceCandidates
  });
  try {
    const { count, until } = toRule(rrule).options();
    const endless = toRule(rrule.replaceAll(/;(?:COUNT|UNTIL)=[^;]*|(?:COUNT|UNTIL)=[^;]*;/g, ""));
    return { endless, count, until: until?.epochMilliseconds };
  } catch (error) {
    return { fault: `is not a rule of RFC 5545: ${error instanceof Error ? error.message : String(error)}` };
  }
}
function* uncounted(turns, until) {
  const end = until ?? Number.POSITIVE_INFINITY;
  if (until === void 0 && (yield* turns.after(turns.start)) === void 0) return void 0;
  return {
    latest: (time) => turns.latest(Math.min(time, end)),
    next: function* (time) {
      const next = yield* turns.after(time);
      return next === void 0 || next > end ? void 0 : next;
    },
    last: until === void 0 ? void 0 : yield* turns.latest(until)
  };
}
function* counted(turns, count) {
  const starts = yield* turns.first(count);
  if (starts === void 0) return void 0;
  return {
    // biome-ignore lint/correctness/useYield: the turns are known
    latest: function* (time) {
      return starts.findLast((start) => start <= time);
    },
    // biome-ignore lint/correctness/useYield: the turns are known
    next: function* (time) {
      return starts.find((start) => start > time);
    },
    last: starts.at(-1)
  };
}
var DAYS = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1 };
var DAY = 864e5;
var SLICE = { periods: 128, turns: 32 };
var RuleTurns = class {
  start;
  #rule;
  /** Milliseconds. */
  #period;
  constructor(rule, start) {
    this.start = start;
    this.#rule = rule;
    const { freq, interval = 1 } = rule.options();
    this.#period = DAYS[freq] * interval * DAY;
  }
  /** The earliest turn after a time. */
  *after(time) {
    for (const turns of this.#slices(Math.max(time, this.start - 1), 1)) {
      if (turns === void 0) yield;
      else if (turns[0] !== void 0) return turns[0];
    }
    return void 0;
  }
  /** The latest turn that is not after a time. */
  *latest(time) {
    for (const turns of this.#slices(time, -1)) {
      if (turns === void 0) yield;
      else if (turns.length > 0) return turns.at(-1);
    }
    return void 0;
  }
  /** The first turns; `undefined` if not all of them are found. */
  *first(count) {
    const found = [];
    for (const turns of this.#slices(this.start - 1, 1)) {
      if (turns === void 0) yield;
      else if (found.push(...turns) >= count) return found.slice(0, count);
    }
    return void 0;
  }
  /**
   * The turns of one slice after another, away from `time`; `undefined` = a pause. Ends if `LIMITS.recurrenceSteps`
   * periods have no turn, after `LIMITS.recurrenceSlices` slices, and before the first turn.
   */
  *#slices(time, direction) {
    let most = SLICE.periods;
    let periods = 1;
    let without = 0;
    let at = time;
    for (let slice = 0; slice < LIMITS.recurrenceSlices && without < LIMITS.recurrenceSteps && at >= this.start - 1; slice++) {
      yield void 0;
      const next = at + direction * periods * this.#period;
      const turns = this.#between(Math.min(at, next), Math.max(at, next));
      if (turns === void 0) {
        if (periods === 1) return;
        most = periods >> 1;
        periods = most;
        continue;
      }
      yield turns;
      without = turns.length > 0 ? 0 : without + periods;
      if (turns.length < SLICE.turns) periods = Math.min(periods * 2, most);
      at = next;
    }
  }
  /** The turns after `from` until `to`, inclusive; `undefined` if they need too many steps or leave the range of dates. */
  #between(from, to) {
    try {
      const turns = this.#rule.between(new Date(from + 1), new Date(to), true);
      return turns.map(({ epochMilliseconds }) => epochMilliseconds);
    } catch {
      return void 0;
    }
  }
};

// ../../tmp/rp/rule-bench.ts
var days = (n) => Array.from({ length: n }, (_, d) => d + 1).join();
var W = "MO,TU,WE,TH,FR,SA,SU";
var NW = Array.from({ length: 53 }, (_, n) => `${n + 1}MO`).join();
var rules = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=SU",
  "FREQ=MONTHLY;BYDAY=1MO",
  "FREQ=DAILY;COUNT=1000",
  "FREQ=WEEKLY;COUNT=1000",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;COUNT=1000",
  `FREQ=YEARLY;BYDAY=${W};COUNT=1000`,
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31",
  "FREQ=DAILY;INTERVAL=999;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO",
  `FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=4;BYYEARDAY=${days(100)}`,
  `FREQ=MONTHLY;BYDAY=${W};BYSETPOS=-366`,
  `FREQ=YEARLY;BYDAY=${W};BYSETPOS=366`,
  `FREQ=YEARLY;BYMONTHDAY=${days(31)};BYMONTH=${days(12)};BYDAY=${W};BYSETPOS=366`,
  `FREQ=YEARLY;BYDAY=${NW};BYSETPOS=366`,
  `FREQ=YEARLY;BYWEEKNO=${days(53)};BYDAY=${W};BYSETPOS=-366`,
  `FREQ=YEARLY;BYYEARDAY=${days(120)};BYSETPOS=-366`,
  `FREQ=WEEKLY;BYDAY=${W};BYSETPOS=8`,
  `FREQ=WEEKLY;BYDAY=${W};BYMONTH=2;BYSETPOS=8`,
  "FREQ=YEARLY;INTERVAL=999;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYDAY=TH;COUNT=1000",
  "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
  `FREQ=DAILY;BYSETPOS=2;BYDAY=${W}`,
  "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR"
];
var cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};
for (const tz of ["UTC", "Europe/Berlin"]) for (const rrule of rules) for (let round = 0; round < 2; round++) {
  const g = compileRecurrence({ start: Date.parse("2026-01-01T02:00:00Z"), timezone: tz, rrule });
  let max = 0, n = 0;
  const t0 = cpu();
  let r;
  for (; ; ) {
    const a = cpu();
    const s = g.next();
    max = Math.max(max, cpu() - a);
    n++;
    if (s.done) {
      r = s.value;
      break;
    }
  }
  const total = cpu() - t0;
  let extra = "";
  if (r && !("fault" in r)) {
    const t = Date.parse("2066-05-05T05:00:00Z");
    let m2 = 0;
    let c = cpu();
    const f = (g2) => {
      for (; ; ) {
        const a = cpu();
        const s = g2.next();
        m2 = Math.max(m2, cpu() - a);
        if (s.done) return s.value;
      }
    };
    const l = f(r.latest(t)), x = f(r.next(t));
    extra = ` look ${(cpu() - c).toFixed(1)} max ${m2.toFixed(1)} ${l && new Date(l).toISOString()} ${x && new Date(x).toISOString()} last ${r.last && new Date(r.last).toISOString()}`;
  }
  if (round === 1 || max > 20) console.log(rrule.slice(0, 60).padEnd(60), tz, round, "total", total.toFixed(1), "max", max.toFixed(1), "steps", n, r && "fault" in r ? r.fault : extra);
}
