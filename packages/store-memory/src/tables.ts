import type {
  Alert,
  AlertPolicy,
  ApiKey,
  AuditEntry,
  CatalogService,
  Relation,
  RelationPolicy,
  Topology,
  WebhookConfig,
  WeightPolicy,
} from '@opsgraph/core'
import type { Store } from '@opsgraph/core/store'
import {
  ACTIVE_STATUSES,
  alertKey,
  compareCreation,
  compareKeys,
  compareNames,
  type Histories,
  type RelationClaim,
  relationKey,
  resourceKey,
} from '@opsgraph/core/store'
import type { Steps } from './access.js'
import { ExpiryQueue } from './expiries.js'
import { Table, UndoLog } from './table.js'

export type SourcedFingerprint = Parameters<Store['alerts']['holding']>[0][number]

export type ResourceKey = Parameters<Store['redundancyRules']['find']>[0][number]

export type RedundancyRule = Parameters<Store['redundancyRules']['save']>[0][number]

export type ResourceAlias = Parameters<Store['aliases']['save']>[0][number]

export type MaintenanceWindow = Parameters<Store['maintenance']['save']>[0][number]

export type Heartbeat = Parameters<Store['heartbeats']['add']>[0]

export type Subscription = Parameters<Store['subscriptions']['save']>[0]

export type OwedRow = Parameters<Store['subscriptions']['saveOwed']>[0][number]

/** What a subscription owes of one object. The id is the key of the row. */
export interface OwedEntry {
  readonly id: string
  readonly row: OwedRow
}

/** A delivery of a subscription. The number rises with each delivery of the subscription. */
export interface LoggedDelivery {
  readonly id: string
  readonly number: number
  readonly delivery: Parameters<Store['subscriptions']['addDeliveries']>[0][number]
}

/** A claim of a stored relation. The id is the key of the claim. */
export interface ClaimRow {
  readonly id: string
  readonly claim: RelationClaim
}

type Transition = Parameters<Store['serviceHistory']['append']>[0][number]

/** Compares transitions by time, then by service, then by sequence. */
export function compareAges(left: TransitionAge, right: TransitionAge): number {
  return (
    compareNames(left.time, right.time) || compareNames(left.service, right.service) || left.sequence - right.sequence
  )
}

type TransitionAge = Pick<Transition, 'time' | 'service' | 'sequence'>

/** A transition of a service. The id is its service and its sequence. */
export interface TransitionRow {
  readonly id: string
  readonly transition: Transition
  /** Whether it is the newest transition of its service. */
  readonly isNewest: boolean
}

/** An API key, and the digest by which it is found. No method of the store returns the digest. */
export interface ApiKeyRow {
  readonly id: string
  readonly key: ApiKey
  readonly digest: string
}

/** A catalog entry. The id of the row is the serviceId. */
export interface CatalogRow {
  readonly id: string
  readonly service: CatalogService
}

/** The original tree of a topology from an earlier release, as JSON. The id of the row is the id of the topology. */
export interface TreeRow {
  readonly id: string
  readonly tree: string
}

/**
 * A text that changes with every change of the data. There is one row for each of these groups: all policies and
 * maintenance windows, all webhooks, all redundancy rules, all subscriptions, all API keys.
 */
export interface RevisionRow {
  readonly id: 'policies' | 'webhooks' | 'redundancyRules' | 'subscriptions' | 'apiKeys'
  readonly text: string
}

/** The histories of a webhook. The id of the row is the id of the webhook. */
export interface HistoryRow {
  readonly id: string
  readonly histories: Histories
}

/**
 * Since when a webhook waits for its next delivery, and since when it is silent; `null` = it does not wait, or is not
 * silent. The id of the row is the id of the webhook.
 */
export interface WaitingRow {
  readonly id: string
  readonly since: string
  readonly silentSince: string | null
}

/** A delivery that is stored for deduplication. The id of the row combines the webhookId and the deduplication key. */
export interface DeliveryRow {
  readonly id: string
  readonly webhookId: string
  readonly key: string
  readonly expires: string
}

/** The progress of a subscription. The id of the row is the id of the subscription. */
export interface ProgressRow {
  readonly id: string
  readonly progress: Parameters<Store['subscriptions']['saveProgress']>[0][number]
}

/** Returns a key for an object of which subscriptions tell, such as a service. */
export function objectKey(kind: string, object: string): string {
  return `${kind}\u0000${object}`
}

/** Returns a key for a fingerprint of a sender. */
export function fingerprintKey({ source, fingerprint }: SourcedFingerprint): string {
  return `${source}\u0000${fingerprint}`
}

/** All tables and their indexes. Rows are frozen. */
export class Tables {
  readonly #undo = new UndoLog()

  readonly relation = new Table<Relation>(this.#undo)
  readonly relationChanges = this.relation.countBy(({ environment }) => environment)
  readonly relationInOrder = this.relation.orderBy(compareKeys)
  readonly relationByKey = this.relation.indexBy((row) => [relationKey(row)])
  readonly relationByChild = this.relation.indexBy((row) => [resourceKey(row)])
  readonly relationByParent = this.relation.indexBy((row) => [resourceKey({ ...row, resource: row.parent })])

  readonly relationClaim = new Table<ClaimRow>(this.#undo)
  readonly claimByRelation = this.relationClaim.indexBy(({ claim }) => [relationKey(claim)])
  readonly claimByOrigin = this.relationClaim.indexBy(({ claim: { source, sourceRef } }) =>
    sourceRef === null ? [] : [originKey(source, sourceRef)],
  )

  readonly redundancyRule = new Table<RedundancyRule>(this.#undo)
  readonly redundancyRuleByResource = this.redundancyRule.indexBy((row) => [resourceKey(row)])

  readonly resourceAlias = new Table<ResourceAlias>(this.#undo)
  readonly aliasByName = this.resourceAlias.indexBy((row) => [resourceKey({ ...row, resource: row.alias })])
  readonly aliasByResource = this.resourceAlias.indexBy((row) => [resourceKey(row)])

  readonly topology = new Table<Topology>(this.#undo)
  readonly topologyByService = this.topology.indexBy((row) => [row.service])
  readonly topologyByNodeId = this.topology.indexBy((row) => row.nodes.map((node) => node.id))
  /** Topologies by the resources of their nodes. */
  readonly topologyByResource = this.topology.indexBy((row) => resourceNodesOf(row).map(resourceKey))
  readonly topologyByCmdbSource = this.topology.indexBy((row) => cmdbSourcesOf(row))
  readonly topologyTree = new Table<TreeRow>(this.#undo)

  readonly alert = new Table<Alert>(this.#undo)
  readonly alertInOrder = this.alert.orderBy(compareCreation)
  readonly alertByKey = this.alert.indexBy((row) => [alertKey(row)])
  /** Alerts by the keys of the alerts that they name in `correlate`. */
  readonly alertByCorrelation = this.alert.indexBy(({ environment, resource, correlate }) =>
    correlate.map((event) => alertKey({ environment, resource, event })),
  )
  readonly alertByService = this.alert.indexBy((row) => row.service)
  readonly alertByFingerprint = this.alert.indexBy(({ status, firing }) =>
    ACTIVE_STATUSES.includes(status) ? (firing?.open.map(fingerprintKey) ?? []) : [],
  )

  readonly transition = new Table<TransitionRow>(this.#undo)
  readonly transitionByService = this.transition.indexBy(({ transition }) => [transition.service])
  readonly transitionInTime = this.transition.orderBy((left, right) => compareAges(left.transition, right.transition))
  readonly newestTransition = this.transition.indexBy((row) => (row.isNewest ? [row.transition.service] : []))
  /** The newest transitions of all services that alerts affect, under one key. */
  readonly hurtService = this.transition.indexBy((row) => (row.isNewest && row.transition.to !== null ? [''] : []))

  readonly catalog = new Table<CatalogRow>(this.#undo)

  readonly weightPolicy = new Table<WeightPolicy>(this.#undo)
  readonly weightPolicyByTopology = this.weightPolicy.indexBy((row) =>
    row.topologyId === null ? [] : [row.topologyId],
  )

  readonly relationPolicy = new Table<RelationPolicy>(this.#undo)

  readonly alertPolicy = new Table<AlertPolicy>(this.#undo)

  readonly maintenance = new Table<MaintenanceWindow>(this.#undo)

  readonly heartbeat = new Table<Heartbeat>(this.#undo)
  readonly heartbeatByOrigin = this.heartbeat.indexBy((row) => [row.origin])

  readonly subscription = new Table<Subscription>(this.#undo)
  readonly subscriptionProgress = new Table<ProgressRow>(this.#undo)
  readonly owed = new Table<OwedEntry>(this.#undo)
  readonly owedBySubscription = this.owed.indexBy(({ row }) => [row.subscription])
  readonly owedByObject = this.owed.indexBy(({ row }) => [objectKey(row.kind, row.object)])
  /** The rows that become due at some time, under one key. */
  readonly dueOwed = this.owed.indexBy(({ row }) => (row.due === null ? [] : ['']))
  readonly loggedDelivery = new Table<LoggedDelivery>(this.#undo)
  readonly loggedBySubscription = this.loggedDelivery.indexBy(({ delivery }) => [delivery.subscription])

  readonly webhook = new Table<WebhookConfig>(this.#undo)
  readonly webhookHistory = new Table<HistoryRow>(this.#undo)
  readonly webhookWaiting = new Table<WaitingRow>(this.#undo)
  readonly delivery = new Table<DeliveryRow>(this.#undo)
  readonly deliveryByWebhook = this.delivery.indexBy((row) => [row.webhookId])
  readonly deliveryExpiries = new ExpiryQueue(this.delivery, this.#undo)

  readonly revision = new Table<RevisionRow>(this.#undo)
  /** How many revisions were set. A rollback does not reduce this number, so no revision occurs twice. */
  #revisions = 0

  readonly apiKey = new Table<ApiKeyRow>(this.#undo)
  readonly apiKeyByDigest = this.apiKey.indexBy((row) => [row.digest])

  readonly audit = new Table<AuditEntry>(this.#undo)

  /** How many transactions have committed changes. */
  #version = 0

  /** Identifies the committed data. */
  get version(): string {
    return String(this.#version)
  }

  /** Sets a new revision. */
  revise(id: RevisionRow['id']): void {
    this.#revisions++
    this.revision.put({ id, text: String(this.#revisions) })
  }

  /** Runs `work`. If it throws, its changes are rolled back. */
  *atomically<T>(work: () => Steps<T>): Steps<T> {
    const undoLength = this.#undo.length
    try {
      return yield* work()
    } catch (error) {
      yield* this.#undo.rollBackTo(undoLength)
      throw error
    }
  }

  /** Runs `work`, which must not write. */
  readOnly<T>(work: () => Steps<T>): Steps<T> {
    const undo = this.#undo
    return this.atomically(function* () {
      const undoLength = undo.length
      const result = yield* work()
      if (undo.length > undoLength) throw new Error('a snapshot is for reading: write in a transaction')
      return result
    })
  }

  /** Commits all changes. */
  commit(): void {
    if (this.#undo.length > 0) this.#version++
    this.#undo.forget()
  }

  /** Reverts all changes since the last commit. */
  rollBack(): Steps<void> {
    return this.#undo.rollBackTo(0)
  }
}

/** A text that is equal for two claims if and only if they have the same source and sourceRef. */
export function originKey(source: string, sourceRef: string): string {
  return `${source}\u0000${sourceRef}`
}

/** Returns the nodes that name a resource. In a tree of an earlier release, a node may have no environment. */
export function resourceNodesOf({ nodes }: Topology): readonly ResourceKey[] {
  return nodes.flatMap(({ environment, resource }) =>
    environment === null || resource === null ? [] : [{ environment, resource }],
  )
}

function cmdbSourcesOf({ nodes }: Topology): ReadonlySet<string> {
  const sources = nodes.flatMap(({ params, claims = [] }) => [params.cmdbSource, ...claims.map(({ source }) => source)])
  return new Set(sources.filter((source) => typeof source === 'string'))
}
