import { describe, expect, it } from 'vitest'
import { EMPTY_FILTER, type Filter } from '../filter/filter.js'
import { filterWarnings, findUnknownKeyIssues, keyWarning } from './filter-warnings.js'

describe('keyWarning', () => {
  it.each([
    ['resorce', 'resource'],
    ['enviroment', 'environment'],
    ['Environment', 'environment'],
    ['env', 'environment'],
    ['atributes.region', 'attributes.region'],
    ['history.typ', 'history.type'],
    ['maintenance.nam', 'maintenance.name'],
    ['fingerprints.severty', 'fingerprints.severity'],
  ])('should suggest for %s the key %s', (key, meant) => {
    expect(keyWarning(key)).toBe(`alerts have no field ${key}; do you mean ${meant}?`)
  })

  it('should say how attributes are written if no field is near', () => {
    expect(keyWarning('team')).toBe('alerts have no field team; attributes are written as attributes.<name>')
    expect(keyWarning('constructor')).toMatch(/^alerts have no field constructor;/)
  })

  it.each(['resource.name', 'tags.0', 'history.nothing', 'resorce.name'])('should warn of %s', (key) => {
    expect(keyWarning(key)).toMatch(/^alerts have no field/)
    expect(keyWarning(key)).not.toContain('do you mean')
  })

  it.each([
    ...['id', 'severity', 'service', 'lastReceiveTime', 'duplicateCount', 'history.type', 'fingerprints.since'],
    ...[
      'attributes',
      'attributes.region',
      'attributes.app.kubernetes.io/name',
      'rawData.any.thing',
      'maintenance.name',
    ],
  ])('should not warn of %s', (key) => {
    expect(keyWarning(key)).toBeUndefined()
  })
})

describe('filterWarnings', () => {
  it('should name the path of each unknown key, also in groups', () => {
    const filters = group([clause('resorce'), group([clause('event'), clause('Severity')])])
    const { whitelist, blacklist } = { whitelist: group([clause('host')]), blacklist: EMPTY_FILTER }
    const found = filterWarnings({ filters, 'alertImpact.whitelist': whitelist, 'alertImpact.blacklist': blacklist })
    expect(found).toEqual([
      'filters.clauses[0].key: alerts have no field resorce; do you mean resource?',
      'filters.clauses[1].clauses[1].key: alerts have no field Severity; do you mean severity?',
      expect.stringMatching(/^alertImpact\.whitelist\.clauses\[0\]\.key: alerts have no field host;/),
    ])
  })

  it('should list ten keys, and count the others', () => {
    const some = (count: number) =>
      findUnknownKeyIssues({ filters: group(Array.from({ length: count }, () => clause('x'))) })
    expect(some(10)).toHaveLength(10)
    expect(some(13)).toHaveLength(11)
    expect(some(13)[10]).toEqual({ code: 'unknownKey', path: 'filters.clauses[10].key', message: 'and 3 more' })
  })
})

// Helpers

function clause(key: string) {
  return { key, op: '=', value: 'a' } as const
}

function group(clauses: Filter['clauses']): Filter {
  return { operator: 'AND', clauses }
}
