import type { Severity } from '../../alert/severity.js'

/**
 * Maps the severity words of common tools to severities. Translations ignore case. A number is a priority: the smaller
 * the number, the worse the problem. If a tool uses numbers in another way, its preset has its own numbers.
 */
export const SEVERITY_WORDS: Readonly<Record<string, Severity>> = {
  security: 'security',
  ...wordsFor('critical', [
    'crit',
    'fatal',
    'emergency',
    'emerg',
    'alert',
    'panic',
    'disaster',
    'blocker',
    'severe',
    'catastrophic',
  ]),
  ...wordsFor('critical', [
    'highest',
    'very high',
    'urgent',
    'page',
    'p0',
    'p1',
    's0',
    's1',
    ...sev(0),
    '0',
    '1',
    'down',
    'outage',
    'danger',
  ]),
  ...wordsFor('major', [
    'high',
    'error',
    'err',
    'serious',
    'important',
    'p2',
    's2',
    ...sev(1),
    '2',
    'alarm',
    'problem',
  ]),
  ...wordsFor('major', ['failed', 'failure', 'fail', 'broken', 'unreachable', 'unavailable', 'unhealthy', 'timeout']),
  ...wordsFor('minor', ['medium', 'moderate', 'average', 'p3', 's3', '3', 'degraded', 'partial']),
  ...wordsFor('warning', ['warn', 'low', 'ticket', 'caution', 'attention', 'p4', 's4', ...sev(2), '4']),
  ...wordsFor('informational', ['info', 'information', 'notice', 'notification', 'advisory', 'lowest', 'very low']),
  ...wordsFor('informational', ['trivial', 'p5', 's5', ...sev(3), '5']),
  ...wordsFor('indeterminate', ['not classified', 'undefined']),
  ...wordsFor('normal', []),
  ...wordsFor('ok', [
    'okay',
    'success',
    'up',
    'healthy',
    'resolved',
    'recovered',
    'passed',
    'operational',
    'fixed',
    'closed',
  ]),
  ...wordsFor('cleared', ['clear']),
  ...wordsFor('debug', ['verbose', ...sev(4)]),
  ...wordsFor('trace', []),
  ...wordsFor('unknown', []),
}

/** The spellings of a level such as `Sev 1`, without the case. */
function sev(level: number): readonly string[] {
  return [`sev${level}`, `sev-${level}`, `sev ${level}`, `severity ${level}`]
}

function wordsFor(severity: Severity, words: readonly string[]): Readonly<Record<string, Severity>> {
  return Object.fromEntries([severity, ...words].map((word) => [word, severity]))
}
