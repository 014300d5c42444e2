import { compileFilter, matchesEverything, readFilter, unheld } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { type Fault, runCheck } from '../../api/faults.js'
import type { Alert, SentClause, SentFilter } from '../../api/schemas.js'

export function isClause(part: SentClause | SentFilter): part is SentClause {
  return 'key' in part
}

/** A checked filter. */
interface ReadFilter<Test> {
  /** Tests an alert; `undefined` if the filter has faults. */
  readonly test: Test | undefined
  readonly matchesEverything: boolean
  readonly faults: readonly Fault[]
}

/**
 * Checks a filter with the same code as on the server, and compiles it.
 *
 * @param path the path of the filter in the request
 */
export function readSentFilter(filter: SentFilter, path: string): ReadFilter<ReturnType<typeof compileFilter>> {
  const { value, faults } = runCheck(() => {
    const read = readFilter(filter, path)
    return { test: compileFilter(read), matchesEverything: matchesEverything(read) }
  })
  return { test: value?.test, matchesEverything: value?.matchesEverything === true, faults }
}

/**
 * Reads a filter of a policy or of a maintenance window. If a window silences an alert, these filters compare the
 * status that the alert would have without the window.
 */
export function readAlertFilter(filter: SentFilter): ReadFilter<(alert: Alert) => boolean> {
  const { test, ...read } = readSentFilter(filter, 'filters')
  // In the type `Alert` of the OpenAPI document, the attributes may have any type, but `unheld` expects JSON values.
  // The cast is safe, because the alert was read from a JSON answer.
  return { ...read, test: test && ((alert) => test(unheld(alert as Parameters<typeof unheld>[0]))) }
}

/** Formats a filter as one line of text, for lists. */
export function formatFilter({ operator = 'AND', clauses = [] }: SentFilter): string {
  if (clauses.length === 0) return 'every alert'
  return clauses.map((part) => (isClause(part) ? formatClause(part) : `(${formatFilter(part)})`)).join(` ${operator} `)
}

function formatClause({ key, op, value }: SentClause): string {
  return visibleText(`${key} ${op} ${Array.isArray(value) ? value.join(', ') : String(value)}`)
}
