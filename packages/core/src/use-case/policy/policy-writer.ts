import type { Caller } from '../../access/caller.js'
import { ALERT_POLICY, type AlertPolicy } from '../../alert-policy/alert-policy.js'
import { LIMITS } from '../../limits.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import {
  type Policy,
  RELATION_POLICY,
  type RelationPolicy,
  WEIGHT_POLICY,
  type WeightPolicy,
} from '../../policy/policy.js'
import type { PolicyStore } from '../../port/policy-store.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import { type Audited, createAuditEntries, factsOfFields } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'

/** What differs between the kinds of policies. The use-cases are otherwise the same. */
export interface PolicyKind<Kind extends Policy> extends Audited<Kind> {
  readonly storeOf: (parts: StoreParts) => PolicyStore<Kind, never>
  readonly plural: string
}

export const WEIGHT_POLICY_KIND: PolicyKind<WeightPolicy> = {
  storeOf: ({ weightPolicies }) => weightPolicies,
  family: 'service-topology-policy',
  plural: 'weight policies',
  ...auditOfPolicies('weight policy', WEIGHT_POLICY.sentNames),
}

export const RELATION_POLICY_KIND: PolicyKind<RelationPolicy> = {
  storeOf: ({ relationPolicies }) => relationPolicies,
  family: 'resource-relation-policy',
  plural: 'relation policies',
  ...auditOfPolicies('relation policy', RELATION_POLICY.sentNames),
}

export const ALERT_POLICY_KIND: PolicyKind<AlertPolicy> = {
  storeOf: ({ alertPolicies }) => alertPolicies,
  family: 'alert-policy',
  plural: 'alert policies',
  ...auditOfPolicies('alert policy', ALERT_POLICY.sentNames),
}

function auditOfPolicies<Kind extends Policy>(words: string, names: readonly (keyof Kind & string)[]) {
  return {
    idOf: ({ id }: Kind) => id,
    textOf: ({ name }: Kind, action: string) => `${words} ${name} ${action}`,
    factsOf: factsOfFields<Kind>(names),
  }
}

/** The fields of a new policy that the server sets. */
export type PolicyIdentity = Pick<Policy, 'id' | 'createTime'>

/** Writes policies of one kind, with their audit entries, inside a transaction. */
export class PolicyWriter<Kind extends Policy> {
  readonly #dependencies: Dependencies
  readonly #kind: PolicyKind<Kind>
  readonly #entries: ReturnType<typeof createAuditEntries<Kind>>

  constructor(dependencies: Dependencies, caller: Caller, kind: PolicyKind<Kind>) {
    this.#dependencies = dependencies
    this.#kind = kind
    this.#entries = createAuditEntries(dependencies, caller, kind)
  }

  async create(parts: StoreTransaction, build: (identity: PolicyIdentity) => Kind): Promise<Kind> {
    const [created] = await this.createAll(parts, [build])
    if (created === undefined) throw new Error('one policy was to be created')
    return created
  }

  /**
   * Creates several policies. The number of database statements does not depend on the number of policies.
   *
   * @throws OpsgraphError `invalid` if there would be more than `LIMITS.policies`
   */
  async createAll(
    parts: StoreTransaction,
    builds: readonly ((identity: PolicyIdentity) => Kind)[],
  ): Promise<readonly Kind[]> {
    if (builds.length === 0) return []
    await parts.lock('policies')
    await this.#requireRoom(parts, builds.length)
    let createTime = await this.#newCreateTime(parts)
    const created = builds.map((build) => {
      const policy = build({ id: this.#dependencies.newId(), createTime })
      createTime = laterTimestamp(createTime, createTime)
      return policy
    })
    await this.#kind.storeOf(parts).save(created)
    await parts.audit.append(...created.map((policy) => this.#entries.created(policy)))
    return created
  }

  /**
   * @param change gets the policy as it is after the lock was granted
   * @throws OpsgraphError `notFound`
   */
  async update(parts: StoreTransaction, id: string, change: (before: Kind) => Kind): Promise<Kind> {
    await parts.lock('policies')
    const policies = this.#kind.storeOf(parts)
    const before = await requirePolicy(policies, id)
    const policy = change(before)
    await policies.save([policy])
    await parts.audit.append(...this.#entries.updated(before, policy))
    return policy
  }

  /** @throws OpsgraphError `notFound` */
  async delete(parts: StoreTransaction, id: string): Promise<void> {
    await parts.lock('policies')
    const policies = this.#kind.storeOf(parts)
    const policy = await requirePolicy(policies, id)
    await policies.delete([id])
    await parts.audit.append(this.#entries.deleted(policy))
  }

  async #requireRoom(parts: StoreTransaction, added: number): Promise<void> {
    const { total } = await this.#kind.storeOf(parts).list({ filters: {}, sort: undefined, page: 1, pageSize: 1 })
    if (total + added <= LIMITS.policies) return
    const { plural } = this.#kind
    throw invalid(
      `there are ${total} ${plural}, and the limit is ${LIMITS.policies}: delete ${plural} that you do not need`,
    )
  }

  /**
   * A createTime later than that of every stored policy of this kind. Policies are applied in the order of their
   * createTime, so each createTime must be unique.
   */
  async #newCreateTime(parts: StoreTransaction): Promise<string> {
    const now = timestamp(this.#dependencies.clock())
    const last = await this.#kind.storeOf(parts).lastCreateTime()
    return last === undefined ? now : laterTimestamp(last, now)
  }
}

/** @throws OpsgraphError `notFound` */
export async function requirePolicy<Kind extends Policy>(
  policies: PolicyStore<Kind, never>,
  id: string,
): Promise<Kind> {
  return requireFound(await policies.read(id), 'policy')
}
