import type { Caller } from '../../access/caller.js'
import { foldCase } from '../../fold-case.js'
import { type UnknownNames, unknownNames } from '../../impact/unknown-names.js'
import { isSameJson, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import {
  type ListRequest,
  normalizeBooleanText,
  normalizeNames,
  type PagedList,
  pageOf,
  readListQuery,
} from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import { readNewSubscription, readSubscriptionChange } from '../../subscription/read-subscription.js'
import { type ReceiverTools, rotateSecret } from '../../subscription/receiver.js'
import {
  type OwedMessages,
  type ShownDelivery,
  showDelivery,
  showOwedMessages,
  showSubscription,
} from '../../subscription/show-subscription.js'
import {
  type StoredSubscription,
  SUBSCRIPTION,
  type Subscription,
  type SubscriptionInput,
  type SubscriptionPatch,
} from '../../subscription/subscription.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import { type Audited, createAuditEntries, factsOfFields } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'
import { endFailing } from './failing-subscriptions.js'

/** Audit entries contain the masked address, and no secret. */
const AUDITED: Audited<StoredSubscription> = {
  family: 'subscription',
  idOf: ({ id }) => id,
  textOf: ({ name }, action) => `subscription ${name} ${action}`,
  factsOf: factsOfFields<Partial<Subscription>>(SUBSCRIPTION.sentNames.filter((name) => name !== 'secret')),
}

/** The result of creating or changing a subscription. */
export interface SavedSubscription {
  readonly subscription: Subscription
  /** The signing secret, if one was made. No other answer shows it. */
  readonly secret: string | undefined
  readonly unknown: UnknownNames
}

/** A subscription whose signing secret was changed. */
export interface RotatedSubscription {
  readonly subscription: Subscription
  readonly secret: string
}

/** A subscription, the messages that it has not delivered yet, and its last deliveries, newest first. */
export interface SubscriptionState extends OwedMessages {
  readonly subscription: Subscription
  readonly unknown: UnknownNames
  readonly deliveries: readonly ShownDelivery[]
}

/**
 * Lists subscriptions. Default order: name, then id (rules.md#subscriptions).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listSubscriptions(
  dependencies: Dependencies,
  request: ListRequest<ListFilter<'subscriptions'>>,
): Promise<PagedList<Subscription>> {
  const query = readListQuery('subscriptions', { ...request, filters: normalizeNames(request.filters, ['name']) })
  const { q, enabled, ...others } = query.filters
  const filters = {
    ...others,
    ...(q && { q: q.map(foldCase) }),
    ...(enabled && { enabled: enabled.map(normalizeBooleanText) }),
  }
  const { items, total } = await dependencies.store.subscriptions.list({ ...query, filters })
  return pageOf(query, { items: items.map((stored) => showStoredSubscription(dependencies, stored)), total })
}

/**
 * Reads a subscription, the messages that it has not delivered yet, and its last deliveries (rules.md#subscriptions-9).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readSubscriptionById(dependencies: Dependencies, id: string): Promise<SubscriptionState> {
  const state = await dependencies.store.snapshot(async (parts) => {
    const stored = await requireSubscription(parts, id)
    return {
      subscription: showStoredSubscription(dependencies, stored),
      ...showOwedMessages(
        await parts.subscriptions.owedBy(id, { isOwing: true }),
        stored,
        timestamp(dependencies.clock()),
      ),
      deliveries: (await parts.subscriptions.deliveries(id)).map(showDelivery),
    }
  })
  return { ...state, unknown: await findUnknownNames(dependencies, state.subscription) }
}

/** Finds the names in a subscription that select nothing now (rules.md#subscriptions-15). */
export async function findUnknownNames(
  dependencies: Dependencies,
  subscription: Pick<Subscription, 'services' | 'owners'>,
): Promise<UnknownNames> {
  if (subscription.services.length === 0 && subscription.owners.length === 0) return unknownNames(subscription, [])
  return await readCurrentImpact(dependencies, async ({ impact }) => unknownNames(subscription, impact.services))
}

/**
 * Creates a subscription. The result has the signing secret if the format is `json` (rules.md#subscriptions).
 *
 * @throws OpsgraphError `invalid` with all faults, or if there are too many subscriptions
 */
export async function createSubscription(
  dependencies: Dependencies,
  caller: Caller,
  body: SubscriptionInput,
): Promise<SavedSubscription> {
  const { subscription: sent, signingSecret: secret } = readNewSubscription(body, toReceiverTools(dependencies))
  const now = timestamp(dependencies.clock())
  const stored = { ...sent, id: dependencies.newId(), createTime: now, updateTime: now }
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('subscriptions')
    await requireRoom(parts)
    await parts.subscriptions.save(stored)
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).created(stored))
  })
  const unknown = await findUnknownNames(dependencies, stored)
  return { subscription: showStoredSubscription(dependencies, stored), secret, unknown }
}

/**
 * Changes a subscription. Fields that are left out stay unchanged. The result has the signing secret if the format has
 * become `json` (rules.md#subscriptions).
 *
 * @throws OpsgraphError `notFound`; `invalid` with all faults
 */
export async function updateSubscription(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: SubscriptionPatch },
): Promise<SavedSubscription> {
  const saved = await changeSubscription(dependencies, caller, id, (before) => {
    const { subscription, signingSecret } = readSubscriptionChange(before, body, toReceiverTools(dependencies))
    return { after: subscription, secret: signingSecret }
  })
  return { ...saved, unknown: await findUnknownNames(dependencies, saved.subscription) }
}

/**
 * Gives a subscription of the format `json` a new signing secret. For 24 hours, messages are also signed with the
 * previous secret (rules.md#subscriptions-7).
 *
 * @throws OpsgraphError `notFound`; `invalid` if the format has no signing secret, or the server has no `SECRET_KEY`
 */
export async function rotateSubscriptionSecret(
  dependencies: Dependencies,
  caller: Caller,
  id: string,
): Promise<RotatedSubscription> {
  return await changeSubscription(dependencies, caller, id, (before, now) => {
    const { receiver, signingSecret } = rotateSecret(before, toReceiverTools(dependencies), now)
    return { after: { ...before, ...receiver }, secret: signingSecret }
  })
}

/**
 * Deletes a subscription, the messages that it owes, and its deliveries. Its receiver gets no further message
 * (rules.md#subscriptions).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteSubscription(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('subscriptions')
    const stored = await requireSubscription(parts, id)
    const end = { actor: caller.user, text: `subscription ${stored.name} was deleted` }
    await endFailing(dependencies, parts, stored, end)
    await parts.subscriptions.delete(id)
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).deleted(stored))
  })
}

async function changeSubscription<Secret extends string | undefined>(
  dependencies: Dependencies,
  caller: Caller,
  id: string,
  changed: (before: StoredSubscription, now: string) => { readonly after: StoredSubscription; readonly secret: Secret },
): Promise<{ readonly subscription: Subscription; readonly secret: Secret }> {
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('subscriptions')
    const before = await requireSubscription(parts, id)
    const updateTime = laterTimestamp(before.updateTime, timestamp(dependencies.clock()))
    const { after, secret } = changed(before, updateTime)
    const saved = { ...after, updateTime }
    await parts.subscriptions.save(saved)
    if (!saved.enabled) {
      const end = { actor: caller.user, text: `subscription ${saved.name} was disabled` }
      await endFailing(dependencies, parts, saved, end)
    }
    const entries = createAuditEntries(dependencies, caller, AUDITED)
    await parts.audit.append(...entries.updated(before, saved, replacedReceiverParts(before, saved)))
    return { subscription: showStoredSubscription(dependencies, saved), secret }
  })
}

/** Says whether a change has set, replaced or removed the address and the secret, without their contents. */
function replacedReceiverParts(before: StoredSubscription, after: StoredSubscription): JsonObject {
  const parts = (['address', 'secret'] as const).filter((part) => !isSameSecret(before[part], after[part]))
  return Object.fromEntries(
    parts.map((part) => {
      const [from, to] = [before[part] && 'set', after[part] && 'set']
      return [part, { from, to: from && to ? 'replaced' : to }]
    }),
  )
}

function isSameSecret(one: StoredSubscription['secret'], other: StoredSubscription['secret']): boolean {
  return isSameJson(one as JsonValue, other as JsonValue)
}

function showStoredSubscription({ secretKeys, clock }: Dependencies, stored: StoredSubscription): Subscription {
  return showSubscription(stored, secretKeys, timestamp(clock()))
}

function toReceiverTools({ secretKeys, newNonce, notifier, newSigningSecret }: Dependencies): ReceiverTools {
  return { keys: secretKeys, newNonce, notifier, newSigningSecret }
}

async function requireSubscription({ subscriptions }: StoreParts, id: string): Promise<StoredSubscription> {
  return requireFound(await subscriptions.read(id), 'subscription')
}

/** @throws OpsgraphError `invalid` if there are as many subscriptions as there may be */
async function requireRoom({ subscriptions }: StoreParts): Promise<void> {
  const { total } = await subscriptions.list({ filters: {}, sort: undefined, page: 1, pageSize: 1 })
  if (total < LIMITS.subscriptions) return
  throw invalid(
    `there are ${total} subscriptions, and the limit is ${LIMITS.subscriptions}: delete subscriptions that you do not need`,
  )
}
