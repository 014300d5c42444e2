import { ApiError } from './api-error.js'

/** What the server says of one place in what was sent. */
export interface Fault {
  /** `fieldMappings.text`, `filters.clauses[1].op`. */
  readonly path: string
  readonly message: string
}

/**
 * The places that a refusal names, so that a form can tell each where it is: those of its issues; else the one that its
 * message begins with, and the fields that a webhook lacks. A page shows the whole refusal besides.
 */
export function faultsOf(error: Error | null): readonly Fault[] {
  if (!(error instanceof ApiError)) return []
  if (error.issues.length > 0) return error.issues
  const [, columns] = MISSING_COLUMNS.exec(error.message) ?? []
  if (columns !== undefined) {
    return columns.split(', ').map((name) => ({ path: `fieldMappings.${name}`, message: NEEDED }))
  }
  const [path = ''] = error.message.split(' ', 1)
  return [{ path, message: error.message }]
}

const MISSING_COLUMNS = /Missing required alert columns: (.+)$/
const NEEDED = 'needs a mapping or a default value before the webhook can be enabled'

/** What is said of exactly this place. */
export function faultAt(faults: readonly Fault[], path: string): string | undefined {
  return faults.find((fault) => fault.path === path)?.message
}
