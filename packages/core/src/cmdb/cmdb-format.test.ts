import { describe, expect, it } from 'vitest'
import { withoutPauses } from '../steps.js'
import type { CmdbRecord } from './cmdb-record.js'
import { cmdbTemplate } from './cmdb-template.js'
import { cmdbFormatOf } from './read-cmdb-text.js'
import { readCsvRecords } from './read-csv-records.js'
import { readJsonRecords } from './read-json-records.js'

describe('cmdbFormatOf', () => {
  it.each([
    ['file.csv', 'application/json', '[]', 'csv'],
    ['FILE.JSON', 'text/csv', 'a', 'json'],
    ['file.txt', 'text/csv; charset=utf-8', '[]', 'csv'],
    ['', 'TEXT/CSV', '{}', 'csv'],
    ['', 'text/csvx', '{}', 'json'],
    ['', 'application/json', 'resource', 'csv'],
    ['', '', ' \n\uFEFF [1]', 'json'],
    ['', '', '{"items": []}', 'json'],
    ['', '', '', 'csv'],
  ])(
    'should detect the format by the name %j, then the type %j, then the text %j',
    (fileName, contentType, text, format) => {
      expect(cmdbFormatOf(text, { fileName, contentType })).toBe(format)
    },
  )
})

describe('cmdbTemplate', () => {
  it('should be the same six records in both formats, without a fault', () => {
    const [json, csv] = [
      withoutPauses(readJsonRecords(cmdbTemplate('json').text, '')),
      withoutPauses(readCsvRecords(cmdbTemplate('csv').text, '')),
    ]
    // A blank cell of the CSV file is a missing field in JSON.
    const valuesOf = ({ type, blankKeys: _, ...values }: CmdbRecord) => ({ ...values, type: type ?? '' })
    expect(csv.records.map(valuesOf)).toEqual(json.records.map(valuesOf))
    expect(json.records).toHaveLength(6)
    expect([...json.issues, ...csv.issues]).toEqual([])
    expect(csv.warnings.map(({ code }) => code)).toEqual(['unknownParent'])
    expect(
      json.records.flatMap(({ resource, parents }) => parents.map((parent) => `${resource} hurts ${parent}`)),
    ).toEqual([
      'db-orders hurts order-entry',
      'vm-orders-01 hurts db-orders',
      'hypervisor-01 hurts vm-orders-01',
      'switch-01 hurts hypervisor-01',
      'vm-stage-01 hurts db-stage',
    ])
    expect(new Set(json.records.map(({ environment }) => environment)).size).toBe(2)
    expect(json.records.filter(({ services }) => services.length === 0)).toHaveLength(1)
    expect(cmdbTemplate('json').fileName).toBe('cmdb-import-template.json')
    expect(cmdbTemplate('csv').fileName).toBe('cmdb-import-template.csv')
  })
})
