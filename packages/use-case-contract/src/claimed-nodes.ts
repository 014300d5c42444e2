interface ClaimedNode {
  /** The type that each source states, in the order in which the sources first stated the node. */
  readonly types: Map<string, string>
  shown: string
}

/** An edge of a topology between two resources: `[parent, resource]`. */
export type DrawnEdge = readonly [string, string]

/**
 * The topology of one service: its nodes with their claims. It follows the rules without any optimization
 * (rules.md#claims-of-nodes).
 */
export class ClaimedNodes {
  readonly nodes = new Map<string, ClaimedNode>()
  /** The sources that claim the environment node; `undefined` if there is no such node. */
  environment: Set<string> | undefined
  /** The id, the time of the last save, and the edges are not modeled, but copied from the stored topology. */
  id = ''
  time = 0
  edges: readonly DrawnEdge[] = []

  /** @param type `undefined` if the source repeats the type that it has stated before */
  state(resource: string, source: string, type: string | undefined): void {
    this.environment = (this.environment ?? new Set()).add(source)
    const node = this.nodes.get(resource) ?? { types: new Map(), shown: '' }
    this.nodes.set(resource, node)
    const before = node.types.get(source) ?? ''
    node.types.set(source, type ?? before)
    if (type === '') withdrawType(node, before)
    else if (type !== undefined) stateType(node, { source, before, type })
  }

  /** Withdraws the claims of a source on nodes that its file does not list. A node without claims is removed. */
  withdrawUnlisted(source: string, listed: ReadonlySet<string>): void {
    for (const [resource, node] of this.nodes) {
      const type = node.types.get(source)
      if (type === undefined || listed.has(resource)) continue
      node.types.delete(source)
      withdrawType(node, type)
      if (node.types.size === 0) this.nodes.delete(resource)
    }
    if (listed.size > 0 || this.environment === undefined) return
    const isLast = this.environment.has(source) && this.environment.size === 1
    if (!isLast) this.environment.delete(source)
    else if (this.nodes.size === 0) this.environment = undefined
  }

  rename(from: string, to: string): void {
    const [own, met] = [this.nodes.get(from), this.nodes.get(to)]
    this.nodes.delete(from)
    if (own !== undefined && met === undefined) this.nodes.set(to, own)
    for (const [source, type] of own?.types ?? []) if (met?.types.has(source) === false) met.types.set(source, type)
  }

  /** Whether the edges would form a cycle if two nodes became one. */
  wouldLoop(from: string, to: string): boolean {
    if (!this.nodes.has(from) || !this.nodes.has(to)) return false
    const renamed = (name: string) => (name === from ? to : name)
    const moved = this.edges.map(([parent, resource]): DrawnEdge => [renamed(parent), renamed(resource)])
    return isCyclic(moved.filter(([parent, resource]) => parent !== resource))
  }
}

export function isCyclic(edges: readonly DrawnEdge[]): boolean {
  const reaches = (from: string, seen: readonly string[]): boolean =>
    seen.includes(from) || edges.some(([parent, resource]) => parent === from && reaches(resource, [...seen, from]))
  return edges.some(([parent]) => reaches(parent, []))
}

interface Restated {
  readonly source: string
  readonly before: string
  readonly type: string
}

/**
 * A node shows a type that a source states newly. It shows a repeated type only if no other source states the type that
 * it shows now (rules.md#claims-of-nodes-5).
 */
function stateType(node: ClaimedNode, { source, before, type }: Restated): void {
  const isStated = [...node.types].some(([other, stated]) => other !== source && stated !== '' && stated === node.shown)
  if (before !== type || !isStated) node.shown = type
}

/**
 * If the shown type is withdrawn, the node shows the type of the first source that states one
 * (rules.md#claims-of-nodes-6).
 */
function withdrawType(node: ClaimedNode, type: string): void {
  if (type === '' || node.shown !== type) return
  node.shown = [...node.types.values()].find((other) => other !== '') ?? ''
}
