import type { Transition } from '../history/transition.js'
import type { Page } from '../page.js'

/** Stores the transitions of services. The newest transition of a service shows its last recorded state. */
export interface ServiceHistoryStore {
  /**
   * The newest transition of each service that alerts affect now, in any order. Services whose newest transition has
   * `to` null are absent.
   */
  hurt(): Promise<readonly Transition[]>
  /** The newest transition of each of these services, in any order. Services without a transition are absent. */
  newest(services: readonly string[]): Promise<readonly Transition[]>
  /**
   * Adds transitions, all or none, at most one for each service. The sequence of a transition is one more than the
   * sequence of the newest transition of its service, and its time is not earlier.
   *
   * @throws OpsgraphError `conflict` if a service already has a transition with this sequence
   */
  append(transitions: readonly Transition[]): Promise<void>
  /** The transitions of a service in a range, newest first, and their total number. */
  list(range: HistoryRange, page: { readonly page: number; readonly pageSize: number }): Promise<Page<Transition>>
  /**
   * The transitions that determine the state of a service throughout a range, ordered by sequence: the last transition
   * whose time is not after `from`, and all later ones whose time is before `to`. Returns the first `limit` of them,
   * without their total number.
   *
   * @param part `after`: only transitions with a higher sequence than this; 0 = all of them
   */
  steps(range: HistoryRange, part: { readonly after: number; readonly limit: number }): Promise<readonly StateStart[]>
  /**
   * For each service that alerts affected at this time, the last transition before the time, in any order. Services
   * whose last transition has `to` null are absent.
   *
   * @param services only these services; `undefined` = all services
   */
  hurtBefore(time: string, services?: readonly string[]): Promise<readonly Transition[]>
  /** The first `limit` transitions in a range, ordered by time, service (by code point) and sequence. */
  between(range: TransitionRange, part: TransitionPage): Promise<readonly Transition[]>
  /**
   * Deletes transitions whose time is before `before`, the earliest first, but never the newest transition of a
   * service. Returns how many it deleted, at most `limit`.
   */
  deleteOld(before: string, limit: number): Promise<number>
}

/** A service, and the time from `from` until before `to`. */
export interface HistoryRange {
  readonly service: string
  readonly from: string
  readonly to: string
}

/** Like {@link HistoryRange}, for several services or all of them. */
export interface TransitionRange extends Omit<HistoryRange, 'service'> {
  /** The services whose transitions are read; `undefined` = all services. */
  readonly services: readonly string[] | undefined
}

/** One page of transitions. */
export interface TransitionPage {
  /** The last transition of the previous page; `undefined` = this is the first page. */
  readonly after: Pick<Transition, 'time' | 'service' | 'sequence'> | undefined
  readonly limit: number
}

/** The part of a transition that says since when a service has which state. */
export type StateStart = Pick<Transition, 'sequence' | 'time' | 'to'>
