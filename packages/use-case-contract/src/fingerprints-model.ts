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
  readonly resource: string
  event: string
  status: AlertStatus
  severity: Severity
  text: string
  correlate: readonly string[]
  activeSince: number
  received: number
  timeout: number
  /** The open fingerprints. The one that arrived last is at the end. */
  readonly open: Map<string, OpenFingerprint>
  /** The newest times of each fingerprint, whether it is open or not. */
  readonly times: Map<string, FingerprintTimes>
}

interface OpenFingerprint {
  readonly sender: string
  readonly severity: Severity
  readonly text: string
  readonly since: number
  readonly endTime: number | undefined
}

interface FingerprintTimes {
  /** The time of the newest arrival that opened the fingerprint. */
  readonly opened?: number | undefined
  /** The time of an arrival that closed the fingerprint later, and when this arrival was received. */
  readonly closed?: { readonly time: number; readonly received: number } | undefined
}

const WORST_FIRST: readonly Severity[] = ['critical', 'major', 'warning', 'informational', 'ok']
const MINUTE = 60_000

/**
 * A naive model of the alerts of one environment, written from the rules (rules.md#fingerprints, rules.md#sender-times,
 * rules.md#correlation) and not from the code.
 */
export class FingerprintsModel {
  /** All alerts, the oldest first. */
  alerts: ModelAlert[] = []

  /** Receives one delivery, and returns for each arrival whether it is outdated. */
  deliver(arrivals: readonly Arrival[], now: number): readonly boolean[] {
    const elements = arrivals.map((arrival, index) => ({ arrival: timed(arrival, now), index }))
    elements.sort((one, other) => compareArrivals(one.arrival, other.arrival, now))
    const outdated: boolean[] = []
    for (const { arrival, index } of elements) outdated[index] = this.#receive(arrival, now)
    return outdated
  }

  /** Makes the changes that are due: alerts expire and fingerprints end. */
  pass(now: number): void {
    for (const alert of this.alerts) while (changeDue(alert, now));
  }

  /** A person gives an alert a status. */
  setStatus(alert: ModelAlert, status: AlertStatus, now: number): void {
    if (!isActive(alert) && !isOver(status)) alert.received = now
    giveStatus(alert, status, now)
  }

  #receive(arrival: Arrival, now: number): boolean {
    const alert = this.#alertOf(arrival)
    const holders = closes(arrival, now) ? this.#holdersElsewhere(arrival, alert) : []
    if (holders.length > 0) return holders.map((holder) => closeElsewhere(holder, arrival, now)).every(Boolean)
    if (alert === undefined) this.alerts.push(create(arrival, now))
    else if (isOutdated(alert, arrival, now)) return true
    else if (alert.event === arrival.event) apply(alert, arrival, now)
    else this.#takeOver(alert, arrival, now)
    return false
  }

  /**
   * Finds the alert of an arrival: the alert with its own event if it is active; otherwise an active correlated alert;
   * otherwise a closed one.
   */
  #alertOf({ resource, event, correlate }: Arrival): ModelAlert | undefined {
    const same = this.alerts.filter((alert) => alert.resource === resource)
    const own = same.find((alert) => alert.event === event)
    if (own !== undefined && isActive(own)) return own
    const correlated = same
      .filter((alert) => alert !== own && (correlate.includes(alert.event) || alert.correlate.includes(event)))
      .toReversed()
      .toSorted((one, other) => other.activeSince - one.activeSince)
    return correlated.find(isActive) ?? own ?? correlated[0]
  }

  /** Finds the other alerts on which the fingerprint of the arrival is open, if it is not open on `alert`. */
  #holdersElsewhere({ fingerprint, sender }: Arrival, alert: ModelAlert | undefined): readonly ModelAlert[] {
    if (fingerprint === undefined || alert?.open.has(fingerprint)) return []
    return this.alerts.filter(({ open }) => open.get(fingerprint)?.sender === sender)
  }

  /** Handles an arrival that is another event of the same fault: the alert takes its event and its fingerprint. */
  #takeOver(alert: ModelAlert, arrival: Arrival, now: number): void {
    const { resource, event, correlate, fingerprint = '' } = arrival
    this.alerts = this.alerts.filter((each) => each === alert || each.resource !== resource || each.event !== event)
    const worst = worstOf(alert)
    const opened = Math.max(0, ...[...alert.open.keys(), fingerprint].map((each) => newestTime(alert, each)))
    for (const each of [...alert.open.keys()]) closeOne(alert, each, arrival, now)
    if (worst !== undefined) {
      alert.open.set(fingerprint, worst)
      alert.times.set(fingerprint, { opened })
    }
    Object.assign(alert, { event, correlate })
    apply(alert, arrival, now)
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

/** Returns the arrival with its effective time: the end time if it has ended, otherwise the event time. */
function timed(arrival: Arrival, now: number): Arrival {
  const time = isEnded(arrival, now) ? arrival.endTime : arrival.eventTime
  return time === undefined ? arrival : { ...arrival, eventTime: time > now + 10 * MINUTE ? now : time }
}

/**
 * Compares arrivals by time; arrivals without a time come last. Of arrivals with equal times, closing ones come first.
 */
function compareArrivals(one: Arrival, other: Arrival, now: number): number {
  if (one.eventTime !== other.eventTime) return (one.eventTime ?? Infinity) - (other.eventTime ?? Infinity)
  return Number(closes(other, now)) - Number(closes(one, now))
}

function create(arrival: Arrival, now: number): ModelAlert {
  const alert: ModelAlert = {
    ...{ resource: arrival.resource, event: arrival.event, correlate: arrival.correlate },
    ...{ severity: arrival.severity, text: arrival.text, status: 'closed', activeSince: startOf(arrival, now) },
    ...{ received: now, timeout: arrival.timeout, open: new Map(), times: new Map() },
  }
  apply(alert, arrival, now)
  return alert
}

/** Whether the arrival is older than the last arrival for the fingerprints that it changes. */
function isOutdated(alert: ModelAlert, arrival: Arrival, now: number): boolean {
  const { eventTime = Infinity, fingerprint, event } = arrival
  const isClosing = closes(arrival, now)
  const isLater = (name: string) => newestTime(alert, name) > eventTime
  const open = [...alert.open.keys()]
  if (event !== alert.event && open.some(isLater)) return true
  if (event === alert.event && open.length > 0 && isClosing && fingerprint === undefined) return open.every(isLater)
  const name = fingerprint ?? ''
  if (isClosing) return isLater(name)
  const { opened = 0, closed } = alert.times.get(name) ?? {}
  if (opened > eventTime) return true
  return closed !== undefined && closed.time > eventTime && now <= closed.received + 2 * MINUTE
}

function newestTime(alert: ModelAlert, fingerprint: string): number {
  const { opened = 0, closed } = alert.times.get(fingerprint) ?? {}
  return Math.max(opened, closed?.time ?? 0)
}

/** Applies an arrival to its alert. */
function apply(alert: ModelAlert, arrival: Arrival, now: number): void {
  if (closes(arrival, now)) close(alert, arrival, now)
  else open(alert, arrival, now)
}

function open(alert: ModelAlert, arrival: Arrival, now: number): void {
  const { sender, severity, text, endTime, eventTime, timeout, fingerprint = '' } = arrival
  const before = alert.severity
  const since = alert.open.get(fingerprint)?.since ?? startOf(arrival, now)
  alert.open.delete(fingerprint)
  alert.open.set(fingerprint, { sender, severity, text, endTime, since })
  alert.times.set(fingerprint, { opened: eventTime ?? newestTime(alert, fingerprint) })
  Object.assign(alert, { received: now, timeout })
  showWorst(alert)
  const isRaised = WORST_FIRST.indexOf(alert.severity) < WORST_FIRST.indexOf(before)
  if (isRaised && (alert.status === 'ack' || alert.status === 'assign')) alert.status = 'open'
  if (!isActive(alert)) Object.assign(alert, { status: 'open', activeSince: startOf(arrival, now) })
  if (arrival.status !== undefined) alert.status = arrival.status
}

function close(alert: ModelAlert, arrival: Arrival, now: number): void {
  const { severity, text, eventTime = Infinity, fingerprint, timeout } = arrival
  const isOneOfOthers = fingerprint !== undefined && alert.open.size > 0 && !alert.open.has(fingerprint)
  const all = [...alert.open.keys(), '']
  for (const each of fingerprint === undefined ? all : [fingerprint]) {
    if (newestTime(alert, each) <= eventTime) closeOne(alert, each, arrival, now)
  }
  if (isOneOfOthers) return
  alert.received = now
  showWorst(alert)
  if (alert.open.size > 0) return
  const status = severity !== 'ok' && arrival.status === 'expired' ? 'expired' : 'closed'
  Object.assign(alert, { severity, text, status, timeout })
}

function closeOne(alert: ModelAlert, fingerprint: string, { eventTime }: Arrival, now: number): void {
  const { opened, closed } = alert.times.get(fingerprint) ?? {}
  alert.open.delete(fingerprint)
  const closing = eventTime === undefined ? closed : { time: eventTime, received: now }
  alert.times.set(fingerprint, { opened, closed: closing })
}

/** Closes a fingerprint of an alert that is not the arrival's own alert. */
function closeElsewhere(alert: ModelAlert, arrival: Arrival, now: number): boolean {
  const { event, timeout } = alert
  if (isOutdated(alert, { ...arrival, event }, now)) return true
  close(alert, { ...arrival, timeout }, now)
  return false
}

/** Makes the first change of an alert that is due. Returns false if no change is due. */
function changeDue(alert: ModelAlert, now: number): boolean {
  const expires = isActive(alert) && alert.timeout > 0 ? alert.received + alert.timeout * 1000 : Infinity
  const ends = Math.min(...[...alert.open.values()].map(({ endTime }) => endTime ?? Infinity))
  if (Math.min(expires, ends) > now) return false
  if (expires < ends) giveStatus(alert, 'expired', now)
  else endFingerprints(alert, ends, now)
  return true
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

function startOf({ eventTime }: Arrival, now: number): number {
  return Math.min(eventTime ?? now, now)
}

/** Shows the worst open fingerprint: the alert gets its severity and its text. */
function showWorst(alert: ModelAlert): void {
  const worst = worstOf(alert)
  if (worst !== undefined) Object.assign(alert, { severity: worst.severity, text: worst.text })
}

/** Returns the worst open fingerprint; of several equally bad ones, the one that arrived last. */
function worstOf({ open }: ModelAlert): OpenFingerprint | undefined {
  const rank = ({ severity }: OpenFingerprint) => WORST_FIRST.indexOf(severity)
  return [...open.values()].toReversed().toSorted((one, other) => rank(one) - rank(other))[0]
}
