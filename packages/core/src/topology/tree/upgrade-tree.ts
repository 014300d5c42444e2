import { IssueList } from '../../issue-list.js'
import { isObject, ownValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { normalizeName } from '../../name.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import type { SentGraph } from '../graph.js'
import type { GraphCode, GraphIssue } from '../graph-issue.js'

/** A tree of an earlier release as nodes and edges. */
export interface UpgradedTree {
  /**
   * The graph as input for `readGraph`, which reports faults of nodes. The graph is complete if there are no issues.
   */
  readonly graph: SentGraph
  /** Faults of the tree itself: children that are not a list, or too many nodes. */
  readonly issues: readonly GraphIssue[]
  /**
   * Translates an issue of `readGraph` or `validateGraph` into the terms of the tree. Paths such as `nodes[3].label`,
   * `nodes[<id>]` and `edges[2]` become paths such as `tree.children[0].children[2]`. If a node is at several places,
   * the path leads to the first place. The new ids and the indexes do not occur in the tree, so messages name nodes by
   * label, and the issue has no `subject`.
   */
  readonly inTree: (issue: GraphIssue) => GraphIssue
}

/**
 * Converts a tree of an earlier release into nodes and edges with new ids. The nodes are listed depth-first: each node,
 * then all nodes below it, then its next sibling. Nodes of a tree have the form `{type, label or name, children, icon?,
 * params?, hierarchyConfig?, position?}`; `null` counts as missing (rules.md#trees-of-an-earlier-release).
 *
 * Trees identify an environment or a resource by its name. If a name occurs at several places, it becomes one node with
 * several parents. The first place defines the fields of the node, and all places add children. If a node is below
 * itself, the graph has a cycle, and `validateGraph` refuses the graph. This function does not recurse, because the
 * depth depends on the input.
 */
export function upgradeTree(tree: unknown, newId: () => string): UpgradedTree {
  const upgrade = new TreeUpgrade(tree, newId)
  return {
    graph: { nodes: upgrade.nodes.slice(0, LIMITS.topologyNodes), edges: upgrade.edges },
    issues: upgrade.issues.list,
    inTree: (issue) => upgrade.inTree(issue),
  }
}

/**
 * All faults of a tree: first the faults of the tree itself, then `found`, the faults of its nodes and edges. If the
 * tree is too large, it was not read completely, so `found` is left out.
 */
export function treeFaults(
  { issues, inTree }: Pick<UpgradedTree, 'issues' | 'inTree'>,
  found: readonly GraphIssue[],
): readonly GraphIssue[] {
  if (issues.some(({ code }) => code === 'tooLarge')) return issues
  return [...issues, ...found.map(inTree)]
}

/** A list of children that is still to be read, and the parent of these children. */
interface Branch {
  readonly parent: number
  readonly place: TreeLocation
  readonly children: readonly unknown[]
  next: number
}

type TreeNode = Readonly<Record<string, unknown>>

class TreeUpgrade {
  readonly nodes: unknown[] = []
  readonly edges: { readonly source: string; readonly target: string }[] = []
  readonly issues = new IssueList<GraphCode>()
  readonly #newId: () => string
  readonly #ids: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #nodePlaces: TreeLocation[] = []
  readonly #edgePlaces: TreeLocation[] = []
  /** The indexes of the nodes of environments and of resources. The key is the text that {@link nameOf} returns. */
  readonly #known = new Map<string, number>()
  readonly #joined = new Set<number>()
  /** The branches from the root to the current place. */
  readonly #trail: Branch[] = []

  constructor(tree: unknown, newId: () => string) {
    this.#newId = newId
    this.#enter(tree, ROOT, undefined)
    for (let branch = this.#trail.at(-1); branch !== undefined; branch = this.#trail.at(-1)) {
      if (this.#isTooLarge()) return
      this.#step(branch)
    }
  }

  inTree(issue: GraphIssue): GraphIssue {
    const message = issue.message.replace(/[^\s,]+/g, (word) => this.#labelOf(word))
    return { code: issue.code, path: this.#placeOf(issue), message }
  }

  /** Returns the quoted label of the node whose id is `word`; returns other words unchanged. */
  #labelOf(word: string): string {
    const number = this.#numbers.get(word)
    const node = number === undefined ? undefined : this.nodes[number]
    const label = isObject(node) ? node.label : undefined
    return typeof label === 'string' ? `"${truncateForMessage(normalizeName(label))}"` : word
  }

  #placeOf({ code, path, subject }: GraphIssue): string {
    const places = subject?.kind === 'edge' ? this.#edgePlaces : this.#nodePlaces
    const place = places[subject?.index ?? -1]
    // A cycle is not at a single place in the tree, so an issue about a cycle gets the path of the whole tree.
    if (place === undefined || code === 'cycle') return 'tree'
    return `${pathOf(place)}${path.endsWith('].label') ? '.label' : ''}`
  }

  #step(branch: Branch): void {
    const { parent, place, children, next } = branch
    branch.next++
    if (next === children.length) this.#trail.pop()
    else this.#enter(children[next], { parent: place, step: next }, parent)
  }

  /** Adds the node if its name is new, adds the edge from its parent, and continues with its children. */
  #enter(value: unknown, place: TreeLocation, parent: number | undefined): void {
    if (!isObject(value)) {
      // `readGraph` refuses this value later.
      this.#add(value, place)
      return
    }
    const number = this.#numberOf(value, place)
    if (parent !== undefined) this.#join(parent, number, place)
    const children = ownValue(value, 'children') ?? []
    if (Array.isArray(children)) this.#trail.push({ parent: number, place, children, next: 0 })
    else this.issues.add('invalidNode', `${pathOf(place)}.children`, 'the children of a node must be a list')
  }

  #numberOf(node: TreeNode, place: TreeLocation): number {
    const name = nameOf(node)
    const known = name === undefined ? undefined : this.#known.get(name)
    if (known !== undefined) return known
    const id = this.#newId()
    const number = this.#add(toNode(node, id), place, id)
    if (name !== undefined) this.#known.set(name, number)
    return number
  }

  #add(node: unknown, place: TreeLocation, id = ''): number {
    const number = this.nodes.push(node) - 1
    this.#ids.push(id)
    this.#numbers.set(id, number)
    this.#nodePlaces.push(place)
    return number
  }

  #join(parent: number, child: number, place: TreeLocation): void {
    const pair = parent * (LIMITS.topologyNodes + 1) + child
    if (this.#joined.has(pair)) return
    this.#joined.add(pair)
    this.edges.push({ source: this.#ids[parent] ?? '', target: this.#ids[child] ?? '' })
    this.#edgePlaces.push(place)
  }

  /**
   * True if reading must stop, because there are `LIMITS.issues` faults, or too many nodes or levels. Levels have the
   * same limit as nodes. A tree with more levels than this limit also has more nodes than this limit, or contains a
   * cycle.
   */
  #isTooLarge(): boolean {
    const { topologyNodes } = LIMITS
    if (this.issues.isFull) return true
    if (this.nodes.length <= topologyNodes && this.#trail.length <= topologyNodes) return false
    const what = this.nodes.length > topologyNodes ? 'nodes' : 'levels'
    const message = `a topology has at most ${topologyNodes} nodes, this tree has more ${what}`
    this.issues.add('tooLarge', 'tree', message)
    return true
  }
}

/**
 * A text that identifies a node: two places of a tree with the same text are the same node. `undefined` for nodes that
 * are not identified by name.
 */
function nameOf(node: TreeNode): string | undefined {
  const type = ownValue(node, 'type')
  const label = labelOf(node)
  if ((type !== 'environment' && type !== 'resource') || typeof label !== 'string') return undefined
  return `${type} ${normalizeName(label)}`
}

function labelOf(node: TreeNode): unknown {
  return ownValue(node, 'label') ?? ownValue(node, 'name')
}

function toNode(node: TreeNode, id: string): TreeNode {
  return {
    id,
    kind: ownValue(node, 'type'),
    label: labelOf(node),
    icon: ownValue(node, 'icon') ?? undefined,
    params: ownValue(node, 'params') ?? undefined,
    hierarchyConfig: ownValue(node, 'hierarchyConfig') ?? undefined,
    position: ownValue(node, 'position') ?? undefined,
  }
}

/**
 * The place of a node in a tree: `parent` is the place of the parent node, and `step` is the index of the node among
 * the children of this parent. The root has no parent.
 */
export interface TreeLocation {
  readonly parent: TreeLocation | undefined
  readonly step: number
}

export const ROOT: TreeLocation = { parent: undefined, step: 0 }

/**
 * The number of steps that a shortened path shows at its beginning and at its end. A tree may be thousands of levels
 * deep.
 */
const SHOWN_STEPS = 10

/** The path of a place, for example `tree.children[0].children[2]`. The middle of a long path is left out. */
export function pathOf(place: TreeLocation): string {
  const steps: string[] = []
  for (let at = place; at.parent !== undefined; at = at.parent) steps.push(`.children[${at.step}]`)
  steps.reverse()
  if (steps.length <= 2 * SHOWN_STEPS) return `tree${steps.join('')}`
  return `tree${steps.slice(0, SHOWN_STEPS).join('')}…${steps.slice(-SHOWN_STEPS).join('')}`
}
