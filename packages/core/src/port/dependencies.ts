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
}

/** The compiled policies that this process keeps, and of which `PolicyRevision` they are. */
export interface PolicyMemo {
  kept: { readonly revision: string; readonly value: CompiledPolicies } | undefined
}
