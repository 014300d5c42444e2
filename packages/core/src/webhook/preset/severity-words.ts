import type { Severity } from '../../alert/severity.js'

/**
 * Maps the severity words of common tools to severities. Translations ignore case. A number is a priority: the smaller
 * the number, the worse the problem. If a tool uses numbers in another way, its preset has its own numbers.
 */
export const SEVERITY_WORDS: Readonly<Record<string, Severity>> = {
  security: 'security',
  ...wordsFor('critical', ['crit', 'fatal', 'emergency', 'emerg', 'alert', 'panic', 'disaster', 'blocker', 'severe']),
  ...wordsFor('critical', ['highest', 'urgent', 'page', 'p0', 'p1', 'sev0', 'sev-0', '0', '1']),
  ...wordsFor('major', ['high', 'error', 'err', 'p2', 'sev1', 'sev-1', '2']),
  ...wordsFor('minor', ['medium', 'moderate', 'average', 'p3', '3']),
  ...wordsFor('warning', ['warn', 'low', 'ticket', 'p4', 'sev2', 'sev-2', '4']),
  ...wordsFor('informational', ['info', 'information', 'notice', 'lowest', 'trivial', 'p5', 'sev3', 'sev-3', '5']),
  ...wordsFor('indeterminate', ['not classified', 'undefined']),
  ...wordsFor('normal', []),
  ...wordsFor('ok', ['okay', 'success', 'up', 'healthy', 'resolved', 'recovered']),
  ...wordsFor('cleared', ['clear']),
  ...wordsFor('debug', ['verbose', 'sev4', 'sev-4']),
  ...wordsFor('trace', []),
  ...wordsFor('unknown', []),
}

function wordsFor(severity: Severity, words: readonly string[]): Readonly<Record<string, Severity>> {
  return Object.fromEntries([severity, ...words].map((word) => [word, severity]))
}
