import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { filter, subject } from '../../test/arbitrary/filter.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import { compileFilter } from './compile-filter.js'
import { compileMismatch } from './compile-mismatch.js'
import type { Filter } from './filter.js'
import { readFilter } from './read-filter.js'

const alert = { severity: 'major', tags: ['a', 'b'], attributes: { region: 'eu' }, text: 'x'.repeat(200) }
const severity = { key: 'severity', op: '=', value: 'minor' }
const region = { key: 'attributes.region', op: 'IN', value: ['us', 'asia'] }
const holds = { key: 'severity', op: '=', value: 'major' }

describe('compileMismatch', () => {
  it.each([
    [{ clauses: [holds] }, undefined],
    [{}, undefined],
    [{ operator: 'OR', clauses: [severity, holds] }, undefined],
    [{ clauses: [holds, severity, region] }, 'not severity = minor: severity is major'],
    [{ clauses: [{ key: 'group', op: '=', value: 5 }] }, 'not group = 5: group is missing'],
    [{ clauses: [{ key: 'tags', op: 'NOT CONTAINS', value: 'a' }] }, 'not tags NOT CONTAINS a: tags is ["a","b"]'],
    [
      { operator: 'OR', clauses: [severity, { operator: 'AND', clauses: [holds, region] }] },
      'not severity = minor: severity is major; not attributes.region IN ["us","asia"]: attributes.region is eu',
    ],
    [
      { operator: 'OR', clauses: [severity, severity, severity, severity, severity] },
      `${'not severity = minor: severity is major; '.repeat(3)}and 2 more`,
    ],
    [{ clauses: [{ key: 'text', op: '=', value: '' }] }, `not text = "": text is ${'x'.repeat(100)}…`],
  ])('should say why %j fails', (filters, reason) => {
    expect(mismatch(readFilter(filters, 'filters'), alert)).toBe(reason)
  })

  it('should give a reason exactly if the filter does not match', () => {
    fc.assert(
      fc.property(filter(), subject(), (filters, object) => {
        expect(mismatch(filters, object) === undefined).toBe(compileFilter(filters)(object))
      }),
      propertyRuns(500),
    )
  })
})

// Helpers

function mismatch(filter: Filter, object: object): string | undefined {
  return runWithoutPauses(compileMismatch(filter)(object, new WorkMeter()))
}
