import { OpsgraphError } from '@opsgraph/core/pure'
import { ApiError } from './api-error.js'

/** A fault in one field of a request. */
export interface Fault {
  /** The path of the field, such as `fieldMappings.text` or `filters.clauses[1].op`. */
  readonly path: string
  readonly message: string
}

/**
 * Returns the faults for which the server, or core in the browser, refused a request. Each fault has the path of the
 * faulty field, so that a form can show it there. If the error has no issues, the paths come from its message: it
 * either lists the required alert fields without a value, or begins with the path of the faulty field.
 */
export function readFaults(error: Error | null): readonly Fault[] {
  if (!(error instanceof ApiError || error instanceof OpsgraphError)) return []
  if (error.issues.length > 0) return error.issues
  const [, columns] = MISSING_COLUMNS.exec(error.message) ?? []
  if (columns !== undefined) {
    return columns.split(', ').map((name) => ({ path: `fieldMappings.${name}`, message: VALUE_REQUIRED }))
  }
  const [start = ''] = error.message.split(' ', 1)
  return [{ path: start.replace(/:$/, ''), message: error.message }]
}

const MISSING_COLUMNS = /Missing required alert columns: (.+)$/
const VALUE_REQUIRED = 'needs a mapping or a default value before the webhook can be enabled'

/** Returns the message of a fault without its path, because the message is shown at the faulty field. */
export function removePath({ path, message }: Fault): string {
  return message.startsWith(`${path} `) || message.startsWith(`${path}: `)
    ? message.slice(path.length).replace(/^:? /, '')
    : message
}

/** The result of a check by core: either the checked value, or at least one fault. */
export interface CheckResult<Value> {
  readonly value: Value | undefined
  readonly faults: readonly Fault[]
}

/** Runs a function of core that checks a value and throws the faults that it finds. */
export function runCheck<Value>(check: () => Value): CheckResult<Value> {
  try {
    return { value: check(), faults: [] }
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    return { value: undefined, faults: readFaults(error) }
  }
}
