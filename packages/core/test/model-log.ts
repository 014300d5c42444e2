import type { GraphRelationChange, RelationLog } from '../src/port/relation-log.js'
import type { Store, StoreSnapshot } from '../src/port/store.js'
import { Adjacency, type GraphRelation } from '../src/relation/adjacency.js'
import type { NeighborLookup } from '../src/relation/walk.js'

/** A change of this resource stands for a change of an environment that is not in memory. */
export const ELSEWHERE = 'elsewhere'

/** A store that keeps relations as a list of changes. All environments have the same relations. */
export class ModelLog {
  now = 0
  statements = 0
  /** This function is called before each page is read. */
  beforePage = (): void => undefined
  readonly #statement: () => Promise<unknown>
  readonly #changes: GraphRelationChange[] = []
  #pruned = 0

  /**
   * @param statement is called for each statement of the store. The store answers when the returned promise resolves
   */
  constructor(statement: () => Promise<unknown>) {
    this.#statement = statement
  }

  write(links: readonly GraphRelationChange[]): void {
    this.#changes.push(...links)
  }

  /** Removes all changes from the log except the last `kept` changes. */
  prune(kept: number): void {
    this.#pruned = Math.max(this.#pruned, this.#changes.length - kept)
  }

  readonly store = {
    snapshot: async <T>(work: (parts: StoreSnapshot) => Promise<T>): Promise<T> => {
      await this.#statement()
      return await work(this.#snapshotAt(this.#changes.length))
    },
  } as Store

  /** A snapshot of the store that sees only the first `end` changes. */
  #snapshotAt(end: number): StoreSnapshot {
    const answer = async <T>(value: () => T): Promise<T> => {
      this.statements++
      await this.#statement()
      return value()
    }
    const graph = new Adjacency()
    const stored = new Map<string, GraphRelation>()
    for (const link of this.#changes.slice(0, end)) apply(graph, stored, link)
    const relations: NeighborLookup = {
      neighbors: (direction, frontiers) => {
        const neighbors = (names: readonly string[]) =>
          new Map(names.map((name) => [name, graph.neighbors(direction, name)]))
        return answer(() => new Map(Array.from(frontiers, ([environment, names]) => [environment, neighbors(names)])))
      },
    }
    const relationLog: RelationLog = {
      position: () => answer(() => String(end)),
      version: () => answer(() => String(end)),
      page: (_, last, limit) => {
        this.beforePage()
        const first = last === undefined ? '' : `${keyOf(last)} `
        const keys = [...stored.keys()].filter((key) => key >= first).sort()
        return answer(() => keys.slice(0, limit).flatMap((key) => stored.get(key) ?? []))
      },
      since: (positions) =>
        answer(() => Array.from(positions, ([environment, at]) => ({ environment, ...this.#since(Number(at), end) }))),
    }
    return { relations, relationLog } as unknown as StoreSnapshot
  }

  #since(start: number, end: number) {
    if (start < this.#pruned) return { kind: 'lost' as const }
    if (start > end) return { kind: 'newer' as const }
    const links = this.#changes.slice(start, end).filter(({ resource }) => resource !== ELSEWHERE)
    return { kind: 'changed' as const, position: String(end), links }
  }
}

function apply(graph: Adjacency, stored: Map<string, GraphRelation>, link: GraphRelationChange): void {
  if (link.rank === null) {
    graph.remove(link.resource, link.parent)
    stored.delete(keyOf(link))
  } else {
    graph.put(link)
    stored.set(keyOf(link), link)
  }
}

function keyOf({ resource, parent }: Pick<GraphRelation, 'resource' | 'parent'>): string {
  return `${resource} ${parent}`
}
