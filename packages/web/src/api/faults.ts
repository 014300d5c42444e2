import { ApiError } from './api-error.js'

/** A fault that the server found in one field of the request. */
export interface Fault {
  /** Such as `fieldMappings.text` or `filters.clauses[1].op`. */
  readonly path: string
  readonly message: string
}

/**
 * The faults of a refusal by field, so that a form can show each at its field. They come from the issues; without
 * issues, from the message: the fields that a webhook lacks, or the path that the message begins with. The page shows
 * the whole refusal as well.
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

/** The fault of exactly this path. */
export function faultAt(faults: readonly Fault[], path: string): string | undefined {
  return faults.find((fault) => fault.path === path)?.message
}
