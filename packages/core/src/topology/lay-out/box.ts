import { compareNames } from '../../name.js'
import type { DrawnNode, GraphInput, NodeKind, Position } from '../graph.js'
import { indexGraph } from '../graph-index.js'
import { isOnCanvas } from './canvas.js'

/** A node during the lay-out. */
export interface Box {
  readonly id: string
  readonly kind: NodeKind
  /**
   * The index of the box in the list of all boxes, sorted by label, then id. This index decides the order of boxes that
   * are otherwise equal.
   */
  readonly rank: number
  /** True if the lay-out chooses the position of the box. Other boxes never move. */
  readonly isNew: boolean
  readonly parents: readonly Box[]
  readonly children: readonly Box[]
  /**
   * `undefined` for a new node until the lay-out chooses a position, and for a fixed node beyond `MAX_COORDINATE`.
   */
  position: Position | undefined
  /**
   * The column of the box in its row while a block is laid out. It may be a fraction. `undefined` = the box has no
   * column yet.
   */
  column: number | undefined
}

/**
 * The nodes of a graph as boxes, sorted by label, then id. So the result of the lay-out does not depend on the order of
 * nodes and edges in the input.
 *
 * @param fixed the ids of the nodes that do not move
 */
export function createBoxes({ nodes, edges }: GraphInput, fixed: ReadonlySet<string>): readonly Box[] {
  const index = indexGraph({ nodes: nodes.toSorted(compareNodes), edges })
  const boxes = index.nodes.map((node, rank) => newBox(node, rank, !fixed.has(node.id)))
  // Adds children and parents in the order of their ranks, so that floating-point sums over them are always identical.
  for (const [rank, numbers] of index.children.entries()) {
    for (const number of numbers.toSorted((left, right) => left - right)) connect(boxes[rank], boxes[number])
  }
  return boxes
}

type MutableBox = Box & { readonly parents: Box[]; readonly children: Box[] }

function newBox({ id, kind, position }: DrawnNode, rank: number, isNew: boolean): MutableBox {
  const isFixed = !isNew && isOnCanvas(position)
  return {
    ...{ id, kind, rank, isNew, parents: [], children: [] },
    position: isFixed ? position : undefined,
    column: undefined,
  }
}

function connect(parent: MutableBox | undefined, child: MutableBox | undefined): void {
  if (parent === undefined || child === undefined) return
  parent.children.push(child)
  child.parents.push(parent)
}

function compareNodes(left: DrawnNode, right: DrawnNode): number {
  return compareNames(left.label, right.label) || compareNames(left.id, right.id)
}
