/** Stands for "no relation", for example after the last relation of a list. */
export const NO_ENTRY = -1

/**
 * Doubly linked lists of relations, one list for each node. An instance contains either the relations of all nodes to
 * their parents, or the relations of all nodes to their children.
 */
export class LinkedLists {
  /** The first relation in the list of each node; the index is the number of the node. */
  #first = new Int32Array(16).fill(NO_ENTRY)
  /** 1 if the list of a node is sorted; the index is the number of the node. */
  #sorted = new Uint8Array(16)
  /**
   * The neighbor at the other end of each relation: a parent or a child of the node whose list contains the
   * relation. The index is the number of the relation.
   */
  #neighbors = new Int32Array(16)
  #next = new Int32Array(16)
  #previous = new Int32Array(16)

  get arrays(): readonly { readonly byteLength: number }[] {
    return [this.#first, this.#sorted, this.#neighbors, this.#next, this.#previous]
  }

  /** Returns the first relation in the list of `node`; `NO_ENTRY` if the list is empty. */
  first(node: number): number {
    return this.#first[node] ?? NO_ENTRY
  }

  /** Returns the next relation in the same list; `NO_ENTRY` after the last one. */
  next(relation: number): number {
    return itemAt(this.#next, relation)
  }

  isEmpty(node: number): boolean {
    return this.first(node) === NO_ENTRY
  }

  isSorted(node: number): boolean {
    return this.#sorted[node] === 1
  }

  unsort(node: number): void {
    this.#sorted[node] = 0
  }

  /**
   * Returns the neighbor at the other end of a relation: a parent or a child of the node whose list contains the
   * relation.
   */
  neighborAt(relation: number): number {
    return itemAt(this.#neighbors, relation)
  }

  /** Returns the neighbors of `node`, in the order of its list. */
  neighborsOf(node: number): number[] {
    const found: number[] = []
    for (let relation = this.first(node); relation !== NO_ENTRY; relation = this.next(relation))
      found.push(this.neighborAt(relation))
    return found
  }

  /** Makes room for `length` relations. Yields after each step, like `Adjacency.makeRoom`. */
  *grow(length: number): Generator<undefined, void> {
    this.#neighbors = extendArray(this.#neighbors, length)
    yield
    this.#next = extendArray(this.#next, length)
    yield
    this.#previous = extendArray(this.#previous, length)
    yield
  }

  /** Adds a relation to the list of `node`. There must be room for the relation, see {@link grow}. */
  add(node: number, relation: number, neighbor: number): void {
    while (node >= this.#first.length) {
      const oldLength = this.#first.length
      this.#first = extendArray(this.#first).fill(NO_ENTRY, oldLength)
      this.#sorted = extendArray(this.#sorted)
    }
    this.#neighbors[relation] = neighbor
    this.#connect(relation, this.first(node))
    this.#setFirst(node, relation)
    this.unsort(node)
  }

  remove(node: number, relation: number): void {
    const [previous, next] = [itemAt(this.#previous, relation), itemAt(this.#next, relation)]
    if (previous === NO_ENTRY) this.#setFirst(node, next)
    else this.#connect(previous, next)
  }

  sort(node: number, compare: (one: number, other: number) => number): void {
    const relations: number[] = []
    for (let relation = this.first(node); relation !== NO_ENTRY; relation = this.next(relation))
      relations.push(relation)
    relations.sort(compare)
    relations.forEach((relation, index) => {
      this.#connect(relation, relations[index + 1] ?? NO_ENTRY)
    })
    this.#setFirst(node, relations[0] ?? NO_ENTRY)
    this.#sorted[node] = 1
  }

  #setFirst(node: number, relation: number): void {
    this.#first[node] = relation
    if (relation !== NO_ENTRY) this.#previous[relation] = NO_ENTRY
  }

  #connect(relation: number, next: number): void {
    this.#next[relation] = next
    if (next !== NO_ENTRY) this.#previous[next] = relation
  }
}

type NumberArray =
  | Int32Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/** Copies an array into a longer array, by default of twice the length. The new items are 0. */
export function extendArray<A extends NumberArray>(array: A, length = array.length * 2): A {
  const copy = new (array.constructor as new (length: number) => A)(length)
  copy.set(array)
  return copy
}

/** Returns the item at an index. The array must contain this index. */
export function itemAt(array: NumberArray, index: number): number {
  return array[index] as number
}
