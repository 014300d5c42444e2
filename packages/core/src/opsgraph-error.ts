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

/** The same in every copy of this module: a process may load the package as ESM and as CommonJS. */
const BRAND = /* @__PURE__ */ Symbol.for('@opsgraph/core/OpsgraphError')

/**
 * The one error that use-cases and stores throw on purpose. Anything else that is thrown is a bug. `instanceof
 * OpsgraphError` holds for the errors of every copy of the package.
 */
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
    // Not enumerable: neither a log nor a comparison of errors shows it.
    Object.defineProperty(this, BRAND, { value: true })
  }

  /** A subclass inherits this, but the brand says nothing about it: there the prototypes decide, as usual. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class on the right of `instanceof`, perhaps a subclass
    if (this !== OpsgraphError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return typeof value === 'object' && value !== null && Object.hasOwn(value, BRAND)
  }
}

export function invalid(message: string): OpsgraphError {
  return new OpsgraphError('invalid', message)
}

export function notFound(what: string): OpsgraphError {
  return new OpsgraphError('notFound', `${what} not found`)
}
