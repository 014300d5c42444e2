import type { ReactNode } from 'react'

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
  /** The kind of the things, in the number that belongs to `count`. */
  readonly words: string
}

/** What reports count: the words for one and for several. What hurts most when it goes is first. */
const WORDS = {
  relations: ['relation', 'relations'],
  nodes: ['node', 'nodes'],
  edges: ['edge', 'edges'],
  'redundancy rules': ['redundancy rule', 'redundancy rules'],
  'weight policies': ['weight policy', 'weight policies'],
  'catalog services': ['catalog service', 'catalog services'],
} as const
export type CountedKind = keyof typeof WORDS

/** How much an import removes of each kind, without the kinds of which it removes nothing. */
export function countRemovals(rows: readonly CountersRow[]): readonly RemovedCount[] {
  return Object.entries(WORDS).flatMap(([kind, [one, many]]) => {
    const ofKind = rows.filter((row) => row.kind === kind)
    const count = ofKind.reduce((sum, { counters }) => sum + (counters.remove ?? 0), 0)
    return count === 0 ? [] : [{ count, words: count === 1 ? one : many }]
  })
}

/** Such as `3 relations and 1 node`. Edges are named only if nothing else goes: they go with their nodes. */
export function formatRemovals(counts: readonly RemovedCount[]): string {
  const others = counts.filter(({ words }) => words !== 'edge' && words !== 'edges')
  const texts = (others.length > 0 ? others : counts).map(({ count, words }) => `${count.toLocaleString()} ${words}`)
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : (texts[0] ?? '')
}

export function sumRemovals(counts: readonly RemovedCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
