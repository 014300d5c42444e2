import { visibleText } from '@opsgraph/draw'
import type { Subscription } from '../../api/subscriptions.js'
import { formatLongDuration } from '../../ui/format.js'

type Format = Subscription['format']
type Kind = Subscription['kinds'][number]

interface FormatWords {
  readonly label: string
  /** The label of the field with the address. */
  readonly address: string
  readonly hint: string
}

/** The texts of the form for each format of messages. */
export const FORMATS: Readonly<Record<Format, FormatWords>> = {
  json: {
    label: 'JSON, signed',
    address: 'URL',
    hint: 'The server makes a secret, and signs each message with it (Standard Webhooks).',
  },
  slack: { label: 'Slack', address: 'Webhook URL', hint: 'From the app of your workspace: Incoming Webhooks.' },
  teams: { label: 'Microsoft Teams', address: 'Webhook URL', hint: 'From a workflow that posts to a channel.' },
  mattermost: { label: 'Mattermost', address: 'Webhook URL', hint: 'From Integrations, Incoming Webhooks.' },
  pagerduty: { label: 'PagerDuty', address: 'URL', hint: 'If empty: the address of PagerDuty.' },
  email: { label: 'E-mail', address: 'Addresses', hint: 'Several addresses have commas between them.' },
}

/** The kinds of things that a subscription can send messages about. */
export const KINDS: Readonly<Record<Kind, string>> = {
  impact: 'Services that alerts hurt',
  unreached: 'Alerts that reach no service',
  alert: 'Single alerts',
}

type DescribedSubscription = Pick<
  Subscription,
  'kinds' | 'minSeverity' | 'services' | 'owners' | 'waitSeconds' | 'repeatSeconds' | 'unacknowledgedSeconds'
>

/** Describes in short sentences which messages a subscription sends, and when. */
export function describeSubscription(subscription: DescribedSubscription): readonly string[] {
  const { kinds, minSeverity, services, owners, waitSeconds, repeatSeconds, unacknowledgedSeconds } = subscription
  return [
    `${kinds.map((kind) => KINDS[kind]).join('; ')}: ${minSeverity} or worse`,
    ...(services.length > 0 ? [`only ${formatNames(services)}`] : []),
    ...(owners.length > 0 ? [`only services of ${formatNames(owners)}`] : []),
    ...(unacknowledgedSeconds ? [`only after ${formatSeconds(unacknowledgedSeconds)} unacknowledged`] : []),
    waitSeconds > 0 ? `after ${formatSeconds(waitSeconds)}` : 'at once',
    ...(repeatSeconds ? [`again every ${formatSeconds(repeatSeconds)} while nobody acknowledges`] : []),
  ]
}

function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => (name === '' ? 'nobody' : visibleText(name)))
  return names.length > MAX_NAMED ? `${shown.join(', ')} and ${names.length - MAX_NAMED} more` : shown.join(', ')
}

const MAX_NAMED = 3

function formatSeconds(seconds: number): string {
  return formatLongDuration(seconds * 1_000)
}
