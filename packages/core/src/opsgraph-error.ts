import type { Issue } from './issue.js'

/** Why a use-case refuses. A closed list: HTTP and CLI map every kind to a status code or an exit status. */
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

/** Shared by all copies of this module, because a process may load the package both as ESM and as CommonJS. */
const BRAND = /* @__PURE__ */ Symbol.for('@opsgraph/core/OpsgraphError')

/**
 * The only error that use-cases and stores throw on purpose. Any other error is a bug. `instanceof OpsgraphError` works
 * across several loaded copies of the package.
 */
export class OpsgraphError extends Error {
  override readonly name = 'OpsgraphError'

  constructor(
    readonly kind: ErrorKind,
    /** What is wrong, for people to read. */
    message: string,
    /** Where it is wrong, one issue per fault. Empty if the message says everything. */
    readonly issues: readonly Issue[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options)
    // Not enumerable, so that it appears neither in logs nor in comparisons of errors.
    Object.defineProperty(this, BRAND, { value: true })
  }

  /**
   * Subclasses inherit this method, but only OpsgraphError itself has a brand: for subclasses the prototype decides.
   */
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
