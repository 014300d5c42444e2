import { selectChanges } from '../../api/select-changes.js'
import type { SentSubscription, Subscription } from '../../api/subscriptions.js'
import type { SentFilter } from '../policy/sent-filter.js'

type SecondsField = 'waitSeconds' | 'repeatSeconds' | 'unacknowledgedSeconds'
/** The fields of a stored subscription that the form does not contain, or contains in another way. */
type OtherField = SecondsField | 'id' | 'url' | 'filters' | 'stale' | 'createTime' | 'updateTime'

/**
 * A subscription in the form. Each number of seconds is a text, as the user has typed it. An empty text means 0 for
 * `waitSeconds`, and `null` for `repeatSeconds` and `unacknowledgedSeconds`.
 */
export interface SubscriptionDraft
  extends Readonly<Omit<Subscription, OtherField>>,
    Readonly<Record<SecondsField, string>> {
  /** The address as the user types it: without `mailto:`. */
  readonly address: string
  /** The routing key; `''` = the stored one stays. */
  readonly secret: string
  readonly filters: SentFilter
}

const MAIL = 'mailto:'

export const NEW_SUBSCRIPTION: SubscriptionDraft = {
  ...{ name: '', format: 'json', address: '', secret: '', services: [], owners: [], minSeverity: 'major' },
  ...{ kinds: ['impact'], filters: {}, waitSeconds: '30', repeatSeconds: '', unacknowledgedSeconds: '', enabled: true },
}

export function toDraft(stored: Subscription): SubscriptionDraft {
  const { id, url, stale, createTime, updateTime, ...same } = stored
  return {
    ...{ ...same, secret: '', filters: stored.filters as SentFilter },
    address: stored.format === 'email' && url.startsWith(MAIL) ? url.slice(MAIL.length) : url,
    waitSeconds: String(stored.waitSeconds),
    repeatSeconds: formatSeconds(stored.repeatSeconds),
    unacknowledgedSeconds: formatSeconds(stored.unacknowledgedSeconds),
  }
}

function formatSeconds(seconds: number | null): string {
  return seconds === null ? '' : String(seconds)
}

/** Returns the body of the request. It may have faults, because the form does not validate it. */
export function buildBody({ address, secret, ...same }: SubscriptionDraft): SentSubscription {
  const { format, filters, waitSeconds, repeatSeconds, unacknowledgedSeconds } = same
  const trimmed = address.trim()
  return {
    ...{ ...same, filters: filters as NonNullable<SentSubscription['filters']> },
    ...(trimmed !== '' && { url: format === 'email' ? `${MAIL}${trimmed.replaceAll(' ', '')}` : trimmed }),
    ...(format === 'pagerduty' && secret.trim() !== '' && { secret: secret.trim() }),
    waitSeconds: Number(waitSeconds),
    repeatSeconds: readSeconds(repeatSeconds),
    unacknowledgedSeconds: readSeconds(unacknowledgedSeconds),
  }
}

function readSeconds(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/**
 * Returns the fields that the user has changed. The form shows the stored address masked, so the address is sent only
 * if the user has changed it.
 */
export function selectChangedFields(draft: SubscriptionDraft, start: SubscriptionDraft): Partial<SentSubscription> {
  return selectChanges(buildBody(draft), buildBody(start))
}

/** Returns the fields that a preview needs. A preview sends nothing, so it needs neither an address nor a secret. */
export function toPreviewRequest(draft: SubscriptionDraft): Partial<SentSubscription> {
  const { url: _, secret: __, name: ___, format: ____, ...tried } = buildBody(draft)
  return tried
}
