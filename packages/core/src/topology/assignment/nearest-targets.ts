const NONE = -1

/** A node, and a target that the node has found. */
interface Finding {
  readonly node: number
  readonly target: number
}

/**
 * Finds the nearest target below each node: the target that a breadth-first search from the node, in the order of the
 * children, finds first. No node is its own target.
 *
 * Walks up from all targets at the same time, level by level. Each node remembers, and passes on to its parents, only
 * the first two targets that it finds. Two are enough: if one of the targets is the parent itself, the parent uses the
 * other. So each edge is used at most twice, and the walk takes linear time, even if the edges form loops.
 */
export class NearestTargets {
  readonly #stepsUp: StepsUp
  readonly #first: Int32Array
  readonly #second: Int32Array
  readonly #arrivals: Arrivals

  /** @param children the numbers of each node's children, by node number, without duplicates */
  constructor(children: readonly (readonly number[])[]) {
    this.#stepsUp = new StepsUp(children)
    this.#first = new Int32Array(children.length)
    this.#second = new Int32Array(children.length)
    this.#arrivals = new Arrivals(children.length)
  }

  /** The nearest target below each node, by node number; -1 = there is no target below. */
  find(targets: readonly number[]): Int32Array {
    this.#first.fill(NONE)
    this.#second.fill(NONE)
    for (const target of targets) this.#first[target] = target
    let fresh: readonly Finding[] = targets.map((target) => ({ node: target, target }))
    while (fresh.length > 0) {
      for (const { node, target } of fresh) this.#passOn(node, target)
      fresh = this.#arrivals.take((node, target) => this.#remember(node, target))
    }
    return this.#first.map((target, node) => (target === node ? (this.#second[node] as number) : target))
  }

  #passOn(node: number, target: number): void {
    const { starts, parents, places } = this.#stepsUp
    for (let at = starts[node] as number; at < (starts[node + 1] as number); at++) {
      const parent = parents[at] as number
      if (this.#first[parent] === target || this.#second[parent] !== NONE) continue
      this.#arrivals.add(parent, target, places[at] as number)
    }
  }

  /** Stores a target of a node. If the node already has two targets, stores nothing and returns false. */
  #remember(node: number, target: number): boolean {
    if (this.#second[node] !== NONE) return false
    const list = this.#first[node] === NONE ? this.#first : this.#second
    list[node] = target
    return true
  }
}

/**
 * Collects the targets that reach the nodes of one level. For each node, it keeps at most two different targets: those
 * that come from the earliest children in the node's list of children.
 */
class Arrivals {
  readonly #targets: readonly [Int32Array, Int32Array]
  readonly #places: readonly [Int32Array, Int32Array]
  #nodes: number[] = []

  constructor(nodes: number) {
    this.#targets = [new Int32Array(nodes).fill(NONE), new Int32Array(nodes).fill(NONE)]
    this.#places = [new Int32Array(nodes), new Int32Array(nodes)]
  }

  /** @param place the index of the child from which the target arrives, in the list of the node's children */
  add(node: number, target: number, place: number): void {
    const [first, second] = this.#targets
    const [firstPlace, secondPlace] = this.#places
    if (first[node] === NONE) this.#nodes.push(node)
    if (first[node] === NONE || (first[node] === target && place < (firstPlace[node] as number))) {
      first[node] = target
      firstPlace[node] = place
    } else if (first[node] !== target && place < (firstPlace[node] as number)) {
      second[node] = first[node] as number
      secondPlace[node] = firstPlace[node] as number
      first[node] = target
      firstPlace[node] = place
    } else if (first[node] !== target && (second[node] === NONE || place < (secondPlace[node] as number))) {
      second[node] = target
      secondPlace[node] = place
    }
  }

  /** Removes all arrivals, and returns those that `remember` accepts. */
  take(remember: (node: number, target: number) => boolean): readonly Finding[] {
    const taken: Finding[] = []
    for (const node of this.#nodes) {
      for (const targets of this.#targets) {
        const target = targets[node] as number
        if (target !== NONE && remember(node, target)) taken.push({ node, target })
        targets[node] = NONE
      }
    }
    this.#nodes = []
    return taken
  }
}

/** The parents of each node. The parents of node `n` are `parents.slice(starts[n], starts[n + 1])`. */
class StepsUp {
  readonly starts: Int32Array
  readonly parents: Int32Array
  /** For each item of `parents`: the index of the node in this parent's list of children. */
  readonly places: Int32Array

  constructor(children: readonly (readonly number[])[]) {
    this.starts = new Int32Array(children.length + 1)
    for (const below of children) for (const child of below) this.starts[child + 1] = (this.starts[child + 1] ?? 0) + 1
    for (const node of children.keys()) this.starts[node + 1] = (this.starts[node + 1] ?? 0) + (this.starts[node] ?? 0)
    const next = this.starts.slice()
    const count = this.starts.at(-1) ?? 0
    this.parents = new Int32Array(count)
    this.places = new Int32Array(count)
    for (const [parent, below] of children.entries()) {
      for (const [place, child] of below.entries()) {
        const at = next[child] as number
        next[child] = at + 1
        this.parents[at] = parent
        this.places[at] = place
      }
    }
  }
}
