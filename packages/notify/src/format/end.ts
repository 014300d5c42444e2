import type { Notice } from '../notifier.js'

type Remainder = NonNullable<Notice['remains']>[number]

/** Names the end of a state in a headline: `over` only if nothing remains (rules.md#messages-of-subscriptions-14). */
export function nameOfEnd({ isLeft, remains: [first] = [] }: Notice): string {
  if (isLeft) return 'no longer told'
  if (first === undefined) return 'over'
  return first.reason === 'lessSevere'
    ? `below ${first.minSeverity} now, ${first.severity}`
    : NAME_BY_REASON[first.reason]
}

const NAME_BY_REASON: Readonly<Record<Exclude<Remainder['reason'], 'lessSevere'>, string>> = {
  unreached: 'no longer reached',
  excluded: 'alerts excluded',
  expired: 'no longer reported',
  silenced: 'silenced',
  held: 'held by redundancy',
  reached: 'reaches a service now',
  notSelected: 'no longer told',
}

/** Says how a state has ended; `It is over.` only if nothing remains. */
export function describeEnd({ kind, from, isLeft, remains }: Notice): string {
  if (isLeft) return kind === 'impact' ? SERVICE_NO_LONGER_REPORTED : ALERT_NO_LONGER_REPORTED
  const end = remains === undefined ? 'It is over.' : 'It no longer counts for this subscription.'
  return from === null ? end : `${end} It was ${from}.`
}

const SERVICE_NO_LONGER_REPORTED =
  'This subscription no longer reports the service: its settings have changed, or the service is gone. It may still hurt.'
const ALERT_NO_LONGER_REPORTED =
  'This subscription no longer reports the alert: its settings have changed. The alert may still be active.'

/** Says what remains of a state that is over, in one sentence for each reason. */
export function describeRemainders({ kind, remains = [] }: Notice): readonly string[] {
  return remains.map(kind === 'impact' ? describeForService : describeForAlert)
}

function describeForService(remainder: Remainder): string {
  const { reason, count, severity, window } = remainder
  const isSingle = count === 1
  switch (reason) {
    case 'silenced':
      return `${countAlerts(count)} ${isSingle ? 'is' : 'are'} silenced${windowText(window, count)}.`
    case 'lessSevere':
      return `${countAlerts(count)} still ${isSingle ? 'affects' : 'affect'} the service; ${isSingle ? 'it' : 'the worst'} is ${severity}.`
    case 'held':
      return `Redundancy absorbs ${countAlerts(count)}.`
    case 'expired':
      return `${describeAlerts(remainder)} ${isSingle ? 'has' : 'have'} expired${withoutNews(remainder)}.`
    case 'excluded':
      return `The catalog entry of the service excludes ${describeAlerts(remainder)}; ${stillActiveText(remainder)}.`
    default:
      return `${describeAlerts(remainder)} no longer ${isSingle ? 'reaches' : 'reach'} the service; ${stillActiveText(remainder)}.`
  }
}

function describeForAlert(remainder: Remainder): string {
  const { reason, severity, minSeverity, window, until } = remainder
  const still = `; it is still active (${severity}).`
  switch (reason) {
    case 'silenced':
      return `The alert is silenced${windowText(window, 1)}${until === undefined ? '' : ` until ${until}`}${still}`
    case 'lessSevere':
      return `The alert is still active, but below ${minSeverity}: it is ${severity}.`
    case 'expired':
      return `The alert has expired${withoutNews(remainder)}.`
    case 'reached':
      return `The alert reaches a service now${still}`
    case 'unreached':
      return `The alert no longer affects a service that this subscription selects${still}`
    default:
      return `This subscription no longer selects the alert${still}`
  }
}

function windowText(window: Remainder['window'], total: number): string {
  if (window === undefined) return ''
  return `${window.count < total ? `, ${window.count} of them` : ''} by the maintenance window ${window.name}`
}

function withoutNews({ count, lastReceiveTime }: Remainder): string {
  const since = lastReceiveTime === undefined ? '' : ` since ${lastReceiveTime}`
  const subject = count === 1 ? 'it is' : 'they are'
  return `: nothing was received${since}, so nobody knows whether ${subject} over`
}

function stillActiveText({ count, severity }: Remainder): string {
  return count === 1 ? `the alert is still active (${severity})` : `they are still active (the worst: ${severity})`
}

function describeAlerts({ alert, count }: Remainder): string {
  const worst = alert === undefined ? 'an alert' : `${alert.event} on ${alert.resource}`
  return count === 1 ? worst : `${worst} and ${count - 1} more`
}

function countAlerts(count: number): string {
  return count === 1 ? '1 alert' : `${count} alerts`
}
