import { describe, expect, it } from 'vitest'
import { warnOfNearNames } from './near-records.js'

describe('nearInFile', () => {
  it.each([
    [['WEB-1', 'disk-1>web-1'], 'web-1~WEB-1 1'],
    [['db', 'db:5432'], 'db:5432~db 1'],
    [['db.example.org', 'db'], 'db.example.org~db 0'],
    [['caf\u00e9', 'cafe\u0301'], 'cafe\u0301~caf\u00e9 1'],
    [['db-1', 'db-2>rack', 'db-3>rack', 'a.x', 'a.y'], ''],
  ])('should warn of the near names in %j', (records, expected) => {
    const found = warnOfNearNames(records.map((text, row) => recordOf(text, row)))
    expect(found.map(({ row, params }) => `${params.resource}~${params.near} ${row}`).join(', ')).toBe(expected)
  })

  it('should not compare names of different environments', () => {
    expect(warnOfNearNames([recordOf('db', 0), { ...recordOf('DB', 1), environment: 'Lab' }])).toEqual([])
  })
})

// Helpers

function recordOf(text: string, row: number) {
  const [resource = '', ...parents] = text.split('>')
  const rest = { services: [], type: null, attributes: {}, blankKeys: [] }
  return { environment: 'Production', resource, parents, row, ...rest }
}
