import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '../api/events.js'
import { isLive } from '../api/queries.js'

/** The minimum number of milliseconds between two requests of the same query, however many events arrive. */
const MIN_INTERVAL = 1_000

/** The first elements of the keys of the queries that depend on the states of services. */
const IMPACT_QUERIES = ['impact', 'topologies', 'topology', 'alert']

/** The first elements of the keys of the queries that an event can affect, by the kind of the event. */
const QUERIES_BY_KIND: Readonly<Record<Exclude<LiveEvent['kind'], 'config'>, readonly string[]>> = {
  alert: [...IMPACT_QUERIES, 'alert-list', 'held-alerts', 'heartbeats'],
  impact: ['impact', 'topologies', 'history'],
  topology: [...IMPACT_QUERIES, 'resources'],
  relation: [...IMPACT_QUERIES, 'relations', 'resources'],
}

/**
 * The first elements of the keys of the queries that an event of the kind `config` can affect, by the name of the
 * changed list.
 */
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

/** Whether an event means that the answer of a query may have changed. */
export function canAffect({ kind, id }: LiveEvent, [area, object]: QueryKey): boolean {
  const areas: readonly unknown[] = (kind === 'config' ? QUERIES_BY_LIST.get(id) : QUERIES_BY_KIND[kind]) ?? []
  if (!areas.includes(area)) return false
  // The history of a service depends only on this service, and the page of a topology only on this topology.
  const isOfOne = area === 'history' || (area === 'topology' && kind === 'topology')
  return !isOfOne || object === id
}

/**
 * Sends live queries again after events that affect them: at once if a page shows the query, otherwise when a page
 * shows it next. Several events in quick succession cause only one request.
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

  /** Marks the queries that an event affects as changed; `undefined` = all live queries may have changed. */
  markChanged(event: LiveEvent | undefined): void {
    for (const query of this.#client.getQueryCache().getAll()) {
      if (isLive(query) && (event === undefined || canAffect(event, query.queryKey))) this.#changed.add(query.queryHash)
    }
    this.#scheduleRead()
  }

  /** Discards all marks, and sends nothing more. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#changed.clear()
  }

  #scheduleRead(): void {
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
      // If the query is being sent right now, its answer may be older than the change. So send it once more afterwards.
      if (this.#client.getQueryCache().get(hash)?.state.fetchStatus === 'fetching') this.#changed.add(hash)
    }
    const predicate = ({ queryHash }: { readonly queryHash: string }) =>
      due.has(queryHash) && !this.#changed.has(queryHash)
    void this.#client.invalidateQueries({ predicate })
    this.#scheduleRead()
  }
}
