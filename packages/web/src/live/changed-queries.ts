import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '../api/events.js'
import { isLive } from '../api/queries.js'

/** Milliseconds between two requests of the same query, however many events there are. */
const MIN_INTERVAL = 1_000

/** What depends on the states of services. */
const IMPACT_QUERIES = ['impact', 'topologies', 'topology', 'alert']

/** The first parts of the keys of the queries that an event concerns, by the kind of the event. */
const QUERIES_BY_KIND: Readonly<Record<Exclude<LiveEvent['kind'], 'config'>, readonly string[]>> = {
  alert: [...IMPACT_QUERIES, 'alert-list', 'held-alerts', 'heartbeats'],
  impact: ['impact', 'topologies', 'history'],
  topology: [...IMPACT_QUERIES, 'resources'],
  relation: [...IMPACT_QUERIES, 'relations', 'resources'],
}

/** The same for an event of the kind `config`, by the name of the list that has changed. */
const QUERIES_BY_LIST: ReadonlyMap<string, readonly string[]> = new Map([
  ['catalog', [...IMPACT_QUERIES, 'catalog']],
  ['redundancyRules', [...IMPACT_QUERIES, 'resources']],
  ['aliases', ['aliases', 'resources']],
  ['alertPolicies', ['policies']],
  ['weightPolicies', ['policies']],
  ['relationPolicies', ['policies']],
  ['maintenance', ['windows', 'held-alerts', 'impact']],
  ['webhooks', ['webhooks', 'webhook']],
  ['apiKeys', ['keys']],
  ['subscriptions', ['subscriptions', 'subscription']],
])

/** Whether the answer of a query may have changed. */
export function canAffect({ kind, id }: LiveEvent, [area, object]: QueryKey): boolean {
  const areas: readonly unknown[] = (kind === 'config' ? QUERIES_BY_LIST.get(id) : QUERIES_BY_KIND[kind]) ?? []
  if (!areas.includes(area)) return false
  // The history of a service tells only its own changes, and a drawing shows only its own topology.
  const isOfOne = area === 'history' || (area === 'topology' && kind === 'topology')
  return !isOfOne || object === id
}

/**
 * Reads the answers of live queries anew that events concern: those that a page shows at once, the others when a page
 * shows them next. Events that follow each other quickly cause one request.
 */
export class ChangedQueries {
  readonly #client: QueryClient
  readonly #pause: number
  readonly #changed = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  /** @param pause milliseconds between two requests of the same query */
  constructor(client: QueryClient, pause = MIN_INTERVAL) {
    this.#client = client
    this.#pause = pause
  }

  /** Notes that an event has arrived; `undefined` = everything may have changed. */
  take(event: LiveEvent | undefined): void {
    for (const query of this.#client.getQueryCache().getAll()) {
      if (isLive(query) && (event === undefined || canAffect(event, query.queryKey))) this.#changed.add(query.queryHash)
    }
    this.#plan()
  }

  /** Forgets what has changed, and reads nothing more. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#changed.clear()
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#changed.size === 0) return
    const wait = Math.max(0, this.#readAt + this.#pause - performance.now())
    this.#timer = setTimeout(() => this.#read(), wait)
  }

  #read(): void {
    this.#timer = undefined
    this.#readAt = performance.now()
    const due = new Set(this.#changed)
    this.#changed.clear()
    for (const hash of due) {
      // The answer that is under way may be older than the change, so it is read once more afterwards.
      if (this.#client.getQueryCache().get(hash)?.state.fetchStatus === 'fetching') this.#changed.add(hash)
    }
    const predicate = ({ queryHash }: { readonly queryHash: string }) =>
      due.has(queryHash) && !this.#changed.has(queryHash)
    void this.#client.invalidateQueries({ predicate })
    this.#plan()
  }
}
