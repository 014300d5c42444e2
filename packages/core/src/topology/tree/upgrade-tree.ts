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
   * `nodes[<id>]` and `edges[2]` become paths such as `tree.children[0].children[2]`. If a node occurs several times in
   * the tree, the path is that of its first occurrence. The new ids and the indexes do not occur in the tree, so
   * messages name nodes by label, and the issue has no `subject`.
   */
  readonly translateIssue: (issue: GraphIssue) => GraphIssue
}

/**
 * Converts a tree of an earlier release into nodes and edges with new ids. The nodes are listed depth-first: each node,
 * then all nodes below it, then its next sibling. Nodes of a tree have the form `{type, label or name, children, icon?,
 * params?, hierarchyConfig?, position?}`; `null` counts as missing (rules.md#trees-of-an-earlier-release).
 *
 * Trees identify an environment or a resource by its name. If a name occurs several times, it becomes one node with
 * several parents. The first occurrence defines the fields of the node, and every occurrence adds children. If a node
 * is below itself, the graph has a cycle, and `validateGraph` refuses the graph. This function does not recurse,
 * because the depth depends on the input.
 */
export function upgradeTree(tree: unknown, newId: () => string): UpgradedTree {
  const upgrade = new TreeConverter(tree, newId)
  return {
    graph: { nodes: upgrade.nodes.slice(0, LIMITS.topologyNodes), edges: upgrade.edges },
    issues: upgrade.issues.list,
    translateIssue: (issue) => upgrade.translateIssue(issue),
  }
}

/**
 * All faults of a tree: first the faults of the tree itself, then the faults of its nodes and edges. If the tree is too
 * large, it was not read completely, so the faults of nodes and edges are left out.
 *
 * @param found the faults of the nodes and edges
 */
export function treeFaults(
  { issues, translateIssue }: Pick<UpgradedTree, 'issues' | 'translateIssue'>,
  found: readonly GraphIssue[],
): readonly GraphIssue[] {
  if (issues.some(({ code }) => code === 'tooLarge')) return issues
  return [...issues, ...found.map(translateIssue)]
}

/** A list of children, the parent of these children, and how far the list has been read. */
interface TreeBranch {
  readonly parent: number
  readonly location: TreeLocation
  readonly children: readonly unknown[]
  next: number
}

type TreeNode = Readonly<Record<string, unknown>>

class TreeConverter {
  readonly nodes: unknown[] = []
  readonly edges: { readonly source: string; readonly target: string }[] = []
  readonly issues = new IssueList<GraphCode>()
  readonly #newId: () => string
  readonly #ids: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #nodeLocations: TreeLocation[] = []
  readonly #edgeLocations: TreeLocation[] = []
  /** The indexes of the nodes of environments and of resources. The key is the text that {@link identityOf} returns. */
  readonly #named = new Map<string, number>()
  readonly #connected = new Set<number>()
  /** The branches from the root to the current node. */
  readonly #branches: TreeBranch[] = []

  constructor(tree: unknown, newId: () => string) {
    this.#newId = newId
    this.#visit(tree, ROOT_LOCATION, undefined)
    for (let branch = this.#branches.at(-1); branch !== undefined; branch = this.#branches.at(-1)) {
      if (this.#isTooLarge()) return
      this.#visitNextChild(branch)
    }
  }

  translateIssue(issue: GraphIssue): GraphIssue {
    const message = issue.message.replace(/[^\s,]+/g, (word) => this.#labelOf(word))
    return { code: issue.code, path: this.#locationOf(issue), message }
  }

  /** Returns the quoted label of the node whose id is `word`; returns other words unchanged. */
  #labelOf(word: string): string {
    const number = this.#numbers.get(word)
    const node = number === undefined ? undefined : this.nodes[number]
    const label = isObject(node) ? node.label : undefined
    return typeof label === 'string' ? `"${truncateForMessage(normalizeName(label))}"` : word
  }

  #locationOf({ code, path, subject }: GraphIssue): string {
    const locations = subject?.kind === 'edge' ? this.#edgeLocations : this.#nodeLocations
    const location = locations[subject?.index ?? -1]
    // A cycle is not at a single place in the tree, so an issue about a cycle gets the path of the whole tree.
    if (location === undefined || code === 'cycle') return 'tree'
    return `${formatLocation(location)}${path.endsWith('].label') ? '.label' : ''}`
  }

  #visitNextChild(branch: TreeBranch): void {
    const { parent, location, children, next } = branch
    branch.next++
    if (next === children.length) this.#branches.pop()
    else this.#visit(children[next], { parent: location, childIndex: next }, parent)
  }

  /** Adds the node if its name is new, adds the edge from its parent, and continues with its children. */
  #visit(value: unknown, location: TreeLocation, parent: number | undefined): void {
    if (!isObject(value)) {
      // Added as it is, because `readGraph` refuses it later.
      this.#add(value, location)
      return
    }
    const number = this.#numberOf(value, location)
    if (parent !== undefined) this.#connect(parent, number, location)
    const children = ownValue(value, 'children') ?? []
    if (Array.isArray(children)) this.#branches.push({ parent: number, location, children, next: 0 })
    else this.issues.add('invalidNode', `${formatLocation(location)}.children`, 'the children of a node must be a list')
  }

  #numberOf(node: TreeNode, location: TreeLocation): number {
    const name = identityOf(node)
    const existing = name === undefined ? undefined : this.#named.get(name)
    if (existing !== undefined) return existing
    const id = this.#newId()
    const number = this.#add(toNode(node, id), location, id)
    if (name !== undefined) this.#named.set(name, number)
    return number
  }

  #add(node: unknown, location: TreeLocation, id = ''): number {
    const number = this.nodes.push(node) - 1
    this.#ids.push(id)
    this.#numbers.set(id, number)
    this.#nodeLocations.push(location)
    return number
  }

  #connect(parent: number, child: number, location: TreeLocation): void {
    const pair = parent * (LIMITS.topologyNodes + 1) + child
    if (this.#connected.has(pair)) return
    this.#connected.add(pair)
    this.edges.push({ source: this.#ids[parent] ?? '', target: this.#ids[child] ?? '' })
    this.#edgeLocations.push(location)
  }

  /**
   * True if reading must stop, because there are `LIMITS.issues` faults, or too many nodes or levels. Levels have the
   * same limit as nodes: a tree with more levels also has more nodes than the limit, or contains a cycle.
   */
  #isTooLarge(): boolean {
    const { topologyNodes } = LIMITS
    if (this.issues.isFull) return true
    if (this.nodes.length <= topologyNodes && this.#branches.length <= topologyNodes) return false
    const what = this.nodes.length > topologyNodes ? 'nodes' : 'levels'
    const message = `a topology has at most ${topologyNodes} nodes, this tree has more ${what}`
    this.issues.add('tooLarge', 'tree', message)
    return true
  }
}

/**
 * A text that identifies a node: if it is equal at several places in a tree, these are occurrences of the same node.
 * `undefined` for nodes that are not identified by name.
 */
function identityOf(node: TreeNode): string | undefined {
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
 * The location of a node in a tree: the location of its parent node, and the index of the node among the children of
 * this parent. The root has no parent.
 */
export interface TreeLocation {
  readonly parent: TreeLocation | undefined
  readonly childIndex: number
}

export const ROOT_LOCATION: TreeLocation = { parent: undefined, childIndex: 0 }

/** A shortened path shows this many levels at its beginning and at its end. A tree may have thousands of levels. */
const MAX_SHOWN_LEVELS = 10

/** Formats the path of a location, for example `tree.children[0].children[2]`. Leaves out the middle of a long path. */
export function formatLocation(location: TreeLocation): string {
  const levels: string[] = []
  for (let at = location; at.parent !== undefined; at = at.parent) levels.push(`.children[${at.childIndex}]`)
  levels.reverse()
  if (levels.length <= 2 * MAX_SHOWN_LEVELS) return `tree${levels.join('')}`
  return `tree${levels.slice(0, MAX_SHOWN_LEVELS).join('')}…${levels.slice(-MAX_SHOWN_LEVELS).join('')}`
}
