import { type ChangeSet, type Revision, revisedFields } from '../change-set.js'
import type { Node } from '../topology/graph.js'
import { keepClaims } from '../topology/node-claims.js'
import type { OptionalField, TopologyDocument } from './read-document.js'
import type { TopologyImportOptions } from './topology-import-options.js'

export interface RequestedNodes {
  readonly document: TopologyDocument
  readonly stored: readonly Node[]
  readonly matches: ReadonlyMap<string, Node>
  readonly idOf: ReadonlyMap<string, string>
  readonly options: Pick<TopologyImportOptions, 'mode' | 'positions'>
}

export type NodeChanges = ChangeSet<Node, Revision<Node>>

export interface NodePlan {
  /** All nodes of the topology after the import. New nodes without a position have (0, 0) until they are laid out. */
  readonly nodes: readonly Node[]
  readonly changes: NodeChanges
  /** The ids of the new nodes for which the file has no position. */
  readonly unplaced: ReadonlySet<string>
  /** The number of nodes that keep their stored position although the file has another position. */
  readonly positionsKept: number
}

/**
 * Plans the nodes of a topology (rules.md#imported-nodes). Stored nodes keep their places in the list and new nodes
 * come last, so that few database rows change.
 */
export function planNodes({ document, stored, matches, idOf, options }: RequestedNodes): NodePlan {
  const isMerge = options.mode === 'merge'
  const requested = document.graph.nodes.map((drawn) => ({
    drawn: { ...drawn, id: idOf.get(drawn.id) ?? drawn.id },
    missing: document.missingFields.get(drawn.id) ?? NO_FIELDS,
    match: matches.get(drawn.id),
  }))
  const added = requested.filter(({ match }) => match === undefined)
  const create = added.map(({ drawn }) => drawn)
  const found = requested.flatMap(({ drawn, missing, match }) =>
    match === undefined
      ? []
      : {
          ...{ drawn, missing, match },
          node: keepClaims({ ...drawn, ...pickFields(match, fieldsToKeep(missing, options)) }, match),
        },
  )
  const after = new Map(found.map(({ match, node }) => [match, node]))
  const before = stored.flatMap((node) => after.get(node) ?? (isMerge ? [node] : []))
  const revisions = found.map(({ match, node }) => ({ stored: match, wanted: node }))
  const update = revisions.filter((revision) => revisedNodeFields(revision).length > 0)
  const remove = isMerge ? [] : stored.filter((node) => !after.has(node))
  return {
    nodes: [...before, ...create],
    changes: { create, update, remove, unchanged: before.length - update.length },
    unplaced: new Set(added.flatMap(({ drawn, missing }) => (missing.has('position') ? drawn.id : []))),
    positionsKept: found.filter(({ drawn, missing, node }) => !missing.has('position') && !isSamePosition(drawn, node))
      .length,
  }
}

const NO_FIELDS: ReadonlySet<OptionalField> = new Set()

/**
 * The fields that a stored node keeps. In replace mode, the node keeps only its position, and only if the file has no
 * position for it. In merge mode, the node keeps all fields that are missing in the file, and its position unless the
 * caller asks for the positions in the file.
 */
function fieldsToKeep(
  missing: ReadonlySet<OptionalField>,
  { mode, positions }: RequestedNodes['options'],
): ReadonlySet<OptionalField> {
  if (mode === 'replace') return missing.has('position') ? POSITION_ONLY : NO_FIELDS
  return positions === 'file' ? missing : new Set([...missing, 'position' as const])
}

const POSITION_ONLY: ReadonlySet<OptionalField> = new Set(['position'])

function pickFields(node: Node, fields: ReadonlySet<OptionalField>): Partial<Node> {
  return Object.fromEntries([...fields].map((field) => [field, node[field]]))
}

/** The fields of a node that a file may change. */
const NODE_FIELDS = ['id', 'label', 'icon', 'position', 'params', 'hierarchyConfig'] as const satisfies (keyof Node)[]
type NodeField = (typeof NODE_FIELDS)[number]

export function revisedNodeFields(revision: Revision<Node>): readonly NodeField[] {
  return revisedFields(NODE_FIELDS, revision)
}

function isSamePosition({ position: left }: Node, { position: right }: Node): boolean {
  return left.x === right.x && left.y === right.y
}
