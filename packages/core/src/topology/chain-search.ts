import { LIMITS } from '../limits.js'
import {
  questionFor,
  rankSiblings,
  type Siblings,
  siblings,
  type Walk,
  type WalkAnswer,
  type WalkQuestion,
} from '../relation/walk.js'

/** A resource that is no node, with the parent that its alert names. */
export interface ChainStart {
  readonly resource: string
  readonly resourceParent: string | null
}

/** What is missing above a resource, up to the first that is a node (api.md, suggest, step 2). */
export interface Chain {
  /** From the resource upwards, each the child of the next; none of them is a node. */
  readonly resources: readonly string[]
  /** The resource above the last of them, which is a node; `undefined` = there is none. */
  readonly top: string | undefined
}

/**
 * Follows main parents upwards from many resources of one environment at once. It walks the union of all their chains
 * level by level, so that each resource is looked up once, however many chains pass it. Which of several parents is the
 * main one is known a level later: until then all of them are looked up.
 */
export class ChainSearch implements Walk {
  /** The main parent of each resource that a chain passes; `undefined` = it has none. */
  readonly #parents = new Map<string, string | undefined>()
  /** The parents of every resource that was looked up. */
  readonly #found = new Map<string, readonly string[]>()
  /** Resources that have several parents, of which the main one is not known yet. */
  #contested: readonly Siblings[] = []
  /** Other resources that chains reached, and whose parents are not known yet. */
  #reached: readonly string[] = []
  #frontier: readonly string[] = []
  #level = 0

  /** @param isNode whether a resource of this environment is a node */
  constructor(
    starts: readonly ChainStart[],
    readonly isNode: (resource: string) => boolean,
  ) {
    this.#climb(starts.map((start) => statedParent(start) ?? start.resource))
  }

  get question(): WalkQuestion | undefined {
    return questionFor(this.#frontier, this.#contested)
  }

  advance({ neighbors, precedences }: WalkAnswer): void {
    for (const resource of this.#frontier) this.#found.set(resource, neighbors.get(resource) ?? [])
    const main = rankSiblings(this.#contested, precedences).flatMap(([first]) => first ?? [])
    for (const [place, { from }] of this.#contested.entries()) this.#parents.set(from, main[place])
    this.#level++
    this.#climb([...this.#reached, ...main])
  }

  /**
   * The chain of one of the starts; to be asked when the walk is over.
   *
   * @param isNode as given to the constructor; it may hold for more resources by now
   */
  chainOf(start: ChainStart, isNode: (resource: string) => boolean): Chain {
    const resources = [start.resource]
    let parent = statedParent(start) ?? this.#parents.get(start.resource)
    for (let level = 1; level <= LIMITS.rollupDepth; level++) {
      if (parent === undefined || resources.includes(parent)) break
      if (isNode(parent)) return { resources, top: parent }
      resources.push(parent)
      parent = this.#parents.get(parent)
    }
    return { resources, top: undefined }
  }

  /** Follows these resources as far up as is known, and sees what has to be looked up. */
  #climb(resources: readonly string[]): void {
    const contested = new Map<string, Siblings>()
    const reached = new Set<string>()
    const passed = [...resources]
    // Grows on the way.
    for (const from of passed) {
      if (this.isNode(from) || this.#parents.has(from)) continue
      const names = this.#found.get(from)
      if (names === undefined) reached.add(from)
      else if (names.length > 1) contested.set(from, siblings(from, names))
      else passed.push(...this.#follow(from, names))
    }
    const isLast = this.#level === LIMITS.rollupDepth
    const isOver = this.#level > LIMITS.rollupDepth
    this.#reached = [...reached]
    this.#contested = isOver ? [] : [...contested.values()]
    this.#frontier =
      isLast || isOver ? [] : this.#unfound([...reached, ...this.#contested.flatMap(({ names }) => names)])
  }

  /** Notes the only parent of a resource, if there is one. */
  #follow(resource: string, parents: readonly string[]): readonly string[] {
    this.#parents.set(resource, parents[0])
    return parents
  }

  /** Each of the resources once that is worth a look: nothing above a node is. */
  #unfound(resources: readonly string[]): readonly string[] {
    return [...new Set(resources)].filter((resource) => !this.#found.has(resource) && !this.isNode(resource))
  }
}

/** The parent that an alert names; one that names the alert's own resource is none (decisions.md 4). */
function statedParent({ resource, resourceParent }: ChainStart): string | undefined {
  return resourceParent === null || resourceParent === '' || resourceParent === resource ? undefined : resourceParent
}
