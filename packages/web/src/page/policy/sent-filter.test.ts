import { describe, expect, it } from 'vitest'
import type { Alert, SentFilter } from '../../api/schemas.js'
import { formatFilter, readAlertFilter, readSentFilter } from './sent-filter.js'

const FILTER: SentFilter = {
  clauses: [
    { key: 'severity', op: 'IN', value: ['critical', 'major'] },
    { operator: 'OR', clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] },
  ],
}

describe('a filter of the form', () => {
  it('should test alerts as the server does', () => {
    const read = readSentFilter(FILTER, 'filters')
    expect(read.test?.({ severity: 'major', resource: 'db-1' })).toBe(true)
    expect(read.test?.({ severity: 'minor', resource: 'db-1' })).toBe(false)
  })

  it('should compare the status that a held alert would have without its maintenance window', () => {
    const maintenance = { windowId: 'w', statusBefore: 'open' }
    const held = { status: 'blackout', maintenance } as unknown as Alert
    const matches = (status: string, alert: Alert) => {
      const read = readAlertFilter({ clauses: [{ key: 'status', op: '=', value: status }] })
      return read.test?.(alert)
    }
    expect(matches('open', held)).toBe(true)
    expect(matches('blackout', held)).toBe(false)
    expect(matches('blackout', { status: 'blackout' } as unknown as Alert)).toBe(true)
  })

  it('should report the path of its fault', () => {
    const broken: SentFilter = { clauses: [{ clauses: [{ key: 'text', op: '~', value: '(' }] }] }
    expect(readSentFilter(broken, 'filters')).toMatchObject({
      faults: [{ path: 'filters.clauses[0].clauses[0].value' }],
    })
  })

  it('should be formatted as one line', () => {
    expect(formatFilter(FILTER)).toBe('severity IN critical, major AND (resource LIKE db-%)')
    expect(formatFilter({})).toBe('every alert')
    expect(formatFilter({ clauses: [{ key: 'text', op: '=', value: 'a\u202eb\nc' }] })).toBe('text = ab c')
  })
})

const CLAUSE = { key: 'resource', op: '=', value: 'db-1' } as const

it.each<[string, SentFilter, boolean]>([
  ['nothing', {}, true],
  ['an empty group', { clauses: [{ operator: 'OR', clauses: [] }] }, true],
  ['a clause', { clauses: [CLAUSE] }, false],
  ['a clause and an empty group', { clauses: [CLAUSE, { clauses: [] }] }, false],
  ['a clause or an empty group', { operator: 'OR', clauses: [CLAUSE, { clauses: [] }] }, true],
  ['a clause in a group', { operator: 'OR', clauses: [{ clauses: [CLAUSE] }] }, false],
])('should find out whether a filter with %s matches every alert', (_, filter, isEvery) => {
  expect(readSentFilter(filter, 'filters')).toMatchObject({ matchesEverything: isEvery })
})
