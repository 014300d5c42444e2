import { describe, expect, it } from 'vitest'
import { edge } from '../../test/arbitrary/graph.js'
import { imported, MERGE, planIn, REPLACE, resource, shopOf } from '../../test/cmdb-example.js'
import { apply, emptyWorld, type World } from '../../test/cmdb-world.js'
import type { JsonObject } from '../json-value.js'
import { withoutPauses } from '../steps.js'
import { readCsvRecords } from './read-csv-records.js'

const FIRST = [
  { resource: 'rack-9', environment: 'E', services: ['shop'], type: 'rack', attributes: { owner: 'li', room: 'b2' } },
]
const COLUMNS = 'resource,environment,services'

// rules.md#cmdb-topologies-13
describe('planCmdbImport, what a file says nothing about', () => {
  it.each([
    ['columns that the file lacks', `${COLUMNS}\nrack-9,E,shop`],
    ['blank cells', `${COLUMNS},type,attr.owner,attr.room\nrack-9,E,shop,, ,`],
    ['cells that a short row lacks', `${COLUMNS},type,attr.owner\nrack-9,E,shop`],
  ])('should keep type and attributes in the mode merge with %s', (_, text) => {
    expect(rackAfter(text, MERGE)).toEqual({ type: 'rack', attributes: { owner: 'li', room: 'b2' } })
  })

  it('should merge attributes key by key', () => {
    const text = `${COLUMNS},attr.owner,attr.unit\nrack-9,E,shop,mo,4`
    expect(rackAfter(text, MERGE).attributes).toEqual({ owner: 'mo', room: 'b2', unit: '4' })
  })

  it('should in the mode replace clear what has a blank cell, and keep what has no column or no cell', () => {
    expect(rackAfter(`${COLUMNS}\nrack-9,E,shop`, REPLACE)).toEqual({
      type: 'rack',
      attributes: { owner: 'li', room: 'b2' },
    })
    expect(rackAfter(`${COLUMNS},type,attr.owner\nrack-9,E,shop,,`, REPLACE)).toEqual({ attributes: { room: 'b2' } })
    expect(rackAfter(`${COLUMNS},type,attr.owner,attr.room\nrack-9,E,shop,,`, REPLACE)).toEqual({
      attributes: { room: 'b2' },
    })
  })

  it('should not clear values of a node that this source did not create', () => {
    const params = { cmdbSource: 'other', type: 'old', attributes: { owner: 'li' } }
    const before = shopOf([{ ...resource('r', 'rack-9'), params }], [edge('e', 'r')])
    expect(rackAfter(`${COLUMNS},type,attr.owner\nrack-9,E,shop,,`, REPLACE, before)).toEqual({
      type: 'old',
      attributes: { owner: 'li' },
    })
  })

  it('should keep attributes that no import can have written, until a record states one', () => {
    const before = shopOf([{ ...resource('r', 'rack-9'), params: { attributes: 'by hand' } }], [edge('e', 'r')])
    expect(rackAfter(`${COLUMNS},attr.owner\nrack-9,E,shop,`, REPLACE, before).attributes).toBe('by hand')
    expect(rackAfter(`${COLUMNS},attr.owner\nrack-9,E,shop,li`, REPLACE, before).attributes).toEqual({ owner: 'li' })
  })
})

// Helpers

function rackAfter(
  text: string,
  options: typeof MERGE | typeof REPLACE,
  before: World = imported(emptyWorld(), FIRST),
): JsonObject {
  const { records } = withoutPauses(readCsvRecords(text, ''))
  const after = apply(planIn(before, records, options), before)
  const nodes = after.topologies.get('shop')?.nodes ?? []
  const { cmdbSource: _, ...params } = nodes.find(({ label }) => label === 'rack-9')?.params ?? {}
  return params
}
