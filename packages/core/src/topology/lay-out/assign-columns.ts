import type { Steps } from '../../steps.js'
import type { Box } from './box.js'
import { spread } from './spread.js'

/**
 * If a block has more boxes than this, a sweep takes more than a few milliseconds, so the lay-out yields between
 * sweeps.
 */
const LARGE_BLOCK_BOXES = 500

/** One row of a block (`splitIntoBlocks`), sorted by column. Neighbors are at least one column apart. */
export interface Row {
  readonly boxes: readonly Box[]
  /** True if this is the first row of a layer. All parents of the boxes of a layer are in earlier layers. */
  readonly startsLayer: boolean
}

/**
 * The number of sweeps. Each sweep goes down through all layers, and up again. More sweeps do not reduce crossings of
 * edges further.
 */
const SWEEP_COUNT = 4
/**
 * The minimum distance, in columns, between neighbors that do not have the same first parent. Neighbors with the same
 * first parent may be one column apart.
 */
const FAMILY_GAP = 1.25

/**
 * Divides a block into layers, and gives each box its column:
 * - Every box is in a later layer than its parents (longest path).
 * - Each sweep first goes down. On the way down, the boxes of a layer are ordered by the mean column of their parents
 *   and children (barycenter), and placed as near to this mean as possible.
 * - Then the sweep goes up again. On the way up, only the children count, so that parents are centered above their
 *   children.
 * - Parents and children outside of the block count too if they have a column.
 *
 * @param maxColumns returns the maximum number of columns for a layer with this many boxes. A layer with more boxes
 *   than columns gets several rows
 */
export function* assignColumns(block: readonly Box[], maxColumns: (count: number) => number): Steps<readonly Row[]> {
  const layers = divideIntoLayers(block)
  if (block.length > LARGE_BLOCK_BOXES) yield
  for (let sweep = 0; sweep < SWEEP_COUNT; sweep++) {
    for (const layer of layers) arrangeLayer(layer, meanOfNeighbors, maxColumns)
    if (block.length > LARGE_BLOCK_BOXES) yield
    for (const layer of layers.toReversed()) arrangeLayer(layer, meanOfChildren, maxColumns)
    if (block.length > LARGE_BLOCK_BOXES) yield
  }
  centerBlock(block)
  return layers.flatMap((layer) => rowsOf(divideIntoStacks(layer, maxColumns)))
}

/** Shifts the columns so that the middle of the block is at column 0. */
function centerBlock(block: readonly Box[]): void {
  const columns = block.map(({ column }) => column ?? 0)
  const middle = (Math.min(...columns) + Math.max(...columns)) / 2
  for (const box of block) box.column = (box.column ?? 0) - middle
}

/**
 * Divides a block into layers. Each box goes into the first layer after all of its parents. If an invalid graph has
 * cycles, parents that are in or below a cycle do not count.
 */
function divideIntoLayers(block: readonly Box[]): Box[][] {
  const layerOf = new Map(block.map((box) => [box, 0]))
  for (const box of parentsFirst(block)) {
    const next = (layerOf.get(box) ?? 0) + 1
    for (const child of box.children) {
      const layer = layerOf.get(child)
      if (layer !== undefined && layer < next) layerOf.set(child, next)
    }
  }
  const layers: Box[][] = []
  for (const [box, layer] of layerOf) {
    layers[layer] ??= []
    layers[layer].push(box)
  }
  return layers
}

/** The boxes of a block, each after its parents. Boxes of cycles and everything below them are left out. */
function parentsFirst(block: readonly Box[]): readonly Box[] {
  const inBlock = new Set(block)
  const missing = new Map(block.map((box) => [box, box.parents.filter((parent) => inBlock.has(parent)).length]))
  const ready = block.filter((box) => missing.get(box) === 0)
  for (const box of ready) {
    for (const child of box.children) {
      const missingParents = (missing.get(child) ?? 0) - 1
      missing.set(child, missingParents)
      if (missingParents === 0) ready.push(child)
    }
  }
  return ready
}

/**
 * The mean column of the parents and children that have a column. On the first sweep down, children in the block have
 * no column yet.
 */
function meanOfNeighbors({ parents, children, column }: Box): number {
  return meanColumn([...parents, ...children]) ?? column ?? 0
}

function meanOfChildren({ children, column }: Box): number {
  return meanColumn(children) ?? column ?? 0
}

function meanColumn(boxes: readonly Box[]): number | undefined {
  let sum = 0
  let count = 0
  for (const { column } of boxes) {
    if (column === undefined) continue
    sum += column
    count++
  }
  return count === 0 ? undefined : sum / count
}

/**
 * Sorts the boxes of a layer by the column that `targetOf` returns for each box, and gives each box a column as near to
 * this value as possible.
 */
function arrangeLayer(layer: Box[], targetOf: (box: Box) => number, maxColumns: (count: number) => number): void {
  const targets = new Map(layer.map((box) => [box, targetOf(box)]))
  const target = (box: Box) => targets.get(box) ?? 0
  layer.sort((left, right) => target(left) - target(right))
  const stacks = divideIntoStacks(layer, maxColumns)
  const columns = spread(
    stacks.map((boxes, index) => ({
      at: boxes.reduce((sum, box) => sum + target(box), 0) / boxes.length,
      gap: familyOf(stacks[index - 1]?.at(-1)) === familyOf(boxes[0]) ? 1 : FAMILY_GAP,
    })),
  )
  for (const [index, boxes] of stacks.entries()) for (const box of boxes) box.column = columns[index]
}

/**
 * Divides a layer into stacks. The boxes of a stack have the same column, but different rows. If all boxes fit side by
 * side, every stack has one box. Siblings share a stack if the stack has enough rows for them.
 */
function divideIntoStacks(layer: readonly Box[], maxColumns: (count: number) => number): readonly (readonly Box[])[] {
  const height = Math.ceil(layer.length / maxColumns(layer.length))
  const stacks: Box[][] = []
  let last: Box[] = []
  for (const family of familiesOf(layer)) {
    const isFitting = family.length <= height - last.length
    for (const [index, box] of family.entries()) {
      if ((index === 0 && !isFitting) || last.length === height || stacks.length === 0) {
        last = []
        stacks.push(last)
      }
      last.push(box)
    }
  }
  return stacks
}

function familiesOf(layer: readonly Box[]): readonly (readonly Box[])[] {
  const families: Box[][] = []
  for (const box of layer) {
    const last = families.at(-1)
    if (last !== undefined && familyOf(last[0]) === familyOf(box)) last.push(box)
    else families.push([box])
  }
  return families
}

function familyOf(box: Box | undefined): Box | undefined {
  return box?.parents[0]
}

function rowsOf(stacks: readonly (readonly Box[])[]): readonly Row[] {
  const rows: Box[][] = []
  for (const boxes of stacks) {
    for (const [index, box] of boxes.entries()) {
      rows[index] ??= []
      rows[index].push(box)
    }
  }
  return rows.map((boxes, index) => ({ boxes, startsLayer: index === 0 }))
}
