import type { Issue } from './issue.js'

/** Why a use-case refuses a request. HTTP has a status code for each kind, and the CLI has an exit status. */
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

/**
 * Marks every OpsgraphError. A process may load this module twice, as ESM and as CommonJS. `Symbol.for` returns the
 * same symbol in both copies.
 */
const BRAND = /* @__PURE__ */ Symbol.for('@opsgraph/core/OpsgraphError')

/**
 * The only error that use-cases and stores throw on purpose. Any other error is a bug. `instanceof OpsgraphError` also
 * recognizes errors of another loaded copy of the package.
 *
 * @example
 * ```ts
 * import { type Caller, createOpsgraph, OpsgraphError } from '@opsgraph/core'
 * import { MemoryStore } from '@opsgraph/store-memory'
 *
 * const opsgraph = createOpsgraph({ store: new MemoryStore() })
 * const reader: Caller = { user: 'me', scopes: ['read:alerts'], requestId: null }
 * try {
 *   await opsgraph.deleteRelation(reader, 'some-id')
 * } catch (error) {
 *   if (error instanceof OpsgraphError) console.log(error.kind) // forbidden
 * }
 * ```
 */
export class OpsgraphError extends Error {
  override readonly name = 'OpsgraphError'

  constructor(
    readonly kind: ErrorKind,
    /** Says what is wrong, for people to read. */
    message: string,
    /** The faults of the input, one issue each. Empty if the message says everything. */
    readonly issues: readonly Issue[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options)
    // The brand is not enumerable, so that logs and comparisons of errors do not include it.
    Object.defineProperty(this, BRAND, { value: true })
  }

  /**
   * `instanceof OpsgraphError` checks the brand. A subclass inherits this method, but has no brand of its own: for a
   * subclass, `instanceof` compares prototypes as usual.
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

/**
 * Returns an item that was looked for.
 *
 * @param what the noun for the item, for the message
 * @throws OpsgraphError `notFound` if there is no such item
 */
export function requireFound<Item>(item: Item | undefined, what: string): Item {
  if (item === undefined) throw notFound(what)
  return item
}
