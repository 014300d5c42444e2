import type { ReactNode } from 'react'
import type { TopologyReport } from '../../api/import.js'

/** The counters of one row of a report. */
export interface CountersRow {
  readonly key: string
  readonly name: ReactNode
  readonly kind: CountedKind
  readonly counters: {
    readonly create: number
    readonly update?: number
    readonly remove?: number
    readonly unchanged: number
  }
}

/** How many things of a kind an import removes, such as 3 `relations`. */
export interface RemovedCount {
  readonly count: number
  /** The kind of the things, in the singular if `count` is 1, otherwise in the plural. */
  readonly words: string
}

/**
 * The kinds of things that reports count, each in the singular and the plural. The kind whose removal matters most is
 * first.
 */
const KIND_WORDS = {
  relations: ['relation', 'relations'],
  nodes: ['node', 'nodes'],
  edges: ['edge', 'edges'],
  'redundancy rules': ['redundancy rule', 'redundancy rules'],
  'weight policies': ['weight policy', 'weight policies'],
  'catalog services': ['catalog service', 'catalog services'],
} as const
export type CountedKind = keyof typeof KIND_WORDS

/** Counts what an import removes, by kind. Leaves out the kinds of which it removes nothing. */
export function countRemovals(rows: readonly CountersRow[]): readonly RemovedCount[] {
  return Object.entries(KIND_WORDS).flatMap(([kind, [one, many]]) => {
    const ofKind = rows.filter((row) => row.kind === kind)
    const count = ofKind.reduce((sum, { counters }) => sum + (counters.remove ?? 0), 0)
    return count === 0 ? [] : [{ count, words: count === 1 ? one : many }]
  })
}

/**
 * Formats counts, such as `3 relations and 1 node`. Edges are removed together with their nodes, so they are named only
 * if nothing else is removed.
 */
export function formatRemovals(counts: readonly RemovedCount[]): string {
  const others = counts.filter(({ words }) => words !== 'edge' && words !== 'edges')
  const texts = (others.length > 0 ? others : counts).map(({ count, words }) => `${count.toLocaleString()} ${words}`)
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : (texts[0] ?? '')
}

export function sumRemovals(counts: readonly RemovedCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

/**
 * Whether an import of topology files did what its plan said. The function compares the two reports without the fields
 * that only the import can fill, such as the ids of new topologies.
 */
export function isAsPlanned(plan: TopologyReport, done: TopologyReport): boolean {
  return JSON.stringify(selectComparable(plan)) === JSON.stringify(selectComparable(done))
}

function selectComparable({ previews }: TopologyReport): unknown {
  return previews.map(({ topology, ...rest }) => [topology.service, topology.action, rest])
}
