/** One resource that a walk reached (rules.md#traversal). */
export interface TraversalEntry {
  readonly resource: string
  /** 1 = a direct parent or child. */
  readonly depth: number
  /** The names from the start resource to this resource, both included: `depth` + 1 names. */
  readonly path: readonly string[]
}

/**
 * The nodes of a graph during a traversal. A node is a name that a store returned, or the number of a name in the graph
 * in memory.
 */
export interface TraversedNodes<Node> {
  nameOf(node: Node): string
  /** Marks a node as reached. Returns false if it was reached before. */
  mark(node: Node): boolean
}

/**
 * A breadth-first walk from one resource. Each resource is listed once, at its smallest depth. Within a depth,
 * resources that are reached through a higher-ranked neighbor come first. The start is never listed. The cost is linear
 * in the number of relations read, because only one path per resource is stored. The walk also ends in a graph with
 * cycles, because a resource that was reached before is not listed again.
 */
export class Traversal<Node> {
  /** The reached resources in the order of the walk. New entries are added at the end. */
  readonly entries: TraversalEntry[] = []
  /** The node of each entry. */
  readonly nodes: Node[] = []
  readonly #traversed: TraversedNodes<Node>

  /** @param nearest the direct neighbors of the start, in rank order */
  constructor(traversed: TraversedNodes<Node>, start: Node, nearest: readonly Node[]) {
    this.#traversed = traversed
    traversed.mark(start)
    const path = [traversed.nameOf(start)]
    for (const node of nearest) this.reachOne(path, node)
  }

  /**
   * Adds the neighbors of an entry to {@link entries}, except the neighbors that were reached before. The caller must
   * call this method once for each entry, in the order of the list.
   *
   * @param neighbors in rank order
   */
  reach({ path }: TraversalEntry, neighbors: readonly Node[]): void {
    for (const node of neighbors) this.reachOne(path, node)
  }

  /**
   * Like {@link reach}, for one neighbor.
   *
   * @param path the path of the entry
   */
  reachOne(path: readonly string[], node: Node): void {
    if (!this.#traversed.mark(node)) return
    const resource = this.#traversed.nameOf(node)
    this.nodes.push(node)
    // `toSpliced` adds the name at the end. A spread array reserves spare capacity, which is half of the memory of a
    // large result. `concat` would double the time of a walk in memory.
    this.entries.push({ resource, depth: path.length, path: path.toSpliced(path.length, 0, resource) })
  }
}

/** A traversal whose nodes are names. */
export function traverseNames(start: string, nearest: readonly string[]): Traversal<string> {
  const reached = new Set<string>()
  const addReached = (name: string) => reached.size < reached.add(name).size
  return new Traversal({ nameOf: (name) => name, mark: addReached }, start, nearest)
}
