import type { Severity } from '../../alert/severity.js'
import { define } from '../../schema/field.js'

/**
 * Maps the severity words of common tools to severities. Translations ignore case. A number is a priority: the
 * smaller the number, the worse the problem. If a tool uses numbers in another way, its preset has its own numbers.
 */
export const SEVERITY_WORDS: Readonly<Record<string, Severity>> = /* @__PURE__ */ define(() => ({
  security: 'security',
  ...wordsFor(
    'critical',
    `crit, fatal, emergency, emerg, alert, panic, disaster, blocker, severe, catastrophic, highest, very high, urgent,
    page, danger, red, down, offline, outage, ${priorityWords(0)}, ${priorityWords(1)}, s0, s1, ${severityNumberWords(0)}, 0, 1`,
  ),
  ...wordsFor(
    'major',
    `high, error, err, exception, serious, important, alarm, problem, orange, failed, failure, fail, failing, broken,
    stopped, timeout, nok, ko, not ok, unreachable, unavailable, unhealthy, disconnected, firing, alerting, triggered,
    ${priorityWords(2)}, s2, ${severityNumberWords(1)}, 2`,
  ),
  ...wordsFor('minor', `medium, moderate, average, degraded, partial, ${priorityWords(3)}, s3, 3`),
  ...wordsFor(
    'warning',
    `warn, low, ticket, caution, attention, yellow, amber, ${priorityWords(4)}, s4, ${severityNumberWords(2)}, 4`,
  ),
  ...wordsFor(
    'informational',
    `info, information, notice, notification, advisory, lowest, very low, trivial, ${priorityWords(5)}, s5, ${severityNumberWords(3)}, 5`,
  ),
  // A tool that does not know the state does not say that all is well, so `unknown` is not the severity of this name,
  // which is less severe than `ok`.
  ...wordsFor('indeterminate', 'not classified, undefined, unknown, unkn'),
  normal: 'normal',
  ...wordsFor(
    'ok',
    'okay, success, up, online, available, healthy, operational, passed, passing, green, resolved, recovered, fixed, closed',
  ),
  ...wordsFor('cleared', 'clear'),
  ...wordsFor('debug', `verbose, ${severityNumberWords(4)}`),
  trace: 'trace',
}))

/** The spellings of a level such as `Sev 1`, in lower case. */
function severityNumberWords(level: number): string {
  return `sev${level}, sev-${level}, sev ${level}, severity ${level}`
}

/** The spellings of a priority such as `P1`, in lower case. */
function priorityWords(level: number): string {
  return `p${level}, p-${level}, priority ${level}, prio ${level}`
}

function wordsFor(severity: Severity, words: string): Readonly<Record<string, Severity>> {
  return Object.fromEntries([severity, ...wordsOf(words)].map((word) => [word, severity]))
}

/** Splits a list of words with commas, which may have line breaks. */
export function wordsOf(text: string): readonly string[] {
  return text.trim().split(/,\s+/)
}
