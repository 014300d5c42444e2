import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { withoutPauses } from '../steps.js'
import { toWarning } from './cmdb-issue.js'
import { readCsvRecords } from './read-csv-records.js'

const MAPPED = ': if another column has the resource, say so, such as map=Name:resource'

describe('readCsvRecords', () => {
  it('should read fields, attributes and services', () => {
    const text =
      'resource,environment,parent,services,type,attr.os,attr.__proto__\n a ,E,p,s;t|u,vm,linux,x\nb,E,,,,,\n'
    const { records, issues, lines } = withoutPauses(readCsvRecords(text, ''))
    expect(records[0]).toMatchObject({
      row: 0,
      resource: 'a',
      environment: 'E',
      parents: ['p'],
      services: ['s', 't', 'u'],
      type: 'vm',
    })
    expect(Object.entries(records[0]?.attributes ?? {})).toEqual([
      ['os', 'linux'],
      ['__proto__', 'x'],
    ])
    expect(records[1]).toEqual({
      row: 1,
      resource: 'b',
      environment: 'E',
      parents: [],
      services: [],
      type: '',
      attributes: {},
      blankKeys: ['os', '__proto__'],
    })
    expect([issues, lines]).toEqual([[], [2, 3]])
  })

  it('should read a long file whose lines end with CR alone', () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => `a machine with a long name ${at}`)
    const { records, issues } = withoutPauses(readCsvRecords(['resource', ...rows].join('\r'), ''))
    expect([records.length, issues]).toEqual([rows.length, []])
  })

  it.each([
    ['commas', 'resource,environment\na,E\n'],
    ['semicolons', 'resource;environment\na;E\n'],
    ['semicolons, quoted commas in the header', '"resource";"a,b,c";environment\na;x;E\n'],
    ['CRLF', 'resource,environment\r\na,E\r\n'],
    ['CR alone', 'resource,environment\ra,E\r'],
    ['CR alone, LF in a cell', 'resource,environment,attr.x\ra,E,"1\n2"\r'],
    ['quotes and CRLF', '"resource","environment"\r\n"a","E"\r\n'],
    ['no new line at the end', 'resource,environment\na,E'],
    ['empty lines', '\n\nresource,environment\n\n , \na,E\n,,\n\n'],
    ['rows of commas before a header with semicolons', ',,,\n \nresource;environment\na;E\n'],
    ['rows of semicolons before a header with commas', ';;\r\nresource,environment\r\na,E\r\n'],
    ['columns in another order', 'environment,type,resource\nE,,a'],
  ])('should read %s', (_, text) => {
    const { records, issues } = withoutPauses(readCsvRecords(text, ''))
    expect(issues).toEqual([])
    expect(records).toMatchObject([{ resource: 'a', environment: 'E' }])
  })

  it('should read quotes, separators and line ends inside of quotes, and know the line of each record', () => {
    const text = 'resource,environment,attr.note\na,E,"one, ""two""\nthree"\n\nb,E,x"y\nb,E,\n'
    const { records, issues, lines } = withoutPauses(readCsvRecords(text, ''))
    expect(records.map(({ attributes }) => attributes.note)).toEqual(['one, "two"\nthree', 'x"y', undefined])
    expect(lines).toEqual([2, 5, 6])
    expect(issues).toMatchObject([{ code: 'duplicateRecord', path: 'records[2]' }])
    expect(issues[0]?.message).toMatch(/^line 6: /)
  })

  // rules.md#cmdb-warnings-3
  it.each([
    ['Parent', 'parent'],
    ['enviroment', 'environment'],
    ['env', 'environment'],
    ['resuorce', 'resource'],
    ['attributes.owner', 'attr.owner'],
    ['Attr_os', 'attr.os'],
    ['owner', undefined],
    ['id', undefined],
    ['x'.repeat(100_000), undefined],
  ])('should say which column is probably meant by %s', (column, meant) => {
    const { warnings } = withoutPauses(readCsvRecords(`resource,environment,${column}\na,E,x`, ''))
    expect(warnings).toEqual([{ code: 'unknownColumn', row: 0, params: meant ? { column, meant } : { column } }])
    expect(warnings.map((warning) => toWarning(warning).message)[0]).toMatch(meant ? /Is .+ meant[?]$/ : /is ignored$/)
  })

  it('should warn of each row with fewer cells than the header has names', () => {
    const { records, warnings } = withoutPauses(readCsvRecords('resource,environment,type,,\na,E,vm\nb,E\n\nc\n', 'E'))
    expect(records.map(({ type }) => type)).toEqual(['vm', null, null])
    expect(warnings.filter(({ code }) => code === 'missingCells')).toEqual([
      { code: 'missingCells', row: 1, params: { line: '3', cells: '2', columns: '3' } },
      { code: 'missingCells', row: 2, params: { line: '5', cells: '1', columns: '3' } },
    ])
  })

  it('should warn of a type and attributes that no node can have, because the record has no services', () => {
    const text =
      'resource,environment,services,type,attr.os\na,E,,vm,linux\nb,E,,,linux\nc,E,,,\nd,E,s,vm,linux\ne,E,,vm,'
    const { warnings } = withoutPauses(readCsvRecords(text, ''))
    expect(warnings).toEqual([
      { code: 'notStored', row: 0, params: { resource: 'a', fields: 'type and attributes' } },
      { code: 'notStored', row: 1, params: { resource: 'b', fields: 'attributes' } },
      { code: 'notStored', row: 4, params: { resource: 'e', fields: 'type' } },
    ])
    expect(warnings.map((warning) => toWarning(warning).message)).toEqual([
      'the record of a has no services, so its type and attributes are stored nowhere',
      'the record of b has no services, so its attributes are stored nowhere',
      'the record of e has no services, so its type is stored nowhere',
    ])
  })

  it('should warn of ignored columns', () => {
    const text = 'resource,owner,environment,resource,attr.\na,x,E,y,z,more\nb,x,E,y,z,more'
    const { records, warnings } = withoutPauses(readCsvRecords(text, ''))
    expect(records.map(({ resource }) => resource)).toEqual(['a', 'b'])
    const columns = warnings.map(({ code, row, params }) => [code, row, params])
    expect(columns).toEqual([
      ['unknownColumn', 0, { column: 'owner' }],
      ['unknownColumn', 0, { column: 'resource' }],
      ['unknownColumn', 0, { column: 'attr.' }],
      ['unknownColumn', 0, { column: '', line: '2' }],
    ])
  })

  it.each([
    ['nothing', '', 'invalidCsvHeader header'],
    ['empty lines', '\n \n,,\n', 'invalidCsvHeader header'],
    ['a header without resource', 'Resource,name\na,b', 'invalidCsvHeader header'],
    ['a header of white space', `${' '.repeat(1_000_000)}\n`.repeat(5), 'invalidCsvHeader header'],
    ['100,000 columns', `resource${',x'.repeat(100_000)}\na`, 'invalidCsvHeader header'],
    ['a header of 10 MB', 'resource,'.repeat(1_200_000), 'invalidCsvHeader header'],
    ['a lone quote in the header', 'resource,"x\na,b\n', 'invalidCsvHeader header'],
    [
      'a lone quote that swallows the file',
      `resource,type\na,b\n"${'a,b\n'.repeat(500_000)}`,
      'invalidJson records[1]',
    ],
    ['text behind a closing quote', 'resource\n"a"b\nc', 'invalidJson records[0]'],
    ['10 MB on one line', `resource\n${'x'.repeat(10_000_000)}`, 'valueTooLong body'],
    ['10 MB of separators', `resource\n${','.repeat(10_000_000)}`, 'valueTooLong body'],
    ['millions of empty lines', `resource\n${'\n'.repeat(5_000_000)}`, 'tooManyRecords body'],
    ['U+0000', 'resource\na\u0000b', 'invalidJson body'],
    ['a record without a resource', 'resource,type\n,vm', 'missingResource records[0].resource'],
    ['a long name', `resource\n${'x'.repeat(256)}`, 'valueTooLong records[0].resource'],
    ['a loop', 'resource,parent\na,b\nb,a', 'cycle records[0].parent'],
    [
      'a record more than allowed',
      `resource\n${Array.from({ length: LIMITS.cmdbRecords + 1 }, (_, at) => at).join('\n')}`,
      'tooManyRecords body',
    ],
  ])('should refuse %s', (_, text, fault) => {
    expect(withoutPauses(readCsvRecords(text, '')).issues.map(({ code, path }) => `${code} ${path}`)).toEqual([fault])
  })

  it.each([
    ['Name,Resource\nx,a', 'it has Name | Resource: names of columns are in lower case, write resource for Resource'],
    ['name,parent\na,b', `it has name | parent${MAPPED}`],
    [`${'abcdefghijkl'.split('').join()}\na`, `it has a | b | c | d | e | f | g | h | i | j and 2 more${MAPPED}`],
  ])('should hint at how to correct the header of %j', (text, message) => {
    expect(withoutPauses(readCsvRecords(text, '')).issues).toEqual([
      { code: 'invalidCsvHeader', path: 'header', message: `the header has no column resource; ${message}` },
    ])
  })

  it('should name the line of an unclosed quote', () => {
    const { issues } = withoutPauses(readCsvRecords('resource\na\n\n"b\nc\nd', ''))
    expect(issues[0]?.message).toBe('line 4: a cell begins with a quote that is never closed')
  })
})
