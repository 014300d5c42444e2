import type { Severity } from '../alert/severity.js'
import type { PastCause, Transition } from '../history/transition.js'
import { compareNames } from '../name.js'
import type { Steps } from '../steps.js'
import { concernsService, serviceState } from './concerns.js'
import type { ObjectDetails } from './notice.js'
import { applyObservation, applyTryResult, beginTry, findDueTime, type Message, type OwedState } from './owed.js'
import type { ReportingSettings, Subscription } from './subscription.js'

/** A run yields after this many messages and transitions, which take a few milliseconds. */
const STEPS_AT_ONCE = 500
/** The history stores no details, and a dry run shows none. */
const NO_DETAILS: ObjectDetails = { title: '', text: '', environment: '', redundancy: [], owner: '', runbook: '' }

/** The fields of a subscription that decide which messages about services it sends, and when. */
export interface DryRunSubscription extends ReportingSettings, Pick<Subscription, 'services' | 'owners'> {}

/** A message that would have been sent. */
export interface DryRunDelivery {
  readonly time: string
  readonly service: string
  /** The severity that was delivered before; `null` = nothing was delivered yet, or that state was over. */
  readonly from: Severity | null
  /** The severity that the message reports; `null` = the state is over. */
  readonly to: Severity | null
  readonly acknowledged: boolean
  /** Whether the message repeats the state that was delivered before. */
  readonly repeat: boolean
  readonly causes: readonly PastCause[]
}

interface DryRunOptions {
  /** Returns the owner of a service; empty = the service has none. */
  readonly ownerOf: (service: string) => string
  /** When the run begins. */
  readonly from: string
  /** The maximum number of messages in `deliveries`. */
  readonly maxListed: number
  /** The run stops after this many messages. */
  readonly maxMessages: number
}

/**
 * Computes from transitions of services which messages a subscription would have sent. Uses the functions with which
 * the server decides what to send, and a receiver that accepts everything at once (rules.md#subscription-preview-2).
 * Needs memory in proportion to the number of services.
 */
export class DryRun {
  readonly #subscription: DryRunSubscription
  readonly #options: DryRunOptions
  readonly #owed = new Map<string, OwedState>()
  /** At least the first `maxListed` messages so far, in no particular order. */
  #deliveries: DryRunDelivery[] = []
  #total = 0
  #steps = 0

  constructor(subscription: DryRunSubscription, options: DryRunOptions) {
    this.#subscription = subscription
    this.#options = options
  }

  /** The first messages, at most `maxListed` of them, in the order of their time. */
  get deliveries(): readonly DryRunDelivery[] {
    return firstByTime(this.#deliveries, this.#options.maxListed)
  }

  /** The number of messages so far, at most one more than `maxMessages`. */
  get total(): number {
    return this.#total
  }

  /**
   * Takes the newest transition of each service before the run. The state to which it led counts as delivered when the
   * run begins.
   */
  *begin(transitions: readonly Transition[]): Steps<void> {
    for (const transition of transitions) {
      this.#observe(transition)
      this.#try(transition.service, this.#options.from)
      if (this.#countStep()) yield
    }
  }

  /** Takes further transitions, in the order of their time. First sends what is due about their services. */
  *take(transitions: readonly Transition[]): Steps<void> {
    for (const transition of transitions) {
      yield* this.#sendDueAbout(transition.service, transition.time)
      this.#observe(transition)
      if (this.#countStep()) yield
    }
  }

  /** Sends every message that is due until a time, inclusive. */
  *sendDue(time: string): Steps<void> {
    for (const service of [...this.#owed.keys()]) yield* this.#sendDueAbout(service, time)
  }

  *#sendDueAbout(service: string, time: string): Steps<void> {
    while (this.#total <= this.#options.maxMessages) {
      const owed = this.#owed.get(service)
      const due = owed === undefined ? null : findDueTime(owed, this.#subscription)
      if (due === null || due > time) return
      const message = this.#try(service, due)
      if (message === undefined) return
      this.#list(service, due, message)
      if (this.#countStep()) yield
    }
  }

  #observe({ service, to, time, causes, ...state }: Transition): void {
    const subscription = this.#subscription
    if (!concernsService(subscription, { service, owner: this.#options.ownerOf(service) })) return
    const causesWithoutPath = causes.map((cause) => ({ ...cause, path: [] }))
    const stateForSubscription = serviceState({ ...state, severity: to }, causesWithoutPath, subscription.minSeverity)
    const owed = applyObservation(
      this.#owed.get(service),
      { state: stateForSubscription, details: NO_DETAILS },
      subscription,
      time,
    )
    if (owed === undefined) this.#owed.delete(service)
    else this.#owed.set(service, owed)
  }

  /** Sends the message that is owed about a service, if any. The receiver accepts it. */
  #try(service: string, now: string): Message | undefined {
    const owed = this.#owed.get(service)
    const begun = owed && beginTry(owed, this.#subscription, now, '')
    if (begun !== undefined) this.#owed.set(service, applyTryResult(begun.owed, ACCEPTED_TRY, now, 0))
    return begun?.message
  }

  #list(service: string, time: string, { from, repeat, state }: Message): void {
    this.#total++
    const { maxListed } = this.#options
    const causes = state.causes.map(({ path: _, ...cause }) => cause)
    this.#deliveries.push({
      ...{ time, service, from, to: state.severity, acknowledged: state.acknowledged, repeat, causes },
    })
    if (this.#deliveries.length >= 2 * maxListed) this.#deliveries = firstByTime(this.#deliveries, maxListed)
  }

  /** Returns true if it is time to yield. */
  #countStep(): boolean {
    return ++this.#steps % STEPS_AT_ONCE === 0
  }
}

/** The result of every try. All messages may have the same id, because a service has only one message at a time. */
const ACCEPTED_TRY = { id: '', delivered: true, error: null, retryAfter: null } as const

function firstByTime(deliveries: readonly DryRunDelivery[], limit: number): DryRunDelivery[] {
  return deliveries.toSorted((one, other) => compareNames(one.time, other.time)).slice(0, limit)
}
