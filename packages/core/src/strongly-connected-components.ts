import { type Steps, withoutPauses } from './steps.js'

/**
 * Finds the strongly connected components that have more than one node, in linear time.
 *
 * @param children for each node, the numbers of its children
 */
export function stronglyConnectedComponents(children: readonly (readonly number[])[]): readonly ReadonlySet<number>[] {
  return withoutPauses(componentsFromEnds(children)).flatMap((members) =>
    members.length > 1 ? [new Set(members)] : [],
  )
}

/**
 * Finds all strongly connected components, with Tarjan's algorithm, in linear time. Each node is in exactly one
 * component. A component comes after all components that its nodes lead to. The algorithm has a stack of its own
 * instead of recursion, because the depth of a recursion would depend on the data.
 *
 * @param children for each node, the numbers of its children
 */
export function* componentsFromEnds(children: readonly (readonly number[])[]): Steps<readonly (readonly number[])[]> {
  const search = new ComponentSearch(children)
  yield* search.run()
  return search.components
}

/** The search yields after this many steps, which take a few milliseconds. */
const STEPS_AT_ONCE = 100_000

class ComponentSearch {
  readonly components: (readonly number[])[] = []
  /** For each node, how many nodes the search visited before it; -1 = not visited yet. */
  readonly #order: Int32Array
  /** For each node, the lowest `#order` among the nodes that the search has reached from it so far. */
  readonly #low: Int32Array
  readonly #nextChild: Int32Array
  readonly #closed: Uint8Array
  readonly #open: number[] = []
  readonly #trail: number[] = []
  #entered = 0

  constructor(readonly children: readonly (readonly number[])[]) {
    this.#order = new Int32Array(children.length).fill(-1)
    this.#low = new Int32Array(children.length)
    this.#nextChild = new Int32Array(children.length)
    this.#closed = new Uint8Array(children.length)
  }

  *run(): Steps<void> {
    let steps = 0
    for (const start of this.children.keys()) {
      if (this.#order[start] === -1) this.#enter(start)
      for (let number = this.#trail.at(-1); number !== undefined; number = this.#trail.at(-1)) {
        this.#step(number)
        if (++steps % STEPS_AT_ONCE === 0) yield
      }
    }
  }

  #step(number: number): void {
    const at = this.#nextChild[number] ?? 0
    this.#nextChild[number] = at + 1
    const child = this.children[number]?.[at]
    if (child === undefined) this.#leave(number)
    else if (this.#order[child] === -1) this.#enter(child)
    else if (this.#closed[child] === 0) this.#lower(number, this.#order[child] ?? 0)
  }

  #enter(number: number): void {
    this.#order[number] = this.#entered
    this.#low[number] = this.#entered
    this.#entered++
    this.#open.push(number)
    this.#trail.push(number)
  }

  #leave(number: number): void {
    this.#trail.pop()
    const low = this.#low[number] ?? 0
    const parent = this.#trail.at(-1)
    if (parent !== undefined) this.#lower(parent, low)
    if (low !== this.#order[number]) return
    const members = this.#open.splice(this.#open.lastIndexOf(number))
    for (const member of members) this.#closed[member] = 1
    this.components.push(members)
  }

  #lower(number: number, low: number): void {
    this.#low[number] = Math.min(this.#low[number] ?? 0, low)
  }
}
