import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { SCHEMAS } from '../schemas.js'

const NOUNS = Object.entries(SCHEMAS).flatMap(([name, schema]) => ('readNew' in schema ? [{ name, noun: schema }] : []))
const { maintenanceWindow, weightPolicy, catalogService } = SCHEMAS

describe.each(NOUNS)('the noun $name', ({ noun }) => {
  it('should read its own examples', () => {
    for (const example of examplesOf(noun.created)) expect(() => noun.readNew(example)).not.toThrow()
    for (const example of examplesOf(noun.changed)) expect(() => noun.readChanges(example)).not.toThrow()
  })

  it('should not change fields that are not sent, or sent as null if null is no value', () => {
    expect(noun.readChanges({})).toEqual({})
    const changes = noun.readChanges(Object.fromEntries(noun.names.map((name) => [name, null])))
    expect(Object.values(changes).every((value) => value === null)).toBe(true)
  })

  it('should ignore the fields that the server sets, so that an answer can be sent back', () => {
    const own = noun.names.filter((name) => !(noun.sentNames as readonly string[]).includes(name))
    expect(noun.readChanges(Object.fromEntries(own.map((name) => [name, 'anything'])))).toEqual({})
  })
})

describe('reading a body', () => {
  it('should report all faults at once, with their paths', () => {
    const filters = {
      clauses: [
        { key: '', op: '=', value: 1 },
        { op: '==', key: 'a' },
        { key: 'a', op: '=', value: 1 },
      ],
    }
    const sent = { name: ' ', startTime: 'soon', filters, timezone: 'Mars', rule: 'FREQ=DAILY' }
    expect(faultsOf(() => maintenanceWindow.readNew(sent))).toEqual([
      ['missingField', 'name', 'name is required'],
      ['missingField', 'filters.clauses[0].key', 'filters.clauses[0].key is required'],
      ['invalidField', 'filters.clauses[1].op', expect.stringContaining('filters.clauses[1].op must be one of =, !=')],
      ['invalidField', 'startTime', expect.stringContaining('startTime must be a time in ISO 8601')],
      ['missingField', 'endTime', 'endTime is required'],
      ['invalidField', 'timezone', expect.stringContaining('timezone must be the IANA name')],
      ['unknownField', 'rule', 'rule is not a known field'],
    ])
  })

  it('should name the unknown fields, or else the first fault, and count the others', () => {
    expect(() => weightPolicy.readNew({ nam: 'x', wieght: 1 })).toThrow(/^unknown fields: nam, wieght \(and 2 more\)$/)
    expect(() => weightPolicy.readNew({ name: 'x', weight: '1' })).toThrow(/^description is required \(and 1 more\)$/)
    expect(() => weightPolicy.readNew({ name: 'x', description: 7 })).toThrow(/^description must be a string$/)
    expect(() => weightPolicy.readNew([])).toThrow(/^the body must be an object$/)
  })

  it('should report faults inside of objects and lists', () => {
    const sent = { alertImpact: { severities: ['minor', 'bad'], colour: 1, blacklist: { clauses: [7] } } }
    expect(faultsOf(() => catalogService.readChanges(sent)).map(([, path]) => path)).toEqual([
      'alertImpact.severities[1]',
      'alertImpact.blacklist.clauses[0]',
      'alertImpact.colour',
    ])
  })

  it('should read own properties only', () => {
    const inherited = Object.create({ name: 'x', description: 'y' })
    expect(faultsOf(() => weightPolicy.readNew(inherited)).map(([, path]) => path)).toEqual(['name', 'description'])
  })
})

// Helpers

function examplesOf(schema: { meta(): Record<string, unknown> | undefined }): readonly unknown[] {
  const { examples } = schema.meta() ?? {}
  return examples as readonly unknown[]
}

function faultsOf(read: () => unknown): readonly (readonly [string, string, string])[] {
  try {
    read()
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    return error.issues.map(({ code, path, message }) => [code, path, message])
  }
  throw new Error('the body has no fault')
}
