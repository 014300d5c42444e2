import type { Issue } from './issue.js'

/** Why a use-case refuses. The closed list: an edge maps every kind to its own number or exit status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'preconditionFailed'
  | 'tooLarge'
  | 'unavailable'
  | 'busy'

/** The one error that use-cases and stores throw on purpose. Anything else that is thrown is a bug. */
export class OpsgraphError extends Error {
  override readonly name = 'OpsgraphError'

  constructor(
    readonly kind: ErrorKind,
    /** Says what is wrong, for people. */
    message: string,
    /** Say where, one entry per fault; empty when the message says it all. */
    readonly issues: readonly Issue[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function invalid(message: string): OpsgraphError {
  return new OpsgraphError('invalid', message)
}

export function notFound(what: string): OpsgraphError {
  return new OpsgraphError('notFound', `${what} not found`)
}
