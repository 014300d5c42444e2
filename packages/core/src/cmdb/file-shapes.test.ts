import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { type ReadCmdbFile, readCmdbFile } from '../use-case/cmdb/read-cmdb-file.js'

const RECORD = { resource: 'ups-2', parents: ['größe'], type: 'ups' }

// rules.md#cmdb-request-5, rules.md#cmdb-request-11
describe('readCmdbFile, the shape of a CSV file', () => {
  it.each([
    ['tabs', 'resource\tparent\ttype\nups-2\tgröße\tups\n'],
    ['vertical bars', 'resource|parent|type\nups-2|größe|ups\n'],
    ['a line sep= with a semicolon', 'sep=;\r\nresource;parent;type\r\nups-2;größe;ups\r\n'],
    ['a line sep= with a comma', 'SEP=,\nresource,parent,type\nups-2,größe,ups\n'],
    ['a line sep= with a tab', 'sep=\t\nresource\tparent\ttype\nups-2\tgröße\tups\n'],
    ['a line sep= with a bar', 'sep=|\nresource|parent|type\nups-2|größe|ups\n'],
    ['a quoted line sep=', '"sep=;"\nresource;parent;type\nups-2;größe;ups\n'],
    ['a line sep= that the header would not tell', 'sep=;\nresource;"a,b,c,d";parent;type\nups-2;x;größe;ups\n'],
  ])('should read a file with %s', async (_, text) => {
    expect(await recordsOf(new TextEncoder().encode(text))).toEqual([RECORD])
    expect(await recordsOf(new TextEncoder().encode(`\ufeff${text}`))).toEqual([RECORD])
  })

  it('should know the lines below a line sep=, and refuse one that names no separator', async () => {
    const { lines } = await read(new TextEncoder().encode('sep=;\nresource;type\nups-2;ups\n'))
    expect(lines).toEqual([3])
    const { issues } = await read(new TextEncoder().encode('sep=#\nresource#type\nups-2#ups\n'))
    expect(issues).toEqual([
      {
        code: 'invalidCsvHeader',
        path: 'header',
        message: 'the line sep= names no separator: write , or ; or | or a tab after it',
      },
    ])
  })
})

// rules.md#cmdb-request-4
describe('readCmdbFile, encodings', () => {
  const text = 'resource,parent,type\nups-2,größe,ups\n'
  const latin = Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))
  const little = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
  const big = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())

  it.each<[string, Uint8Array, ReadCmdbFile]>([
    ['UTF-16 with the lower byte first', little, {}],
    ['UTF-16 with the higher byte first', big, {}],
    ['a byte order mark that contradicts the option', little, { encoding: 'windows-1252' }],
    [
      'UTF-8 with a byte order mark, and another option',
      new TextEncoder().encode(`\ufeff${text}`),
      { encoding: 'windows-1252' },
    ],
    ['windows-1252', latin, { encoding: 'windows-1252' }],
    ['iso-8859-1', latin, { encoding: 'iso-8859-1' }],
  ])('should read %s, in pieces of any size', async (_, bytes, options) => {
    for (const size of [1, 2, 3, 5, 1000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      const { records, issues } = await readCmdbFile(pieces, { environment: 'E', ...options })
      expect([records, issues]).toMatchObject([[RECORD], []])
    }
  })

  it('should read the characters that windows-1252 has and iso-8859-1 has not', async () => {
    const bytes = Uint8Array.from([...'resource\n'].map((letter) => letter.charCodeAt(0)).concat(0x80, 0x96, 0x9f))
    expect(await recordsOf(bytes, { encoding: 'windows-1252' })).toMatchObject([{ resource: '€–Ÿ' }])
  })

  it.each<[string, Uint8Array, ReadCmdbFile, RegExp]>([
    ['UTF-16 that is cut in a unit', little.subarray(0, -1), {}, /^the file ends in the middle of a character/],
    ['UTF-16 that is cut in a pair', utf16('a\ud83d'), {}, /^the file ends in the middle of a character/],
    ['a lone surrogate', utf16('a\n\udd25b'), {}, /^the file is not valid UTF-16LE/],
    ['UTF-16 without a mark', utf16('resource\na').subarray(2), {}, /UTF-16 needs a byte order mark/],
    ['windows-1252 without the option', latin, {}, /^the file is not valid UTF-8, see line 2.*encoding/],
    ['a spreadsheet, whatever the encoding', Uint8Array.of(0x50, 0x4b, 3, 4), { encoding: 'windows-1252' }, /zip/],
  ])('should refuse %s', async (_, bytes, options, message) => {
    const { issues, records } = await readCmdbFile(bytes, { environment: 'E', ...options })
    expect(issues).toMatchObject([{ code: 'invalidJson', path: 'body', message: expect.stringMatching(message) }])
    expect(records).toEqual([])
  })
})

// rules.md#cmdb-request-12
describe('readCmdbFile, map', () => {
  const map = 'Name:resource, Used by:parent,Type, long:type,Site:attr.site'

  it('should read columns and fields by their names in the file', async () => {
    const csv = 'Name;Used by;Type, long;Site\nups-2;größe;ups;hall\n'
    const json = [{ Name: 'ups-2', 'Used by': 'größe', 'Type, long': 'ups', Site: 'hall', attributes: { floor: '1' } }]
    expect(await readText(csv, { map })).toMatchObject([{ ...RECORD, attributes: { site: 'hall' } }])
    expect(await readText(JSON.stringify(json), { map })).toMatchObject([
      { ...RECORD, attributes: { floor: '1', site: 'hall' } },
    ])
  })

  it('should prefer a mapped column, and warn of the one that it replaces', async () => {
    const { records, warnings } = await read(new TextEncoder().encode('resource,Name\nid-7,ups-2\n'), {
      map: 'Name:resource',
    })
    expect(records).toMatchObject([{ resource: 'ups-2' }])
    expect(warnings[0]).toEqual({ code: 'unknownColumn', row: 0, params: { column: 'resource' } })
  })

  it('should ignore columns and fields that stand for nothing, without a warning', async () => {
    const ignored = { map: 'Name:resource,type:,Site:' }
    const csv = 'Name;type;Site;Rack\nups-2;ups;hall;7\n'
    const json = JSON.stringify([{ Name: 'ups-2', type: 'ups', Site: 'hall', Rack: '7' }])
    for (const text of [csv, json]) {
      const { records, warnings } = await read(new TextEncoder().encode(text), ignored)
      expect(records).toMatchObject([{ resource: 'ups-2', type: null, attributes: {} }])
      const unknown = warnings.filter(({ code }) => code === 'unknownColumn')
      expect(unknown.map(({ params }) => params.column ?? params.field)).toEqual(['Rack'])
    }
  })

  it.each([
    ['Name;Type\na;b\n', 'invalidCsvHeader', 'header', 'the header has no column Used by, which is to be mapped'],
    ['[{"Name": "a"}]', 'invalidJson', 'body', 'no record has the field Used by, which is to be mapped'],
  ])('should refuse %j, which lacks a mapped name', async (text, code, path, message) => {
    const { issues } = await read(new TextEncoder().encode(text), { map: 'Name:resource,Used by:parent' })
    expect(issues).toEqual([{ code, path, message }])
  })

  it.each([
    ['Name', 'map needs a name and a field, such as Name:resource, for Name'],
    [':resource', 'map needs a name and a field, such as Name:resource, for resource'],
    [':', 'map needs a name and a field, such as Name:resource, for '],
    ['Name:label', 'map gives Name the field label, which no record has'],
    ['a:parent,b:parent', 'map has b:parent twice'],
    ['a:parent,a:type', 'map has a:type twice'],
  ])('should refuse the map %s', async (wrong, message) => {
    const refused = await readText('resource\na', { map: wrong }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(OpsgraphError)
    expect((refused as OpsgraphError).message).toBe(message)
  })
})

// rules.md#cmdb-request-1
describe('readCmdbFile, the shape of a JSON file', () => {
  const sent = { resource: 'ups-2', parent: 'größe', type: 'ups' }

  it.each([
    ['items', { items: [sent] }],
    ['result', { result: [sent] }],
    ['results, beside other fields', { count: 1, next: null, results: [sent] }],
    ['one record', sent],
  ])('should read a list in %s', async (_, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      expect(await readText(text)).toMatchObject([RECORD])
    }
  })

  it.each(['\n', '\r\n'])('should read one object on each line, with the line end %j', async (end) => {
    const lines = [sent, { resource: 'a' }, { resource: 'b' }].map((record) => JSON.stringify(record))
    const text = `${end}${lines.join(`${end}${end}`)}${end}`
    const file = await read(new TextEncoder().encode(text), { fileName: 'export.jsonl' })
    expect(file.records.map(({ resource }) => resource)).toEqual(['ups-2', 'a', 'b'])
    expect([file.lines, file.issues]).toEqual([[2, 4, 6], []])
    expect(await readText(text)).toHaveLength(3)
  })

  it('should report each line that is not JSON, and faults of records with their lines', async () => {
    const wrong = await read(new TextEncoder().encode('{"resource": "a"}\n{"resource"\n{"resource": "c"}\n{,}\n'))
    expect(wrong.issues.map(({ code, path }) => [code, path])).toEqual([
      ['invalidJson', 'records[1]'],
      ['invalidJson', 'records[3]'],
    ])
    expect(wrong.issues[0]?.message).toMatch(/^line 2: /)
    expect(wrong.faultyRows).toBeUndefined()
    const { issues } = await read(new TextEncoder().encode('{"resource": "a"}\n\n{"type": "x"}\n'))
    expect(issues[0]).toMatchObject({ code: 'missingResource', path: 'records[1].resource' })
    expect(issues[0]?.message).toMatch(/^line 3: /)
  })
})

// Helpers

function utf16(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
}

async function read(bytes: Uint8Array, options: ReadCmdbFile = {}) {
  return await readCmdbFile(bytes, { environment: 'E', ...options })
}

async function recordsOf(bytes: Uint8Array, options: ReadCmdbFile = {}) {
  const { records, issues } = await read(bytes, options)
  expect(issues).toEqual([])
  return records.map(({ resource, parents, type }) => ({ resource, parents, type }))
}

async function readText(text: string, options: ReadCmdbFile = {}) {
  const { records, issues } = await read(new TextEncoder().encode(text), options)
  expect(issues).toEqual([])
  return records
}
