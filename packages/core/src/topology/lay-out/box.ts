import { compareNames } from '../../name.js'
import type { GraphInput } from '../graph.js'
import { indexGraph } from '../graph-index.js'
import type { DrawnNode, NodeKind, Position } from '../node.js'
import { isOnCanvas } from './canvas.js'

/** A node while its graph is laid out. */
export interface Box {
  readonly id: string
  readonly kind: NodeKind
  /** Its place in the order of labels: what decides where nothing else does. */
  readonly rank: number
  /** Whether it is to be placed; the others never move. */
  readonly isNew: boolean
  readonly parents: readonly Box[]
  readonly children: readonly Box[]
  /** Where it stands; `undefined` = not placed yet, or beyond the canvas. */
  position: Position | undefined
  /** Its column, while its block is drawn; fractions are columns too. `undefined` = none yet, or nowhere. */
  column: number | undefined
}

/**
 * The nodes of a graph by label, then id: whatever follows does not depend on the order in which nodes and edges came.
 *
 * @param fixed the ids of the nodes that stay where they are
 */
export function boxesOf({ nodes, edges }: GraphInput, fixed: ReadonlySet<string>): readonly Box[] {
  const index = indexGraph({ nodes: nodes.toSorted(compareNodes), edges })
  const boxes = index.nodes.map((node, rank) => newBox(node, rank, !fixed.has(node.id)))
  // Children by rank, and so their parents by rank: the sums that are made of them are the same to the last bit.
  for (const [rank, numbers] of index.children.entries()) {
    for (const number of numbers.toSorted((left, right) => left - right)) join(boxes[rank], boxes[number])
  }
  return boxes
}

type OpenBox = Box & { readonly parents: Box[]; readonly children: Box[] }

function newBox({ id, kind, position }: DrawnNode, rank: number, isNew: boolean): OpenBox {
  const stands = !isNew && isOnCanvas(position)
  return {
    ...{ id, kind, rank, isNew, parents: [], children: [] },
    position: stands ? position : undefined,
    column: undefined,
  }
}

function join(parent: OpenBox | undefined, child: OpenBox | undefined): void {
  if (parent === undefined || child === undefined) return
  parent.children.push(child)
  child.parents.push(parent)
}

function compareNodes(left: DrawnNode, right: DrawnNode): number {
  return compareNames(left.label, right.label) || compareNames(left.id, right.id)
}
