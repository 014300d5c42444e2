import { OpsgraphError } from '../opsgraph-error.js'
import { grants, type Scope } from './scope.js'

/** On whose behalf a use-case acts. */
export interface Caller {
  readonly user: string
  readonly scopes: readonly Scope[]
  /** Ties audit entries to one request; `null` where there is none. */
  readonly requestId: string | null
  /**
   * When the API key ends with which the caller came: no key that the caller makes ends later. ISO 8601 in UTC with
   * milliseconds; `null` and absent = never.
   */
  readonly expireTime?: string | null
}

/**
 * @throws OpsgraphError `forbidden`, naming the scope, unless the caller holds it
 */
export function requireScope(caller: Caller, needed: Scope): void {
  if (!grants(caller.scopes, needed)) throw new OpsgraphError('forbidden', `this needs the scope ${needed}`)
}
