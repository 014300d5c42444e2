import type { Severity } from '../alert/severity.js'
import type { PastCause, Transition } from '../history/transition.js'
import type { Steps } from '../steps.js'
import { concernsService, serviceState } from './concerns.js'
import { DueQueue } from './due-queue.js'
import type { ObjectDetails } from './notice.js'
import { beginTry, dueOf, type Message, type Owed, observe, settle } from './owed.js'
import type { Subscription, Telling } from './subscription.js'

/** A run yields after this many messages and transitions, which take a few milliseconds. */
const STEPS_AT_ONCE = 500
/** A history has no more than a dry run needs: it lists no details. */
const NO_DETAILS: ObjectDetails = { title: '', text: '', environment: '', redundancy: [], owner: '', runbook: '' }

/** The fields of a subscription that decide what it tells of services. */
export interface TriedSubscription extends Telling, Pick<Subscription, 'services' | 'owners'> {}

/** A message that would have been sent. */
export interface TriedDelivery {
  readonly time: string
  readonly service: string
  /** What was last delivered; `null` = nothing, or that it is over. */
  readonly from: Severity | null
  /** `null` = it is over. */
  readonly to: Severity | null
  readonly acknowledged: boolean
  /** Whether the same state was delivered before. */
  readonly repeat: boolean
  readonly causes: readonly PastCause[]
}

interface DryRunOptions {
  /** The owner of a service; empty = it has none. */
  readonly ownerOf: (service: string) => string
  /** When the run begins. */
  readonly from: string
  /** At most this many messages are listed. */
  readonly listed: number
  /** The run stops after this many messages. */
  readonly most: number
}

/**
 * Finds what a subscription would have told of services, from their transitions, by the same functions as the server
 * (rules.md#subscription-preview-2). The receiver accepts everything at once. The memory that it needs is bounded by
 * the number of services.
 */
export class DryRun {
  readonly #subscription: TriedSubscription
  readonly #options: DryRunOptions
  readonly #kept = new Map<string, Owed>()
  readonly #queue = new DueQueue()
  readonly #deliveries: TriedDelivery[] = []
  #total = 0
  #steps = 0

  constructor(subscription: TriedSubscription, options: DryRunOptions) {
    this.#subscription = subscription
    this.#options = options
  }

  /** The first messages. */
  get deliveries(): readonly TriedDelivery[] {
    return this.#deliveries
  }

  /** The number of messages, at most one more than `most`. */
  get total(): number {
    return this.#total
  }

  /** Takes the newest transitions before the run. What a service had then counts as delivered when the run begins. */
  *begin(transitions: readonly Transition[]): Steps<void> {
    for (const transition of transitions) {
      const owed = this.#observe(transition)
      if (owed !== undefined) this.#try(transition.service, owed, this.#options.from)
      if (this.#isLong()) yield
    }
  }

  /** Takes the next transitions, in the order of their time. */
  *take(transitions: readonly Transition[]): Steps<void> {
    for (const transition of transitions) {
      yield* this.pass(transition.time)
      this.#observe(transition)
      if (this.#isLong()) yield
    }
  }

  /** Lets the time pass, and sends what is due until then. */
  *pass(time: string): Steps<void> {
    while (this.#total <= this.#options.most) {
      const next = this.#queue.takeDue(time)
      if (next === undefined) return
      const message = this.#try(next.key, this.#kept.get(next.key), next.due)
      if (message !== undefined) this.#list(next, message)
      if (this.#isLong()) yield
    }
  }

  #observe({ service, to, time, causes, ...state }: Transition): Owed | undefined {
    const subscription = this.#subscription
    if (!concernsService(subscription, { service, owner: this.#options.ownerOf(service) })) return undefined
    const told = causes.map((cause) => ({ ...cause, path: [] }))
    const seen = serviceState({ ...state, severity: to }, told, subscription.minSeverity)
    return this.#keep(
      service,
      observe(this.#kept.get(service), { state: seen, details: NO_DETAILS }, subscription, time),
    )
  }

  /** Sends what is owed of a service, and the receiver accepts it. */
  #try(service: string, owed: Owed | undefined, now: string): Message | undefined {
    const begun = owed && beginTry(owed, this.#subscription, now, '')
    if (begun === undefined) return undefined
    this.#keep(service, settle(begun.owed, ACCEPTED, now, 0))
    return begun.message
  }

  #keep(service: string, owed: Owed | undefined): Owed | undefined {
    if (owed === undefined) this.#kept.delete(service)
    else this.#kept.set(service, owed)
    this.#queue.set(service, owed === undefined ? null : dueOf(owed, this.#subscription))
    return owed
  }

  #list({ key: service, due: time }: { readonly key: string; readonly due: string }, message: Message): void {
    this.#total++
    if (this.#deliveries.length === this.#options.listed) return
    const { from, repeat, state } = message
    const causes = state.causes.map(({ path: _, ...cause }) => cause)
    this.#deliveries.push({
      ...{ time, service, from, to: state.severity, acknowledged: state.acknowledged, repeat, causes },
    })
  }

  #isLong(): boolean {
    return ++this.#steps % STEPS_AT_ONCE === 0
  }
}

/** Within a run, no two messages are tried at the same time, so all of them may have the same id. */
const ACCEPTED = { id: '', delivered: true, error: null, retryAfter: null } as const
