import { describe, expect, it } from 'vitest'
import { decodeText } from '../decode-text.js'
import { cmdbFormatOf } from './cmdb-format.js'
import { cmdbTemplate } from './cmdb-template.js'
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
  ])('should go by the extension of %j, else by %j, else by %j', (fileName, contentType, text, format) => {
    expect(cmdbFormatOf(text, { fileName, contentType })).toBe(format)
  })
})

describe('decodeText', () => {
  it('should leave out a byte order mark', () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xa4))).toEqual({ text: 'ä' })
  })

  it.each([
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
    ['UTF-16', [0xfe, 0xff, 0x00, 0x61]],
    ['zip', [0x50, 0x4b, 0x03, 0x04]],
    ['gzip', [0x1f, 0x8b, 0x08]],
    ['line 2', [0x61, 0x0a, 0xe4, 0x62, 0x0a]],
  ])('should say that it is %s', (what, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ fault: expect.stringContaining(what) })
  })
})

describe('cmdbTemplate', () => {
  it('should be the same six records in both formats, without a fault', () => {
    const [json, csv] = [readJsonRecords(cmdbTemplate('json').text, ''), readCsvRecords(cmdbTemplate('csv').text, '')]
    expect(csv.records).toEqual(json.records)
    expect(json.records).toHaveLength(6)
    expect([...json.issues, ...csv.issues]).toEqual([])
    expect(csv.warnings.map(({ code }) => code)).toEqual(['unknownParent'])
    expect(new Set(json.records.map(({ environment }) => environment)).size).toBe(2)
    expect(json.records.filter(({ services }) => services.length === 0)).toHaveLength(1)
    expect(cmdbTemplate('json').fileName).toBe('cmdb-import-template.json')
    expect(cmdbTemplate('csv').fileName).toBe('cmdb-import-template.csv')
  })
})
