import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { nameFault, normalizeName } from '../name.js'

/** Resources that fail at the same time (rules.md#simulated-failures). */
export interface FailuresInput {
  /** Default: the empty environment. */
  readonly environment?: string | null | undefined
  readonly resources: readonly string[]
}

export interface Failures {
  readonly environment: string
  /** Each once. */
  readonly resources: readonly string[]
}

/**
 * Reads which resources fail.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readFailures(body: unknown): Failures {
  const reader = new BodyReader(body)
  reader.refuseOthers(['environment', 'resources'])
  const environment = reader.name('environment') ?? ''
  const sent = reader.list('resources')
  if (sent === undefined) throw reader.fault('resources', 'is required')
  if (sent.length === 0 || sent.length > LIMITS.simulatedFailures) {
    throw reader.fault('resources', `must contain 1 to ${LIMITS.simulatedFailures} names`)
  }
  const resources = sent.map((value, index) => {
    const field = `resources[${index}]`
    if (typeof value !== 'string') throw reader.fault(field, 'must be a string')
    const name = normalizeName(value)
    const fault = name === '' ? 'must not be empty' : nameFault(name)
    if (fault !== undefined) throw reader.fault(field, fault)
    return name
  })
  return { environment, resources: [...new Set(resources)] }
}
