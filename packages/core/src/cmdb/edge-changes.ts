import type { ChangeSet } from '../change-set.js'
import { groupBy } from '../group-by.js'
import type { Edge, Node } from '../topology/graph.js'
import type { EdgeEnd, EdgeUpdate, NewEdge } from './topology-changes.js'

/** How {@link EdgeChanges.settle} treats the stored edges from the parents of a node. */
export interface ParentEdgeOptions {
  /**
   * True if the only new parent is the environment node. It is then a fallback: the node gets it only if it keeps no
   * other parent.
   */
  readonly isFallback: boolean
  /** Names of resources that are no longer parents of the node. The edges from their nodes to this node are removed. */
  readonly former?: ReadonlySet<string> | undefined
  /**
   * A stored parent that a new parent replaces, such as the environment node. If the node gets a new parent that is not
   * a fallback, the edge from this stored parent is removed.
   */
  readonly replaceable?: EdgeEnd | undefined
}

/** A node, and the parents that it must have. */
export interface RequiredParents {
  /** The parents, without duplicates. */
  readonly parentNodes: readonly EdgeEnd[]
  readonly childNode: EdgeEnd
}

/** Collects the changes of the edges of one topology. */
export class EdgeChanges {
  readonly #create: NewEdge[] = []
  readonly #update: EdgeUpdate[] = []
  readonly #removedEdges = new Set<Edge>()
  readonly #nodes: ReadonlyMap<string, Node>
  readonly #parentEdges: ReadonlyMap<string, readonly Edge[]>

  /** @param removed the nodes that the import removes; all of their edges are removed too */
  constructor(
    readonly stored: readonly Edge[],
    nodes: readonly Node[],
    readonly removed: ReadonlySet<Node>,
  ) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]))
    this.#parentEdges = groupBy(stored, ({ target }) => target)
    for (const node of removed) for (const edge of this.#parentEdges.get(node.id) ?? []) this.#removedEdges.add(edge)
  }

  get changes(): ChangeSet<NewEdge, EdgeUpdate, Edge> {
    const replaced = new Set(this.#update.map((update) => update.replaced))
    const remove = [...this.#removedEdges].filter((edge) => !replaced.has(edge))
    return {
      create: this.#create,
      update: this.#update,
      remove,
      unchanged: this.stored.length - this.#removedEdges.size,
    }
  }

  /** Nodes that still have an edge from a removed node. They have no record, so `settle` was not called for them. */
  get nodesBelowRemoved(): readonly Node[] {
    if (this.removed.size === 0) return []
    const below = this.stored.filter((edge) => !this.#removedEdges.has(edge) && this.#isRemoved(edge.source))
    return [...new Set(below.flatMap(({ target }) => this.#nodes.get(target) ?? []))]
  }

  add(edge: NewEdge): void {
    this.#create.push(edge)
  }

  /**
   * Gives a stored node the required parents. A fallback parent is added only if the node keeps no other parent. A new
   * edge reuses the id of an edge that the node loses, if there is one left.
   */
  settle({ parentNodes, childNode }: RequiredParents, { isFallback, former, replaceable }: ParentEdgeOptions): void {
    const parentEdges = ('id' in childNode ? this.#parentEdges.get(childNode.id) : undefined) ?? []
    const missing = parentNodes.filter((parentNode) => !parentEdges.some((edge) => this.#comesFrom(edge, parentNode)))
    const isLost = ({ source }: Edge) => {
      const node = this.#nodes.get(source)
      if (node === undefined) return false
      if (this.removed.has(node) || (node.resource !== null && former?.has(node.resource))) return true
      return !isFallback && missing.length > 0 && node === replaceable
    }
    const lostEdges = parentEdges.filter(isLost)
    for (const edge of lostEdges) this.#removedEdges.add(edge)
    if (isFallback && lostEdges.length < parentEdges.length) return
    for (const [at, parentNode] of missing.entries()) {
      const replaced = lostEdges[at]
      if (replaced === undefined) this.add({ parentNode, childNode })
      else this.#update.push({ replaced, parentNode, childNode })
    }
  }

  /** The nodes that have children after the change. */
  get parents(): ReadonlySet<EdgeEnd> {
    const remaining = this.stored.filter((edge) => !this.#removedEdges.has(edge))
    const stored = remaining.flatMap(({ source }) => this.#nodes.get(source) ?? [])
    return new Set([...stored, ...this.#create.map(parentOf), ...this.#update.map(parentOf)])
  }

  removeParentEdges({ id }: Node): void {
    for (const edge of this.#parentEdges.get(id) ?? []) this.#removedEdges.add(edge)
  }

  #comesFrom({ source }: Edge, parentNode: EdgeEnd): boolean {
    return 'id' in parentNode && parentNode.id === source
  }

  #isRemoved(id: string): boolean {
    const node = this.#nodes.get(id)
    return node !== undefined && this.removed.has(node)
  }
}

function parentOf({ parentNode }: NewEdge): EdgeEnd {
  return parentNode
}
