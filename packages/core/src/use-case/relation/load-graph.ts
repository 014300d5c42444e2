import type { Clock } from '../../port/clock.js'
import type { RelationLog } from '../../port/relation-log.js'
import type { Store } from '../../port/store.js'
import { Adjacency, type GraphRelation } from '../../relation/adjacency.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { LoadedGraph } from './loaded-graph.js'

/** When an environment is loaded, one statement reads at most this many relations, which takes about 10 ms. */
const PAGE_SIZE = 5_000

export interface GraphSource {
  readonly store: Store
  readonly clock: Clock
  /** The maximum number of bytes that the environment may take. */
  readonly budget: number
  /** The maximum number of relations that one statement reads. Default: 5,000. */
  readonly page?: number | undefined
}

/**
 * Reads the relations of an environment. Each page is read in a snapshot of its own, because the embedded database has
 * only one connection, which one long snapshot would block. At the end, reads from the log which relations have changed
 * since the beginning, and applies these changes.
 *
 * @returns `undefined` if the environment exceeds the budget, if the store has no log, or if the log no longer contains
 *   all of these changes or contains too many
 */
export async function loadGraph(source: GraphSource, environment: string): Promise<LoadedGraph | undefined> {
  const start = await readLog(source, (log) => log.position())
  if (start === undefined) return undefined
  const graph = await readPages(source, environment)
  if (graph === undefined) return undefined
  const readAt = source.clock().getTime()
  const changes = await readLog(source, (log) => log.since(new Map([[environment, start]])))
  const [change] = changes ?? []
  if (change?.kind !== 'changed') return undefined
  const loaded = new LoadedGraph(graph, start, readAt)
  await loaded.moveForward(start, change.position, change.links)
  return loaded
}

/** Reads all relations of an environment; `undefined` = they exceed the budget. */
async function readPages(source: GraphSource, environment: string): Promise<Adjacency | undefined> {
  const { budget, page: limit = PAGE_SIZE } = source
  const graph = new Adjacency()
  const after = async (last: GraphRelation | undefined) =>
    (await readLog(source, (log) => log.page(environment, last, limit))) ?? []
  let page = await after(undefined)
  while (page.length > 0 && graph.bytes <= budget) {
    // The next page is requested before this page is added to the graph, so that both happen at the same time.
    const [next] = await Promise.all([page.length < limit ? [] : after(page.at(-1)), addAll(graph, page)])
    page = next
  }
  return graph.bytes <= budget ? graph : undefined
}

async function addAll(graph: Adjacency, relations: readonly GraphRelation[]): Promise<void> {
  await runWithPauses(graph.makeRoom(relations.length))
  for (const relation of relations) graph.put(relation)
}

/** Reads from the log in a new snapshot of the store; `undefined` = the store has no log. */
async function readLog<T>({ store }: GraphSource, work: (log: RelationLog) => Promise<T>): Promise<T | undefined> {
  return await store.snapshot(async ({ relationLog }) => relationLog && (await work(relationLog)))
}
