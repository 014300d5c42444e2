import { Faults } from '../schema/body-error.js'
import type { Sent } from '../schema/noun.js'
import { readFieldsOrAddFaults } from '../schema/read-body.js'
import { type MergedReceiver, mergeReceiver, type ReceiverTools } from './receiver.js'
import { type Receiver, type StoredSubscription, SUBSCRIPTION } from './subscription.js'

/** The fields of a subscription that follow from the request; the server sets the others. */
type SentSubscription = Omit<Sent<typeof SUBSCRIPTION>, 'url' | 'secret' | 'format'> & Receiver

/** The fields of a body, and the signing secret that was made, if one was. */
interface ReadSubscription<Fields> extends Pick<MergedReceiver, 'signingSecret'> {
  readonly subscription: Fields
}

/**
 * Reads a new subscription (rules.md#subscriptions).
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readNewSubscription(body: unknown, tools: ReceiverTools): ReadSubscription<SentSubscription> {
  const faults = new Faults()
  const read = faults.of(() => SUBSCRIPTION.readNew(body))
  const merged = readReceiver(undefined, body, tools, faults)
  faults.throwIfAny()
  const { secret: _, ...fields } = read as Sent<typeof SUBSCRIPTION>
  const { receiver, signingSecret } = merged as MergedReceiver
  return { subscription: { ...fields, ...receiver }, signingSecret }
}

/**
 * Applies the sent fields to a subscription; other fields do not change (rules.md#subscriptions).
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readSubscriptionChange(
  stored: StoredSubscription,
  body: unknown,
  tools: ReceiverTools,
): ReadSubscription<StoredSubscription> {
  const faults = new Faults()
  const read = faults.of(() => SUBSCRIPTION.readChanges(body))
  const merged = readReceiver(stored, body, tools, faults)
  faults.throwIfAny()
  const { secret: _, ...fields } = read ?? {}
  const { receiver, signingSecret } = merged as MergedReceiver
  return { subscription: { ...stored, ...fields, ...receiver }, signingSecret }
}

/**
 * Reads the receiver. If one of its fields has a fault, returns `undefined`: otherwise, that field would be reported as
 * missing too.
 */
function readReceiver(stored: StoredSubscription | undefined, body: unknown, tools: ReceiverTools, faults: Faults) {
  const { read: sent, faulty } = readFieldsOrAddFaults(SUBSCRIPTION.readChanges, body, new Faults())
  if (RECEIVER_FIELDS.some((field) => faulty.has(field))) return undefined
  return mergeReceiver(stored, sent, tools, faults)
}

const RECEIVER_FIELDS = ['format', 'url', 'secret']
