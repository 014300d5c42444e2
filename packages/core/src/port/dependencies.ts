import type { CompiledPolicies } from '../policy/compiled-policies.js'
import type { Clock } from './clock.js'
import type { IdGenerator } from './id-generator.js'
import type { License } from './license.js'
import type { SecretBox } from './secret-box.js'
import type { Store } from './store.js'

/** Everything that use-cases reach outside through. */
export interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly newId: IdGenerator
  readonly license: License
  readonly secretBox: SecretBox
  /** The digest of a key that is accepted besides the stored ones, with every right; `undefined` = none. */
  readonly adminKeyDigest: string | undefined
  readonly policyMemo: PolicyMemo
  readonly fileTurns: FileTurns
}

/** The compiled policies that this process keeps, and of which `PolicyRevision` they are. */
export interface PolicyMemo {
  kept: { readonly revision: string; readonly value: CompiledPolicies } | undefined
}

/** Who may go on with a large file, in this process: all others wait for their turn, so that memory and time stay bounded. */
export interface FileTurns {
  /** A few at a time: a sender may be slow. */
  readonly receiving: Turns
  /** One at a time, once its text is there. */
  readonly working: Turns
}

/** Calls `work` as soon as it is its turn, and answers as it does. */
export interface Turns {
  pass<T>(work: () => Promise<T>): Promise<T>
}
