import { readRange } from '../../history/time-range.js'
import type { Transition } from '../../history/transition.js'
import type { UnknownNames } from '../../impact/unknown-names.js'
import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import type { TransitionRange } from '../../port/service-history-store.js'
import { readBody } from '../../schema/read-body.js'
import { DryRun, type DryRunDelivery, type DryRunSubscription } from '../../subscription/dry-run.js'
import type { Subscription, SubscriptionKind } from '../../subscription/subscription.js'
import { SUBSCRIPTION_PREVIEW, type SubscriptionPreviewRequest } from '../../subscription/subscription-preview.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { EVERY_ENTRY } from '../impact/prepare-search.js'
import { findUnknownNames } from './subscriptions.js'

/** Maximum number of transitions that one statement reads. */
const TRANSITIONS_AT_ONCE = 1_000

/** The messages that a subscription would have sent. */
export interface SubscriptionPreview {
  readonly from: string
  /** The end of the range, exclusive. */
  readonly to: string
  /** The number of messages. */
  readonly total: number
  /** The first messages, in the order of their time. */
  readonly deliveries: readonly DryRunDelivery[]
  /** The kinds of the subscription that the preview leaves out: no history has single alerts. */
  readonly omittedKinds: readonly SubscriptionKind[]
  readonly unknown: UnknownNames
}

/**
 * Computes which messages about services a subscription would have sent in a range of time
 * (rules.md#subscription-preview). Stores and sends nothing.
 *
 * @throws OpsgraphError `invalid` with all faults of the subscription; for an invalid time, if `from` is not before
 *   `to`, and if the range has too many transitions or messages
 */
export async function previewSubscription(
  dependencies: Dependencies,
  request: SubscriptionPreviewRequest,
): Promise<SubscriptionPreview> {
  const { subscription, from, to } = readBody(SUBSCRIPTION_PREVIEW, request)
  const now = dependencies.clock()
  const range = readRange({ from: from ?? undefined, to: to ?? undefined }, now)
  const omittedKinds = subscription.kinds.filter((kind) => kind !== 'impact')
  const run = await runDryRun(dependencies, subscription, { ...range, now })
  const unknown = await findUnknownNames(dependencies, subscription)
  return { ...range, total: run.total, deliveries: run.deliveries, omittedKinds, unknown }
}

interface PreviewedSubscription extends DryRunSubscription, Pick<Subscription, 'kinds'> {}

/** Runs through the stored transitions of the range, at most until now. */
async function runDryRun(
  dependencies: Dependencies,
  subscription: PreviewedSubscription,
  { from, to, now }: Omit<TransitionRange, 'services'> & { readonly now: Date },
): Promise<Pick<DryRun, 'total' | 'deliveries'>> {
  if (!subscription.kinds.includes('impact')) return { total: 0, deliveries: [] }
  const { serviceHistory } = dependencies.store
  const owners = await readOwners(dependencies, subscription)
  const limits = { maxListed: LIMITS.subscriptionPreviewListed, maxMessages: LIMITS.subscriptionPreviewMessages }
  const run = new DryRun(subscription, { from, ...limits, ownerOf: (service) => owners.get(service) ?? '' })
  const services = subscription.services.length === 0 ? undefined : subscription.services
  await runWithPauses(run.begin(await serviceHistory.hurtBefore(from, services)))
  for (let after: Transition | undefined, read = 0; ; ) {
    const page = await serviceHistory.between({ from, to, services }, { after, limit: TRANSITIONS_AT_ONCE })
    read += page.length
    if (read > LIMITS.historyTransitions) throw tooManyError(LIMITS.historyTransitions, 'transitions')
    await runWithPauses(run.take(page))
    if (run.total > limits.maxMessages) throw tooManyError(limits.maxMessages, 'messages')
    after = page.at(-1)
    if (page.length < TRANSITIONS_AT_ONCE) break
  }
  await runWithPauses(run.sendDue(timestamp(new Date(Math.min(Date.parse(to) - 1, now.getTime())))))
  if (run.total > limits.maxMessages) throw tooManyError(limits.maxMessages, 'messages')
  return run
}

/** Reads the current owners of services from the catalog, unless the subscription names no owner. */
async function readOwners(
  { store }: Dependencies,
  { owners }: DryRunSubscription,
): Promise<ReadonlyMap<string, string>> {
  if (owners.length === 0) return new Map()
  const { items } = await store.catalog.list(EVERY_ENTRY)
  return new Map(items.map(({ serviceId, owner }) => [serviceId, owner]))
}

function tooManyError(limit: number, things: string) {
  const many = `there are more than ${limit.toLocaleString('en-US')} ${things} from \`from\` to \`to\``
  return invalid(`${many}: ask for a shorter time, or for fewer services`)
}
