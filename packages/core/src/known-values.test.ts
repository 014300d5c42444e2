import { describe, expect, it } from 'vitest'
import { SEVERITIES } from './alert/severity.js'
import { requireKnownColumnValues, requireKnownValues } from './known-values.js'
import { LIST_COLUMNS } from './list-columns.js'

const OF_SEVERITY = `severity must be one of ${SEVERITIES.join(', ')}`

describe('requireKnownValues', () => {
  it('should accept exactly the values of each closed list, and any value of another column', () => {
    for (const [name, { closed, filters }] of Object.entries(LIST_COLUMNS)) {
      const list = name as keyof typeof LIST_COLUMNS
      for (const filter of filters) {
        const known = (closed as Readonly<Record<string, readonly string[]>>)[filter]
        expect(() => requireKnownValues(list, { [filter]: known ?? ['anything'] })).not.toThrow()
        if (known === undefined) continue
        const message = `${filter} must be one of ${known.join(', ')}, not anything`
        expect(() => requireKnownValues(list, { [filter]: [...known, 'anything'] }), filter).toThrow(message)
      }
    }
  })

  it('should close every column of a list whose values are a closed list', () => {
    const all = Object.entries(LIST_COLUMNS).map(([list, { closed }]) => [list, Object.keys(closed)] as const)
    const closed = all.filter(([, columns]) => columns.length > 0)
    expect(Object.fromEntries(closed)).toEqual({
      alertPolicies: ['status'],
      alerts: ['severity', 'status'],
      audit: ['event', 'type'],
      heartbeats: ['status'],
      impact: ['severity'],
      relationPolicies: ['status'],
      redundancyRules: ['source'],
      relations: ['source'],
      subscriptions: ['format', 'enabled'],
      topologies: ['orientation', 'schemaVersion'],
      webhooks: ['enabled'],
      weightPolicies: ['status'],
    })
  })

  it('should name all unknown values of all columns, each once', () => {
    const filters = { severity: ['bad', 'major', 'Major', 'bad'], status: ['acked'] }
    expect(() => requireKnownValues('alerts', filters)).toThrow(
      new RegExp(`^${OF_SEVERITY}, not bad or Major; status must be one of open, assign, .*, not acked$`),
    )
  })

  it('should say how to send several values if a value has a comma', () => {
    const filters = { severity: ['critical, major'] }
    expect(() => requireKnownValues('alerts', filters)).toThrow(
      `${OF_SEVERITY}, not critical, major; for several values, repeat the parameter: severity=critical&severity=major`,
    )
  })

  it('should shorten long values, name at most ten, and say if a value is empty', () => {
    const filters = { status: Array.from({ length: 20 }, (_, at) => `${at}${'x'.repeat(500)}`) }
    const message = messageOf(() => requireKnownValues('alerts', filters))
    expect(message.length).toBeLessThan(1_300)
    expect(messageOf(() => requireKnownValues('alerts', { status: [''] }))).toMatch(/, not empty$/)
  })

  it('should accept a filter that is absent or matches nothing', () => {
    expect(() => requireKnownValues('alerts', { status: [], severity: undefined })).not.toThrow()
  })
})

describe('requireKnownColumnValues', () => {
  it('should refuse like a filter', () => {
    expect(() => requireKnownColumnValues('severity', ['major'], SEVERITIES)).not.toThrow()
    expect(() => requireKnownColumnValues('severity', undefined, SEVERITIES)).not.toThrow()
    expect(() => requireKnownColumnValues('severity', ['red'], SEVERITIES)).toThrow(`${OF_SEVERITY}, not red`)
  })
})

// Helpers

function messageOf(run: () => void): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing is thrown'
}
