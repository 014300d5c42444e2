import { buildBody, createDraft } from '../../api/noun-draft.js'
import { SUBSCRIPTION } from '../../api/nouns.js'
import type { SentSubscription, Subscription } from '../../api/subscriptions.js'

/**
 * A subscription in the form. `url` is the address as the user types it: without `mailto:`. `secret` is the routing
 * key; if it is empty, the stored one stays.
 */
export type SubscriptionDraft = ReturnType<typeof createSubscriptionDraft>

const MAIL = 'mailto:'

/** @param stored `undefined` if the form creates a new subscription */
export function createSubscriptionDraft(stored: Subscription | undefined) {
  const draft = createDraft(SUBSCRIPTION, stored ?? { format: 'json' })
  const isMail = draft.format === 'email' && draft.url.startsWith(MAIL)
  return { ...draft, url: isMail ? draft.url.slice(MAIL.length) : draft.url, secret: '' }
}

/**
 * Returns the request that saves the subscription. An empty address is not sent, so that the stored one stays; without
 * a number of seconds, a state is sent at once.
 */
export function buildSubscription(draft: SubscriptionDraft): SentSubscription {
  const { url: _, ...body } = buildBody(SUBSCRIPTION, draft)
  const [address, secret] = [draft.url.trim(), draft.secret.trim()]
  return {
    ...body,
    ...(draft.waitSeconds === '' && { waitSeconds: 0 }),
    ...(address !== '' && { url: draft.format === 'email' ? `${MAIL}${address.replaceAll(' ', '')}` : address }),
    ...(draft.format === 'pagerduty' && secret !== '' && { secret }),
  }
}

/** Returns the fields that a preview needs. A preview sends nothing, so it needs neither an address nor a secret. */
export function toPreviewRequest(body: SentSubscription): Partial<SentSubscription> {
  const { url: _, secret: __, name: ___, format: ____, ...tried } = body
  return tried
}
