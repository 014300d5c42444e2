import type { AlertStatus, Severity } from '@opsgraph/core'

/** An alert as a sender sends it. Times are milliseconds since 1970. */
export interface Arrival {
  /** The webhook, or the `origin` of an alert that was posted. */
  readonly sender: string
  readonly resource: string
  readonly event: string
  readonly severity: Severity
  readonly status?: AlertStatus
  readonly text: string
  readonly fingerprint?: string
  readonly eventTime?: number
  readonly endTime?: number
  readonly correlate: readonly string[]
  /** Seconds; 0 = the alert never expires. */
  readonly timeout: number
}

export interface ModelAlert {
  readonly sender: string
  readonly resource: string
  event: string
  status: AlertStatus
  severity: Severity
  text: string
  correlate: readonly string[]
  activeSince: number
  received: number
  timeout: number
  /** What fires, the one that arrived last at the end. */
  readonly open: Map<string, Open>
  /** The newest time that was applied to each fingerprint, open or not. */
  readonly newest: Map<string, Newest>
}

interface Open {
  readonly severity: Severity
  readonly text: string
  readonly since: number
  readonly endTime: number | undefined
}

interface Newest {
  readonly time: number
  /** When the arrival with this time was received, if it closed the fingerprint. */
  readonly closedAt: number | undefined
}

const WORST_FIRST: readonly Severity[] = ['critical', 'major', 'warning', 'informational', 'ok']
const MINUTE = 60_000

/**
 * A naive model of the alerts of one environment, written from the rules (rules.md#fingerprints, rules.md#sender-times,
 * rules.md#correlation) and not from the code.
 */
export class FingerprintsModel {
  /** The oldest first. */
  alerts: ModelAlert[] = []

  /** Receives one delivery, and says of each arrival whether it is outdated. */
  deliver(arrivals: readonly Arrival[], now: number): readonly boolean[] {
    const elements = arrivals.map((arrival, index) => ({ arrival: timed(arrival, now), index }))
    elements.sort((one, other) => compareArrivals(one.arrival, other.arrival, now))
    const outdated: boolean[] = []
    for (const { arrival, index } of elements) outdated[index] = this.#receive(arrival, now)
    return outdated
  }

  /** Makes the changes that are due: alerts expire and fingerprints end. */
  pass(now: number): void {
    for (const alert of this.alerts) {
      for (;;) {
        const expires = isActive(alert) && alert.timeout > 0 ? alert.received + alert.timeout * 1000 : Infinity
        const ends = Math.min(...[...alert.open.values()].map(({ endTime }) => endTime ?? Infinity))
        if (Math.min(expires, ends) > now) break
        if (expires < ends) giveStatus(alert, 'expired', now)
        else endFingerprints(alert, ends, now)
      }
    }
  }

  /** A person gives an alert a status. */
  setStatus(alert: ModelAlert, status: AlertStatus, now: number): void {
    if (!isActive(alert) && !isOver(status)) alert.received = now
    giveStatus(alert, status, now)
  }

  #receive(arrival: Arrival, now: number): boolean {
    const alert = this.#alertOf(arrival)
    const fingerprint = arrival.fingerprint ?? ''
    const isHeld = alert !== undefined && isActive(alert) && alert.open.has(fingerprint)
    if (closes(arrival, now) && fingerprint !== '' && !isHeld) {
      const holders = this.alerts.filter((each) => each.sender === arrival.sender && each.open.has(fingerprint))
      if (holders.length > 0) return holders.map((holder) => apply(holder, arrival, now)).every(Boolean)
    }
    if (alert === undefined) {
      this.alerts.push(create(arrival, now))
      return false
    }
    if (alert.event === arrival.event) return apply(alert, arrival, now)
    return this.#takeOver(alert, arrival, now)
  }

  /** The alert of the arrival's own event if it is active, else an active correlated one, else a closed one. */
  #alertOf({ resource, event, correlate }: Arrival): ModelAlert | undefined {
    const same = this.alerts.filter((alert) => alert.resource === resource)
    const own = same.find((alert) => alert.event === event)
    const correlated = same
      .filter((alert) => correlate.includes(alert.event) || alert.correlate.includes(event))
      .toReversed()
    if (own !== undefined && isActive(own)) return own
    return correlated.find(isActive) ?? own ?? correlated[0]
  }

  /** The arrival is another event of the same fault. */
  #takeOver(alert: ModelAlert, arrival: Arrival, now: number): boolean {
    if (isOutdated(alert, arrival, now)) return true
    const isLater = (fingerprint: string) => (alert.newest.get(fingerprint)?.time ?? 0) > (arrival.eventTime ?? Infinity)
    for (const each of [...alert.open.keys()]) {
      const stays = closes(arrival, now) && arrival.fingerprint === undefined && isLater(each)
      if (each !== (arrival.fingerprint ?? '') && !stays) alert.open.delete(each)
    }
    this.alerts = this.alerts.filter((each) => each.resource !== alert.resource || each.event !== arrival.event)
    alert.event = arrival.event
    return apply(alert, arrival, now)
  }
}

export function isActive({ status }: ModelAlert): boolean {
  return !isOver(status)
}

// Helpers

function isOver(status: AlertStatus | undefined): boolean {
  return status === 'closed' || status === 'expired'
}

function isEnded({ endTime }: Arrival, now: number): boolean {
  return endTime !== undefined && endTime <= now
}

function closes(arrival: Arrival, now: number): boolean {
  return arrival.severity === 'ok' || isOver(arrival.status) || isEnded(arrival, now)
}

/** The arrival with the time that counts. */
function timed(arrival: Arrival, now: number): Arrival {
  const time = isEnded(arrival, now) ? arrival.endTime : arrival.eventTime
  return time === undefined ? arrival : { ...arrival, eventTime: time > now + 10 * MINUTE ? now : time }
}

/** By time, those without a time last; at the same time, or without, closing ones first. */
function compareArrivals(one: Arrival, other: Arrival, now: number): number {
  if (one.eventTime !== other.eventTime) return (one.eventTime ?? Infinity) - (other.eventTime ?? Infinity)
  return Number(closes(other, now)) - Number(closes(one, now))
}

function create(arrival: Arrival, now: number): ModelAlert {
  const alert: ModelAlert = {
    ...{ sender: arrival.sender, resource: arrival.resource, event: arrival.event },
    ...{ severity: arrival.severity, text: arrival.text, correlate: arrival.correlate },
    ...{ status: 'closed', activeSince: now, received: now, timeout: arrival.timeout },
    ...{ open: new Map(), newest: new Map() },
  }
  apply(alert, arrival, now)
  return alert
}

function isOutdated(alert: ModelAlert, arrival: Arrival, now: number): boolean {
  const { eventTime, fingerprint } = arrival
  if (eventTime === undefined) return false
  const isLater = (name: string) => (alert.newest.get(name)?.time ?? 0) > eventTime
  const isClosing = closes(arrival, now)
  if (isClosing && fingerprint === undefined && alert.open.size > 0) return [...alert.open.keys()].every(isLater)
  if (!isLater(fingerprint ?? '')) return false
  const closedAt = alert.newest.get(fingerprint ?? '')?.closedAt
  return isClosing || closedAt === undefined || now <= closedAt + 2 * MINUTE
}

/** Applies an arrival to its alert, unless it is outdated. */
function apply(alert: ModelAlert, arrival: Arrival, now: number): boolean {
  if (isOutdated(alert, arrival, now)) return true
  const before = alert.severity
  Object.assign(alert, { correlate: arrival.correlate, received: now, timeout: arrival.timeout })
  if (closes(arrival, now)) close(alert, arrival, now)
  else open(alert, arrival, now)
  const isRaised = WORST_FIRST.indexOf(alert.severity) < WORST_FIRST.indexOf(before)
  const isSeen = alert.status === 'ack' || alert.status === 'assign'
  if (isSeen && isRaised && arrival.status === undefined) alert.status = 'open'
  return false
}

function open(alert: ModelAlert, arrival: Arrival, now: number): void {
  const { severity, text, endTime, eventTime, fingerprint = '' } = arrival
  const since = Math.min(eventTime ?? now, now)
  const known = alert.open.get(fingerprint)
  alert.open.delete(fingerprint)
  alert.open.set(fingerprint, { severity, text, endTime, since: known?.since ?? since })
  if (eventTime !== undefined) alert.newest.set(fingerprint, { time: eventTime, closedAt: undefined })
  if (!isActive(alert)) Object.assign(alert, { status: 'open', activeSince: since })
  if (arrival.status !== undefined) alert.status = arrival.status
  showWorst(alert)
}

function close(alert: ModelAlert, arrival: Arrival, now: number): void {
  const { severity, text, eventTime, fingerprint } = arrival
  const all = [...new Set(['', ...alert.open.keys()])]
  for (const each of fingerprint === undefined ? all : [fingerprint]) {
    if (eventTime !== undefined && (alert.newest.get(each)?.time ?? 0) > eventTime) continue
    alert.open.delete(each)
    if (eventTime !== undefined) alert.newest.set(each, { time: eventTime, closedAt: now })
  }
  if (alert.open.size > 0) return showWorst(alert)
  const status = severity !== 'ok' && arrival.status === 'expired' ? 'expired' : 'closed'
  Object.assign(alert, { severity, text, status })
}

function endFingerprints(alert: ModelAlert, time: number, now: number): void {
  for (const [name, { endTime }] of [...alert.open]) if (endTime === time) alert.open.delete(name)
  if (alert.open.size > 0) showWorst(alert)
  else giveStatus(alert, 'closed', now)
}

function giveStatus(alert: ModelAlert, status: AlertStatus, now: number): void {
  if (!isActive(alert) && !isOver(status)) alert.activeSince = now
  if (isOver(status)) alert.open.clear()
  alert.status = status
}

/** The severity of an alert is the worst of what fires, its text the text of the worst; of several, of the newest. */
function showWorst(alert: ModelAlert): void {
  const rank = ({ severity }: Open) => WORST_FIRST.indexOf(severity)
  const [worst] = [...alert.open.values()].toReversed().toSorted((one, other) => rank(one) - rank(other))
  if (worst !== undefined) Object.assign(alert, { severity: worst.severity, text: worst.text })
}
