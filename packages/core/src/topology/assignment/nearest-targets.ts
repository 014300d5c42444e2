const NO_TARGET = -1

/** A node, and a target node that was found below it. */
interface FoundTarget {
  readonly node: number
  readonly target: number
}

/**
 * Finds, for each node of a graph, the nearest of some target nodes below it: the target that a breadth-first search
 * from the node, in the order of the children, finds first. No node is its own target.
 *
 * Walks up from all targets at the same time, level by level. Each node stores only the first two targets that arrive,
 * and passes them on to its parents. Two are enough: if one of them is the parent itself, the parent uses the other
 * one. So each edge is used at most twice, and the walk takes linear time, even if the edges form loops.
 */
export class NearestTargets {
  readonly #parentIndex: ParentIndex
  readonly #first: Int32Array
  readonly #second: Int32Array
  readonly #arrivals: Arrivals

  /** @param children the numbers of the children of each node, by node number, without duplicates */
  constructor(children: readonly (readonly number[])[]) {
    this.#parentIndex = new ParentIndex(children)
    this.#first = new Int32Array(children.length)
    this.#second = new Int32Array(children.length)
    this.#arrivals = new Arrivals(children.length)
  }

  /** The nearest target below each node, by node number; -1 = there is no target below. */
  find(targets: readonly number[]): Int32Array {
    this.#first.fill(NO_TARGET)
    this.#second.fill(NO_TARGET)
    for (const target of targets) this.#first[target] = target
    let newest: readonly FoundTarget[] = targets.map((target) => ({ node: target, target }))
    while (newest.length > 0) {
      for (const { node, target } of newest) this.#passOn(node, target)
      newest = this.#arrivals.takeAll((node, target) => this.#store(node, target))
    }
    return this.#first.map((target, node) => (target === node ? (this.#second[node] as number) : target))
  }

  #passOn(node: number, target: number): void {
    const { starts, parents, childIndexes } = this.#parentIndex
    for (let at = starts[node] as number; at < (starts[node + 1] as number); at++) {
      const parent = parents[at] as number
      if (this.#first[parent] === target || this.#second[parent] !== NO_TARGET) continue
      this.#arrivals.add(parent, target, childIndexes[at] as number)
    }
  }

  /** Stores a target of a node. If the node already has two targets, stores nothing and returns false. */
  #store(node: number, target: number): boolean {
    if (this.#second[node] !== NO_TARGET) return false
    const list = this.#first[node] === NO_TARGET ? this.#first : this.#second
    list[node] = target
    return true
  }
}

/**
 * Collects the targets that arrive at the nodes of one level. For each node, stores at most two different targets:
 * those that arrive from the first children in the list of its children.
 */
class Arrivals {
  readonly #targets: readonly [Int32Array, Int32Array]
  readonly #childIndexes: readonly [Int32Array, Int32Array]
  #nodes: number[] = []

  constructor(nodes: number) {
    this.#targets = [new Int32Array(nodes).fill(NO_TARGET), new Int32Array(nodes).fill(NO_TARGET)]
    this.#childIndexes = [new Int32Array(nodes), new Int32Array(nodes)]
  }

  /** @param childIndex the index of the child from which the target arrives, in the list of the node's children */
  add(node: number, target: number, childIndex: number): void {
    const [first, second] = this.#targets
    const [firstIndex, secondIndex] = this.#childIndexes
    if (first[node] === NO_TARGET) this.#nodes.push(node)
    if (first[node] === NO_TARGET || (first[node] === target && childIndex < (firstIndex[node] as number))) {
      first[node] = target
      firstIndex[node] = childIndex
    } else if (first[node] !== target && childIndex < (firstIndex[node] as number)) {
      second[node] = first[node] as number
      secondIndex[node] = firstIndex[node] as number
      first[node] = target
      firstIndex[node] = childIndex
    } else if (first[node] !== target && (second[node] === NO_TARGET || childIndex < (secondIndex[node] as number))) {
      second[node] = target
      secondIndex[node] = childIndex
    }
  }

  /** Removes all arrivals, and returns those for which `store` returns true. */
  takeAll(store: (node: number, target: number) => boolean): readonly FoundTarget[] {
    const foundTargets: FoundTarget[] = []
    for (const node of this.#nodes) {
      for (const targets of this.#targets) {
        const target = targets[node] as number
        if (target !== NO_TARGET && store(node, target)) foundTargets.push({ node, target })
        targets[node] = NO_TARGET
      }
    }
    this.#nodes = []
    return foundTargets
  }
}

/** The parents of each node. The parents of node `n` are `parents.slice(starts[n], starts[n + 1])`. */
class ParentIndex {
  readonly starts: Int32Array
  readonly parents: Int32Array
  /** For each item of `parents`: the index of the node in the list of children of this parent. */
  readonly childIndexes: Int32Array

  constructor(children: readonly (readonly number[])[]) {
    this.starts = new Int32Array(children.length + 1)
    for (const below of children) for (const child of below) this.starts[child + 1] = (this.starts[child + 1] ?? 0) + 1
    for (const node of children.keys()) this.starts[node + 1] = (this.starts[node + 1] ?? 0) + (this.starts[node] ?? 0)
    const next = this.starts.slice()
    const count = this.starts.at(-1) ?? 0
    this.parents = new Int32Array(count)
    this.childIndexes = new Int32Array(count)
    for (const [parent, below] of children.entries()) {
      for (const [childIndex, child] of below.entries()) {
        const at = next[child] as number
        next[child] = at + 1
        this.parents[at] = parent
        this.childIndexes[at] = childIndex
      }
    }
  }
}
