import { compareNames } from '../name.js'
import { extendArray, itemAt, LinkedLists, NO_ENTRY } from './linked-lists.js'
import { Traversal, type TraversalEntry } from './traversal.js'
import type { Direction } from './walk.js'

/**
 * A walk pauses after it has read this many neighbors, so that the process can do other work. Reading this many
 * neighbors takes about 10 ms.
 */
export const NEIGHBORS_AT_ONCE = 10_000

/**
 * One step of {@link Adjacency.makeRoom} moves the relations of this many hash buckets, which takes a few milliseconds.
 */
const BUCKETS_AT_ONCE = 20_000

/** The fields of a relation that a walk needs. */
export interface GraphRelation {
  readonly resource: string
  readonly parent: string
  /** The rank of the source, as `rankOf` returns it. */
  readonly rank: number
  /** The `updateTime` of the relation, in milliseconds since 1970. */
  readonly time: number
}

/**
 * The relations of one environment, in typed arrays. Each relation takes about 42 to 84 bytes, not counting the names.
 *
 * Every name and every relation has a number. A relation is in two doubly linked lists: the parents of its child, and
 * the children of its parent. A list is sorted when it is read for the first time after a change. A hash table finds a
 * relation by its child and parent, so each change takes constant time.
 */
export class Adjacency {
  readonly #nodes = new NameTable()
  readonly #lists: Readonly<Record<Direction, LinkedLists>> = {
    parents: new LinkedLists(),
    children: new LinkedLists(),
  }
  #rank = new Int16Array(16)
  #time = new Float64Array(16)
  /** The first relation of each hash bucket; the number of buckets is a power of two. */
  #buckets = new Int32Array(16).fill(NO_ENTRY)
  #nextInBucket = new Int32Array(16)
  /** The numbers of removed relations. New relations reuse them. */
  readonly #free: number[] = []
  /** How many relation numbers have been in use, including those of removed relations. */
  #used = 0

  /** The number of relations. */
  get size(): number {
    return this.#used - this.#free.length
  }

  /** Approximate number of bytes in memory. */
  get bytes(): number {
    const own = [this.#rank, this.#time, this.#buckets, this.#nextInBucket]
    const { parents, children } = this.#lists
    return [...own, ...parents.arrays, ...children.arrays].reduce(
      (sum, { byteLength }) => sum + byteLength,
      this.#nodes.bytes + this.#free.length * 8,
    )
  }

  has(resource: string, parent: string): boolean {
    const child = this.#nodes.numberOf(resource)
    const parentNode = this.#nodes.numberOf(parent)
    return child !== undefined && parentNode !== undefined && this.#find(child, parentNode) !== NO_ENTRY
  }

  /**
   * Makes room for `count` more relations in small steps, so that adding them does not copy the arrays in one long
   * step. Yields after each step, so that the caller can let the process do other work. The relations must not be used
   * before the generator ends.
   */
  *makeRoom(count: number): Generator<undefined, void> {
    let length = this.#rank.length
    while (length < this.size + count) length *= 2
    if (length > this.#rank.length) yield* this.#grow(length)
  }

  /** Adds a relation. If a relation with the same child and parent exists, replaces its rank and time. */
  put({ resource, parent, rank, time }: GraphRelation): void {
    const child = this.#nodes.addName(resource)
    const parentNode = this.#nodes.addName(parent)
    const existing = this.#find(child, parentNode)
    const relation = existing === NO_ENTRY ? this.#add(child, parentNode) : existing
    if (existing !== NO_ENTRY && this.#rank[relation] === rank && this.#time[relation] === time) return
    this.#rank[relation] = rank
    this.#time[relation] = time
    this.#lists.parents.unsort(child)
    this.#lists.children.unsort(parentNode)
  }

  remove(resource: string, parent: string): void {
    const child = this.#nodes.numberOf(resource)
    const parentNode = this.#nodes.numberOf(parent)
    if (child === undefined || parentNode === undefined) return
    const relation = this.#find(child, parentNode)
    if (relation === NO_ENTRY) return
    this.#leaveBucket(relation, child, parentNode)
    this.#lists.parents.remove(child, relation)
    this.#lists.children.remove(parentNode, relation)
    this.#free.push(relation)
    for (const node of new Set([child, parentNode])) {
      if (this.#lists.parents.isEmpty(node) && this.#lists.children.isEmpty(node)) this.#nodes.release(node)
    }
  }

  /** The names of the neighbors, in rank order (the order of `inRankOrder`); empty if there are no neighbors. */
  neighbors(direction: Direction, name: string): readonly string[] {
    const node = this.#nodes.numberOf(name)
    return node === undefined
      ? []
      : this.#sortedLists(direction, node)
          .neighborsOf(node)
          .map((neighbor) => this.#nodes.nameOf(neighbor))
  }

  /**
   * The resources that a walk from `name` reaches, nearest first (rules.md#traversal). Yields each time it has read
   * about `NEIGHBORS_AT_ONCE` neighbors, so that the caller can let the process do other work. The relations must not
   * change before the walk ends.
   *
   * @param depth the maximum number of levels; 1 = only the direct neighbors
   */
  *walk(direction: Direction, name: string, depth: number): Generator<undefined, readonly TraversalEntry[]> {
    const start = this.#nodes.numberOf(name)
    if (start === undefined) return []
    // One bit for each node.
    const reached = new Uint8Array((this.#nodes.length >>> 3) + 1)
    const mark = (node: number) => {
      const index = node >>> 3
      const bit = 1 << (node & 7)
      const isNew = (itemAt(reached, index) & bit) === 0
      reached[index] = itemAt(reached, index) | bit
      return isNew
    }
    const nameOf = (node: number) => this.#nodes.nameOf(node)
    const traversal = new Traversal({ nameOf, mark }, start, this.#sortedLists(direction, start).neighborsOf(start))
    const { entries, nodes } = traversal
    let read = entries.length
    for (let index = 0; index < entries.length; index++) {
      const { path, depth: level } = entries[index] as TraversalEntry
      if (level >= depth) break
      if (read >= NEIGHBORS_AT_ONCE) {
        yield
        read = 0
      }
      const node = nodes[index] as number
      const lists = this.#sortedLists(direction, node)
      for (let relation = lists.first(node); relation !== NO_ENTRY; relation = lists.next(relation)) {
        traversal.reachOne(path, lists.neighborAt(relation))
        read++
      }
      // Counts each resource too, because a resource without neighbors also takes time.
      read++
    }
    return traversal.entries
  }

  /** Returns the linked lists of a direction. Sorts the list of `node` first, so that it is in rank order. */
  #sortedLists(direction: Direction, node: number): LinkedLists {
    const lists = this.#lists[direction]
    if (!lists.isSorted(node)) lists.sort(node, (one, other) => this.#compare(lists, one, other))
    return lists
  }

  #compare(lists: LinkedLists, one: number, other: number): number {
    return (
      itemAt(this.#rank, one) - itemAt(this.#rank, other) ||
      itemAt(this.#time, other) - itemAt(this.#time, one) ||
      compareNames(this.#nodes.nameOf(lists.neighborAt(one)), this.#nodes.nameOf(lists.neighborAt(other)))
    )
  }

  #add(child: number, parent: number): number {
    // Runs all steps without pauses.
    if (this.size === this.#rank.length) for (const _ of this.#grow(this.size * 2));
    const relation = this.#free.pop() ?? this.#used++
    this.#lists.parents.add(child, relation, parent)
    this.#lists.children.add(parent, relation, child)
    this.#enterBucket(relation, child, parent)
    return relation
  }

  #find(child: number, parent: number): number {
    const { parents, children } = this.#lists
    let relation = itemAt(this.#buckets, this.#bucketOf(child, parent))
    while (
      relation !== NO_ENTRY &&
      (parents.neighborAt(relation) !== parent || children.neighborAt(relation) !== child)
    ) {
      relation = itemAt(this.#nextInBucket, relation)
    }
    return relation
  }

  #bucketOf(child: number, parent: number): number {
    const mixed = Math.imul(Math.imul(child, 0x9e3779b1) ^ parent, 0x85ebca6b)
    return (mixed ^ (mixed >>> 15)) & (this.#buckets.length - 1)
  }

  #enterBucket(relation: number, child: number, parent: number): void {
    const bucket = this.#bucketOf(child, parent)
    this.#nextInBucket[relation] = itemAt(this.#buckets, bucket)
    this.#buckets[bucket] = relation
  }

  #leaveBucket(relation: number, child: number, parent: number): void {
    const bucket = this.#bucketOf(child, parent)
    const next = itemAt(this.#nextInBucket, relation)
    let before = itemAt(this.#buckets, bucket)
    if (before === relation) {
      this.#buckets[bucket] = next
      return
    }
    while (itemAt(this.#nextInBucket, before) !== relation) before = itemAt(this.#nextInBucket, before)
    this.#nextInBucket[before] = next
  }

  /** Makes the arrays longer, and distributes the relations over `length` hash buckets. */
  *#grow(length: number): Generator<undefined, void> {
    this.#rank = extendArray(this.#rank, length)
    yield
    this.#time = extendArray(this.#time, length)
    yield
    this.#nextInBucket = extendArray(this.#nextInBucket, length)
    yield
    const { parents, children } = this.#lists
    yield* parents.grow(length)
    yield* children.grow(length)
    const before = this.#buckets
    this.#buckets = new Int32Array(length).fill(NO_ENTRY)
    for (let bucket = 0; bucket < before.length; bucket++) {
      if (bucket % BUCKETS_AT_ONCE === 0) yield
      for (let relation = itemAt(before, bucket); relation !== NO_ENTRY; ) {
        const next = itemAt(this.#nextInBucket, relation)
        this.#enterBucket(relation, children.neighborAt(relation), parents.neighborAt(relation))
        relation = next
      }
    }
  }
}

/** The estimated bytes that {@link NameTable} takes for each name, not counting the characters of the name. */
const ESTIMATED_NAME_BYTES = 100

/** Gives each name a number, and reuses the numbers of released names. */
class NameTable {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []
  readonly #free: number[] = []
  #characters = 0

  get bytes(): number {
    return this.#numbers.size * ESTIMATED_NAME_BYTES + this.#characters * 2
  }

  /**
   * How many numbers have been in use, including those of released names. Numbers start at 0, so every number is
   * smaller than this length.
   */
  get length(): number {
    return this.#names.length
  }

  addName(name: string): number {
    const existing = this.#numbers.get(name)
    if (existing !== undefined) return existing
    const number = this.#free.pop() ?? this.#names.length
    this.#names[number] = name
    this.#numbers.set(name, number)
    this.#characters += name.length
    return number
  }

  numberOf(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  nameOf(number: number): string {
    return this.#names[number] ?? ''
  }

  release(number: number): void {
    const name = this.nameOf(number)
    this.#numbers.delete(name)
    this.#names[number] = ''
    this.#free.push(number)
    this.#characters -= name.length
  }
}
