import { requireFound } from '../../opsgraph-error.js'
import type { SendResult } from '../../port/notifier.js'
import type { StoreTransaction } from '../../port/store.js'
import { chooseTries, TRIES_AT_ONCE } from '../../subscription/choose-tries.js'
import type { Notice } from '../../subscription/notice.js'
import { beginTry, type OwedRow } from '../../subscription/owed.js'
import { withOwedState } from '../../subscription/plan-owing.js'
import { openReceiver } from '../../subscription/receiver.js'
import { type ShownDelivery, showDelivery } from '../../subscription/show-subscription.js'
import type { StoredSubscription } from '../../subscription/subscription.js'
import { timestamp, timestampAfterSeconds } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import type { BegunTry, EndedTry, FailureNews } from './delivery-desk.js'
import { storeTryResults } from './settle-tries.js'

/**
 * Begins to send the messages that are due, and does not wait for the results (rules.md#deliveries-of-subscriptions). A
 * server calls this function every second. If no message is due, it costs one short statement.
 *
 * @returns the subscriptions whose tries have begun to fail, or to succeed again, since the last call
 */
export async function deliverOwed(dependencies: Dependencies): Promise<readonly FailureNews[]> {
  const { notifier, deliveryDesk } = dependencies
  if (notifier === undefined || deliveryDesk.isClosed) return []
  await deliveryDesk.track(beginDueTries(dependencies))
  return deliveryDesk.takeNews()
}

/** Claims the rows that are due, and begins their tries. */
async function beginDueTries(dependencies: Dependencies): Promise<void> {
  const { store, clock } = dependencies
  const due = await store.subscriptions.due(timestamp(clock()), TRIES_AT_ONCE)
  if (due.length === 0) return
  const begun = await store.transaction(async (parts) => {
    await parts.lock('subscriptions')
    return await claimDueTries(dependencies, parts)
  })
  sendAllInBackground(dependencies, begun)
}

/** Sends each message, outside of any transaction. */
function sendAllInBackground(dependencies: Dependencies, begun: readonly BegunTry[]): void {
  const { deliveryDesk } = dependencies
  for (const each of begun) deliveryDesk.trackInBackground(sendAndStore(dependencies, each))
}

/** Sends a message, and stores the result. If storing fails, the claim expires, and the message is tried again. */
async function sendAndStore(dependencies: Dependencies, begun: BegunTry): Promise<void> {
  const { subscription, row, message, time } = begun
  const { state, details, id, sequence, from, repeat } = message
  const notice: Notice = {
    ...details,
    ...{ id, subscription: { id: subscription.id, name: subscription.name }, kind: row.kind, object: row.object },
    ...{ sequence, time: message.time, from, to: state.severity, acknowledged: state.acknowledged, repeat },
    causes: state.causes,
    link: consoleLinkTo(dependencies, row),
  }
  const isSame = message.reached?.updateTime === subscription.updateTime
  const reached = isSame ? message.reached?.recipients : undefined
  const result = await sendMessage(dependencies, { subscription, notice, now: time, reached })
  const item = { ...begun, result }
  await dependencies.endedTries.submit({ item, weight: 1 }, (ended) => storeResults(dependencies, ended))
}

/**
 * Stores results, and begins the tries for which there is room now, so that a fast receiver need not wait for the next
 * call.
 */
async function storeResults(dependencies: Dependencies, ended: readonly EndedTry[]): Promise<readonly undefined[]> {
  const { deliveryDesk } = dependencies
  const { news, begun } = await dependencies.store.transaction(async (parts) => {
    await parts.lock('subscriptions')
    const found = await storeTryResults(dependencies, parts, ended)
    return { news: found, begun: deliveryDesk.isClosed ? [] : await claimDueTries(dependencies, parts) }
  })
  deliveryDesk.record(ended, news)
  sendAllInBackground(dependencies, begun)
  return ended.map(() => undefined)
}

interface MessageToSend {
  readonly subscription: StoredSubscription
  readonly notice: Notice
  readonly now: string
  readonly reached?: readonly number[] | undefined
}

/** Sends a message. Without a notifier, or if the address cannot be decrypted, the try fails. */
export async function sendMessage(
  { notifier, secretKeys }: Dependencies,
  { subscription, notice, now, reached }: MessageToSend,
): Promise<SendResult> {
  const address = openReceiver(subscription, secretKeys, now)
  if (notifier === undefined) return failedResult('this server sends nothing')
  if (address === undefined) return failedResult(UNREADABLE_ADDRESS_MESSAGE)
  try {
    return await notifier.send({ format: subscription.format, ...address, notice, ...(reached && { reached }) })
  } catch {
    return failedResult('the server could not make the message')
  }
}

const UNREADABLE_ADDRESS_MESSAGE =
  'the address of the subscription was stored under another SECRET_KEY: start the server with that key, or send the url again, with the routing key for pagerduty, and for json make a new secret'

function failedResult(error: string): SendResult {
  return { delivered: false, status: null, error, retryAfter: null, took: 0 }
}

/** Returns the URL of an object in the console; empty = the server does not know its own URL. */
function consoleLinkTo(
  { consoleUrl }: Dependencies,
  { kind, object }: Pick<BegunTry['row'], 'kind' | 'object'>,
): string {
  const base = consoleUrl()
  if (base === undefined) return ''
  return `${base}/#/${kind === 'impact' ? 'services' : 'alerts'}/${encodeURIComponent(object)}`
}

/**
 * For how many seconds a server reserves an owed row for its try. A try takes at most 10 seconds. So if the claim ends
 * before the result is stored, the server has stopped, and another server may try again.
 */
const CLAIM_SECONDS = 30

/**
 * Claims the owed rows that are due, inside a transaction that has the lock `subscriptions`
 * (rules.md#deliveries-of-subscriptions-4). The caller begins the tries after the commit.
 */
async function claimDueTries(
  { clock, newId, subscriptionWatch }: Dependencies,
  parts: StoreTransaction,
): Promise<readonly BegunTry[]> {
  const now = timestamp(clock())
  const due = await parts.subscriptions.due(now, TRIES_AT_ONCE)
  if (due.length === 0) return []
  const { byId } = await subscriptionWatch.subscriptions.at(parts)
  const enabled = due.filter(({ subscription }) => byId.get(subscription)?.subscription.enabled === true)
  const claimedUntil = timestampAfterSeconds(CLAIM_SECONDS, now) ?? now
  const changed: OwedRow[] = []
  const begun: BegunTry[] = []
  for (const row of chooseTries(enabled, await parts.subscriptions.claimed(now))) {
    const { subscription } = byId.get(row.subscription) as { readonly subscription: StoredSubscription }
    const next = beginTry(row.owed, subscription, now, newId())
    const claimed =
      next === undefined
        ? withOwedState(row, { owed: row.owed, settings: subscription })
        : { ...row, owed: next.owed, claimedUntil }
    changed.push(claimed)
    if (next !== undefined) begun.push({ subscription, row: claimed, message: next.message, time: now })
  }
  if (changed.length > 0) await parts.subscriptions.saveOwed(changed)
  return begun
}

/**
 * Sends a test message at once, also if the subscription is disabled, and returns the result
 * (rules.md#deliveries-of-subscriptions-11).
 *
 * @throws OpsgraphError `notFound`
 */
export async function testSubscription(dependencies: Dependencies, id: string): Promise<ShownDelivery> {
  const { store, clock, newId, consoleUrl } = dependencies
  const subscription = requireFound(await store.subscriptions.read(id), 'subscription')
  const now = timestamp(clock())
  const { name } = subscription
  const state = { from: null, to: 'informational', acknowledged: false, repeat: false } as const
  const sent = { ...state, id: newId(), kind: 'test' as const, object: id, sequence: 0 }
  const notice: Notice = {
    ...sent,
    ...{ subscription: { id, name }, time: now, title: name, environment: '', redundancy: [], owner: '', runbook: '' },
    text: `Somebody tries the subscription ${name}. Nothing has happened.`,
    causes: [],
    link: consoleUrl() ?? '',
  }
  const { retryAfter: _, reached: __, ...result } = await sendMessage(dependencies, { subscription, notice, now })
  const delivery = { ...sent, subscription: id, time: now, ...result }
  await store.subscriptions.addDeliveries([delivery])
  return showDelivery(delivery)
}
