import type { Severity } from '@opsgraph/core/browser'
import { expect, it } from 'vitest'
import { type Standing, worstFirst } from './worst-first.js'

function standing(name: string, ...counts: readonly [Severity, number][]): Standing {
  const topology = { name } as Standing['topology']
  const open = counts.map(([severity, count]) => ({ severity, count }))
  return { topology, totals: { open, acknowledged: 0, silenced: 0 }, unassigned: 0, fault: undefined }
}

it('should put the worst severity first, then the higher count, then the name', () => {
  const sorted = [
    standing('b calm'),
    { ...standing('unknown'), totals: undefined },
    standing('a calm'),
    standing('warned', ['warning', 9]),
    standing('one critical', ['critical', 1], ['major', 9]),
    standing('two critical', ['critical', 2]),
  ].toSorted(worstFirst)
  expect(sorted.map(({ topology }) => topology.name)).toEqual([
    'two critical',
    'one critical',
    'warned',
    'a calm',
    'b calm',
    'unknown',
  ])
})
