import { selectChanges } from '../../api/select-changes.js'
import type { SentSubscription, Subscription } from '../../api/subscriptions.js'
import type { SentFilter } from '../policy/sent-filter.js'

/** The fields that are the same in the form and in the request. */
type UnchangedField = 'name' | 'format' | 'services' | 'owners' | 'minSeverity' | 'kinds' | 'enabled'

/** A subscription in the form. */
export interface SubscriptionDraft extends Readonly<Pick<Subscription, UnchangedField>> {
  /** The address as the user types it: without `mailto:`. */
  readonly address: string
  /** The routing key; `''` = the stored one stays. */
  readonly secret: string
  readonly filters: SentFilter
  /**
   * Numbers of seconds, as the texts of their controls. An empty text stands for 0 in `waitSeconds`, and for `null` in
   * the other two.
   */
  readonly waitSeconds: string
  readonly repeatSeconds: string
  readonly unacknowledgedSeconds: string
}

const MAIL = 'mailto:'

export const NEW_SUBSCRIPTION: SubscriptionDraft = {
  ...{ name: '', format: 'json', address: '', secret: '', services: [], owners: [], minSeverity: 'major' },
  ...{ kinds: ['impact'], filters: {}, waitSeconds: '30', repeatSeconds: '', unacknowledgedSeconds: '', enabled: true },
}

export function toDraft(stored: Subscription): SubscriptionDraft {
  const { name, format, url, services, owners, minSeverity, kinds, enabled, filters } = stored
  return {
    ...{ name, format, services, owners, minSeverity, kinds, enabled, secret: '', filters: filters as SentFilter },
    address: format === 'email' && url.startsWith(MAIL) ? url.slice(MAIL.length) : url,
    waitSeconds: String(stored.waitSeconds),
    repeatSeconds: formatSeconds(stored.repeatSeconds),
    unacknowledgedSeconds: formatSeconds(stored.unacknowledgedSeconds),
  }
}

function formatSeconds(seconds: number | null): string {
  return seconds === null ? '' : String(seconds)
}

/** Returns the body of the request. It may have faults, because the form does not validate it. */
export function buildBody(draft: SubscriptionDraft): SentSubscription {
  const { name, format, services, owners, minSeverity, kinds, enabled, address, secret } = draft
  const trimmed = address.trim()
  return {
    ...{ name, format, minSeverity, enabled, services: [...services], owners: [...owners], kinds: [...kinds] },
    filters: draft.filters as NonNullable<SentSubscription['filters']>,
    ...(trimmed !== '' && { url: format === 'email' ? `${MAIL}${trimmed.replaceAll(' ', '')}` : trimmed }),
    ...(format === 'pagerduty' && secret.trim() !== '' && { secret: secret.trim() }),
    waitSeconds: Number(draft.waitSeconds),
    repeatSeconds: readSeconds(draft.repeatSeconds),
    unacknowledgedSeconds: readSeconds(draft.unacknowledgedSeconds),
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
