import type { Transition } from '../history/transition.js'
import type { Page } from '../page.js'

/** The transitions of services. The newest transition of a service says the last known state of the service. */
export interface ServiceHistoryStore {
  /** The newest transition of each service that alerts hurt since then (`to` is not null), in any order. */
  hurt(): Promise<readonly Transition[]>
  /** The newest transition of each of these services, as far as they have one, in any order. */
  newest(services: readonly string[]): Promise<readonly Transition[]>
  /**
   * Adds transitions, all or none, at most one for each service. Each has the sequence after that of the newest
   * transition of its service, and no earlier time.
   *
   * @throws OpsgraphError `conflict` if a service has a transition with this sequence already
   */
  append(transitions: readonly Transition[]): Promise<void>
  /** The transitions of a service whose time is from `from` until before `to`, newest first, and their number. */
  list(range: HistoryRange, page: { readonly page: number; readonly pageSize: number }): Promise<Page<Transition>>
  /**
   * The first `limit` transitions of a service that say its state in a range, in the order of their sequence: the last
   * one whose time is not after `from`, and those after it whose time is before `to`. Does not count them.
   *
   * @param after only transitions with a higher sequence; 0 = from the first one on
   */
  steps(range: HistoryRange, part: { readonly after: number; readonly limit: number }): Promise<readonly Step[]>
  /**
   * The newest transition before a time, of each service that alerts hurt from then on (`to` is not null), in any order.
   *
   * @param services only of these services; `undefined` = of all
   */
  hurtBefore(time: string, services?: readonly string[]): Promise<readonly Transition[]>
  /** The first `limit` transitions in a range, in the order of time, service (by code point) and sequence. */
  between(range: TransitionRange, part: TransitionPart): Promise<readonly Transition[]>
  /**
   * Deletes transitions whose time is before `before`, the earliest first, but never the newest of a service. Returns
   * how many it deleted, at most `limit`.
   */
  deleteOld(before: string, limit: number): Promise<number>
}

export interface HistoryRange {
  readonly service: string
  readonly from: string
  /** Exclusive. */
  readonly to: string
}

/** The transitions of all services, or of some, from a time until before another one. */
export interface TransitionRange extends Omit<HistoryRange, 'service'> {
  /** `undefined` = all services */
  readonly services: readonly string[] | undefined
}

export interface TransitionPart {
  /** The last transition of the part before; `undefined` = this is the first part. */
  readonly after: Pick<Transition, 'time' | 'service' | 'sequence'> | undefined
  readonly limit: number
}

export type Step = Pick<Transition, 'sequence' | 'time' | 'to'>
