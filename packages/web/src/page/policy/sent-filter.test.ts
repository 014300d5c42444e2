import { describe, expect, it } from 'vitest'
import { filterText, readSent, type SentFilter } from './sent-filter.js'

const FILTER: SentFilter = {
  clauses: [
    { key: 'severity', op: 'IN', value: ['critical', 'major'] },
    { operator: 'OR', clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] },
  ],
}

describe('a filter of the form', () => {
  it('should test alerts as the server does', () => {
    const read = readSent(FILTER, 'filters')
    expect('test' in read && read.test({ severity: 'major', resource: 'db-1' })).toBe(true)
    expect('test' in read && read.test({ severity: 'minor', resource: 'db-1' })).toBe(false)
  })

  it('should report the path of its fault', () => {
    const broken: SentFilter = { clauses: [{ clauses: [{ key: 'text', op: '~', value: '(' }] }] }
    expect(readSent(broken, 'filters')).toMatchObject({ fault: { path: 'filters.clauses[0].clauses[0].value' } })
  })

  it('should be formatted as one line', () => {
    expect(filterText(FILTER)).toBe('severity IN critical, major AND (resource LIKE db-%)')
    expect(filterText({})).toBe('every alert')
  })
})
