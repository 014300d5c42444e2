import type { SendResult } from '../../port/notifier.js'
import { TRIES_AT_ONCE } from '../../subscription/choose-tries.js'
import type { Notice } from '../../subscription/notice.js'
import { openReceiver } from '../../subscription/receiver.js'
import type { StoredSubscription } from '../../subscription/subscription.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { claimTries } from './begin-tries.js'
import type { BegunTry, EndedTry, FailureNews } from './delivery-desk.js'
import { settleTries } from './settle-tries.js'

/**
 * Begins to send the messages that are due, and does not wait for the results (rules.md#deliveries-of-subscriptions). A
 * server calls this function every second. If no message is due, it costs one short statement.
 *
 * @returns the subscriptions whose tries have begun to fail, or to succeed again, since the last call
 */
export async function deliverOwed(dependencies: Dependencies): Promise<readonly FailureNews[]> {
  const { notifier, deliveryDesk } = dependencies
  if (notifier === undefined || deliveryDesk.isClosed) return []
  await deliveryDesk.track(beginDue(dependencies))
  return deliveryDesk.takeNews()
}

/** Claims the rows that are due, and begins their tries. */
async function beginDue(dependencies: Dependencies): Promise<void> {
  const { store, clock } = dependencies
  const due = await store.subscriptions.due(timestamp(clock()), TRIES_AT_ONCE)
  if (due.length === 0) return
  const begun = await store.transaction(async (parts) => {
    await parts.lock('subscriptions')
    return await claimTries(dependencies, parts)
  })
  beginAll(dependencies, begun)
}

/** Sends each message, outside of any transaction. */
function beginAll(dependencies: Dependencies, begun: readonly BegunTry[]): void {
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
    link: linkTo(dependencies, row),
  }
  const isSame = message.reached?.updateTime === subscription.updateTime
  const reached = isSame ? message.reached?.recipients : undefined
  const result = await send(dependencies, { subscription, notice, now: time, reached })
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
    const found = await settleTries(dependencies, parts, ended)
    return { news: found, begun: deliveryDesk.isClosed ? [] : await claimTries(dependencies, parts) }
  })
  deliveryDesk.record(ended, news)
  beginAll(dependencies, begun)
  return ended.map(() => undefined)
}

interface MessageToSend {
  readonly subscription: StoredSubscription
  readonly notice: Notice
  readonly now: string
  readonly reached?: readonly number[] | undefined
}

/** Sends a message. Without a notifier, or if the address cannot be decrypted, the try fails. */
export async function send(
  { notifier, secretKeys }: Dependencies,
  { subscription, notice, now, reached }: MessageToSend,
): Promise<SendResult> {
  const address = openReceiver(subscription, secretKeys, now)
  if (notifier === undefined) return failedResult('this server sends nothing')
  if (address === undefined) return failedResult(STALE)
  try {
    return await notifier.send({ format: subscription.format, ...address, notice, ...(reached && { reached }) })
  } catch {
    return failedResult('the server could not make the message')
  }
}

const STALE =
  'the address of the subscription was stored under another SECRET_KEY: start the server with that key, or send the url again, with the routing key for pagerduty, and for json make a new secret'

function failedResult(error: string): SendResult {
  return { delivered: false, status: null, error, retryAfter: null, took: 0 }
}

/** Returns the URL of an object in the console; empty = the server does not know its own URL. */
function linkTo({ consoleUrl }: Dependencies, { kind, object }: Pick<BegunTry['row'], 'kind' | 'object'>): string {
  const base = consoleUrl()
  if (base === undefined) return ''
  return `${base}/#/${kind === 'impact' ? 'services' : 'alerts'}/${encodeURIComponent(object)}`
}
