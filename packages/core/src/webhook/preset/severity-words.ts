import type { Severity } from '../../alert/severity.js'

/**
 * Maps the severity words of common tools to severities. Translations ignore case. A number is a priority: the
 * smaller the number, the worse the problem. If a tool uses numbers in another way, its preset has its own numbers.
 */
export const SEVERITY_WORDS: Readonly<Record<string, Severity>> = {
  security: 'security',
  ...wordsFor('critical', ['crit', 'fatal', 'emergency', 'emerg', 'alert', 'panic', 'disaster', 'blocker', 'severe']),
  ...wordsFor('critical', ['catastrophic', 'highest', 'very high', 'urgent', 'page', 'danger', 'red']),
  ...wordsFor('critical', [
    'down',
    'offline',
    'outage',
    ...prioritySpellings(0),
    ...prioritySpellings(1),
    's0',
    's1',
    ...sevSpellings(0),
    '0',
    '1',
  ]),
  ...wordsFor('major', ['high', 'error', 'err', 'exception', 'serious', 'important', 'alarm', 'problem', 'orange']),
  ...wordsFor('major', ['failed', 'failure', 'fail', 'failing', 'broken', 'stopped', 'timeout', 'nok', 'ko', 'not ok']),
  ...wordsFor('major', ['unreachable', 'unavailable', 'unhealthy', 'disconnected', 'firing', 'alerting', 'triggered']),
  ...wordsFor('major', [...prioritySpellings(2), 's2', ...sevSpellings(1), '2']),
  ...wordsFor('minor', ['medium', 'moderate', 'average', 'degraded', 'partial', ...prioritySpellings(3), 's3', '3']),
  ...wordsFor('warning', ['warn', 'low', 'ticket', 'caution', 'attention', 'yellow', 'amber']),
  ...wordsFor('warning', [...prioritySpellings(4), 's4', ...sevSpellings(2), '4']),
  ...wordsFor('informational', ['info', 'information', 'notice', 'notification', 'advisory', 'lowest', 'very low']),
  ...wordsFor('informational', ['trivial', ...prioritySpellings(5), 's5', ...sevSpellings(3), '5']),
  ...wordsFor('indeterminate', ['not classified', 'undefined']),
  ...wordsFor('normal', []),
  ...wordsFor('ok', ['okay', 'success', 'up', 'online', 'available', 'healthy', 'operational', 'passed', 'green']),
  ...wordsFor('ok', ['resolved', 'recovered', 'fixed', 'closed']),
  ...wordsFor('cleared', ['clear']),
  ...wordsFor('debug', ['verbose', ...sevSpellings(4)]),
  ...wordsFor('trace', []),
  ...wordsFor('unknown', []),
}

/** The spellings of a level such as `Sev 1`, in lower case. */
function sevSpellings(level: number): readonly string[] {
  return [`sev${level}`, `sev-${level}`, `sev ${level}`, `severity ${level}`]
}

/** The spellings of a priority such as `P1`, in lower case. */
function prioritySpellings(level: number): readonly string[] {
  return [`p${level}`, `p-${level}`, `priority ${level}`, `prio ${level}`]
}

function wordsFor(severity: Severity, words: readonly string[]): Readonly<Record<string, Severity>> {
  return Object.fromEntries([severity, ...words].map((word) => [word, severity]))
}
