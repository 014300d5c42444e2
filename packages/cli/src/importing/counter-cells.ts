import type { Counters } from '@opsgraph/core'
import { type Cell, number, type Style } from '../text.js'

export const COUNTERS = ['create', 'update', 'remove', 'unchanged'] as const

const STYLES: Readonly<Record<(typeof COUNTERS)[number], Style>> = {
  create: 'green',
  update: 'yellow',
  remove: 'red',
  unchanged: 'dim',
}

/** A row of headings. */
export function headCells(...texts: readonly string[]): readonly Cell[] {
  return texts.map((text) => ({ text, style: 'bold' }))
}

/** The cells of the counters, in the order of `COUNTERS`. */
export function counterCells(counters: Counters): readonly Cell[] {
  return COUNTERS.map((name) => ({
    text: number(counters[name]),
    style: counters[name] === 0 ? 'dim' : STYLES[name],
  }))
}

/** Whether the counters show any change. */
export function touches({ create, update, remove }: Counters): boolean {
  return create + update + remove > 0
}

export function totalOf(all: readonly Counters[]): Counters {
  const sum = { create: 0, update: 0, remove: 0, unchanged: 0 }
  for (const counters of all) for (const name of COUNTERS) sum[name] += counters[name]
  return sum
}
