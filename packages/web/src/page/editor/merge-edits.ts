import type { DrawnNode, Edge, JsonObject, JsonValue } from '@opsgraph/core'
import { groupBy, isSameJson } from '@opsgraph/core/pure'
import type { EditedTopology } from '../../api/topologies.js'
import { identifyEdge } from './edit.js'

/** The three versions that a merge compares. */
interface Versions {
  /** The version from which both users started. */
  readonly base: EditedTopology
  readonly mine: EditedTopology
  readonly theirs: EditedTopology
}

/**
 * Merges my changes into the version of another user (a three-way merge). A value that only the other user changed is
 * taken from their version; a value that both changed is taken from mine. A node that the other user removed is
 * restored if I changed it or added an edge from or to it, or if a restored node needs it as a parent. Moving a node
 * does not count as a change. The result may break a rule that neither version breaks: for example, the edges that the
 * two users added may form a cycle.
 */
export function mergeEdits(versions: Versions): EditedTopology {
  const { base, mine, theirs } = versions
  const restored = findRestoredNodes(versions)
  const nodes = mergeNodes(versions, restored)
  return {
    name: mergeValue(base.name, mine.name, theirs.name),
    description: mergeValue(base.description, mine.description, theirs.description),
    orientation: mergeValue(base.orientation, mine.orientation, theirs.orientation),
    nodes,
    edges: mergeEdges(versions, new Set(nodes.map(({ id }) => id)), restored),
  }
}

function mergeValue<Value extends JsonValue>(base: Value, mine: Value, theirs: Value): Value {
  return isSameJson(base, mine) ? theirs : mine
}

/** Merges versions of an object key by key. The value of each key is merged by the rules of {@link mergeValue}. */
function mergeObject<Value extends JsonObject>(base: Value, mine: Value, theirs: Value): Value {
  const changed = (key: string) => {
    const [before, after] = [Object.hasOwn(base, key), Object.hasOwn(mine, key)]
    return before !== after || (after && !isSameJson(base[key] ?? null, mine[key] ?? null))
  }
  return Object.fromEntries([
    ...Object.entries(theirs).filter(([key]) => !changed(key)),
    ...Object.entries(mine).filter(([key]) => changed(key)),
  ]) as Value
}

function mergeNodes({ base, mine, theirs }: Versions, restored: ReadonlySet<string>): readonly DrawnNode[] {
  const [before, own, stored] = [indexById(base), indexById(mine), indexById(theirs)]
  return [
    ...theirs.nodes.flatMap((node) => {
      const [original, changed] = [before.get(node.id), own.get(node.id)]
      if (changed === undefined) return original === undefined ? [node] : []
      return [original === undefined ? changed : mergeNode(original, changed, node)]
    }),
    ...mine.nodes.filter(({ id }) => !stored.has(id) && (!before.has(id) || restored.has(id))),
  ]
}

function mergeNode(base: DrawnNode, mine: DrawnNode, theirs: DrawnNode): DrawnNode {
  return {
    id: theirs.id,
    kind: mergeValue(base.kind, mine.kind, theirs.kind),
    label: mergeValue(base.label, mine.label, theirs.label),
    icon: mergeValue(base.icon, mine.icon, theirs.icon),
    params: mergeObject(base.params, mine.params, theirs.params),
    hierarchyConfig: mergeObject(base.hierarchyConfig, mine.hierarchyConfig, theirs.hierarchyConfig),
    position: mergeValue({ ...base.position }, { ...mine.position }, { ...theirs.position }),
  }
}

function mergeEdges(
  { base, mine, theirs }: Versions,
  nodes: ReadonlySet<string>,
  restored: ReadonlySet<string>,
): readonly Edge[] {
  const [before, own, stored] = [identifyEdges(base), identifyEdges(mine), identifyEdges(theirs)]
  const stays = (edge: Edge) => own.has(identifyEdge(edge)) || !before.has(identifyEdge(edge))
  const isMine = (edge: Edge) =>
    !stored.has(identifyEdge(edge)) &&
    (!before.has(identifyEdge(edge)) || restored.has(edge.source) || restored.has(edge.target))
  const edges = [...theirs.edges.filter(stays), ...mine.edges.filter(isMine)]
  return edges.filter(({ source, target }) => nodes.has(source) && nodes.has(target))
}

/**
 * Returns the nodes that the other user removed but that my changes need. If all parents of such a node were removed
 * too, the result also contains the parents, so that the node is connected.
 */
function findRestoredNodes({ base, mine, theirs }: Versions): ReadonlySet<string> {
  const [before, pairs, stored] = [indexById(base), identifyEdges(base), indexById(theirs)]
  const removed = new Set(mine.nodes.filter(({ id }) => before.has(id) && !stored.has(id)).map(({ id }) => id))
  const connected = mine.edges
    .filter((edge) => !pairs.has(identifyEdge(edge)))
    .flatMap(({ source, target }) => [source, target])
  const changed = mine.nodes.filter((node) => isChanged(before.get(node.id), node)).map(({ id }) => id)
  const parents = groupBy(mine.edges, ({ target }) => target)
  const restored = new Set<string>()
  const wanted = [...changed, ...connected].filter((id) => removed.has(id))
  for (const id of wanted) {
    if (restored.has(id)) continue
    restored.add(id)
    const above = (parents.get(id) ?? []).map(({ source }) => source)
    if (above.every((parent) => removed.has(parent))) wanted.push(...above)
  }
  return restored
}

function isChanged(before: DrawnNode | undefined, after: DrawnNode): boolean {
  if (before === undefined || before === after) return false
  return (['kind', 'label', 'icon', 'params', 'hierarchyConfig'] as const).some(
    (field) => !isSameJson(before[field], after[field]),
  )
}

function indexById({ nodes }: EditedTopology): ReadonlyMap<string, DrawnNode> {
  return new Map(nodes.map((node) => [node.id, node]))
}

function identifyEdges({ edges }: EditedTopology): ReadonlySet<string> {
  return new Set(edges.map(identifyEdge))
}
