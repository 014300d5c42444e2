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

export type Step = Pick<Transition, 'sequence' | 'time' | 'to'>
