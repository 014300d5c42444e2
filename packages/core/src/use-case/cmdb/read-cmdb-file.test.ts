import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { type ReadCmdbFile, readCmdbColumns, readCmdbFile } from './read-cmdb-file.js'

describe('readCmdbFile', () => {
  it('should read whole bodies, and pieces cut anywhere', async () => {
    const bytes = new TextEncoder().encode('\uFEFFresource,environment\nä,E\n')
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    for (const body of [bytes, pieces]) {
      expect((await readCmdbFile(body, { environment: '' })).records).toMatchObject([{ resource: 'ä' }])
    }
  })

  it('should use the requested format, or else detect it', async () => {
    const bytes = new TextEncoder().encode('[{"resource": "a"}]')
    expect((await readCmdbFile(bytes, { environment: '' })).records).toHaveLength(1)
    const { issues } = await readCmdbFile(bytes, { environment: '', format: 'csv' })
    expect(issues).toMatchObject([{ code: 'invalidCsvHeader', path: 'header' }])
  })

  it('should stop reading beyond 20 MiB, and report it', async () => {
    let taken = 0
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield new Uint8Array(++taken && 1024 ** 2)
      } finally {
        isClosed = true
      }
    }
    const { issues, records } = await readCmdbFile(endless(), { environment: '' })
    expect(issues).toMatchObject([{ code: 'bodyTooLarge', path: 'body' }])
    expect([records, taken, isClosed]).toEqual([[], 21, true])
    const whole = await readCmdbFile(new Uint8Array(LIMITS.cmdbBytes + 1), { environment: '' })
    expect(whole.issues).toMatchObject([{ code: 'bodyTooLarge', path: 'body' }])
  })

  it.each([[Uint8Array.of(0xff, 0xfe, 0x5b)], [Uint8Array.of(0x1f, 0x8b)], [Uint8Array.of(0x72, 0xe9)]])(
    'should refuse %j, which is no text',
    async (bytes) => {
      const { issues } = await readCmdbFile(bytes, { environment: '', fileName: 'cmdb.csv' })
      expect(issues).toMatchObject([{ code: 'invalidJson', path: 'body' }])
    },
  )
})

describe('readCmdbColumns', () => {
  it('should list the columns of a CSV file, with values, and with what they mean', async () => {
    const text =
      'sep=;\n;;;\nName;parent;Parents;attr.rack;;a:b,c\nvm-1;esx-1;;7\nvm-1;;\nvm-2;esx-1\nvm-3\nvm-4;esx-2\n'
    const usual = { field: '', meant: '', isMappable: true }
    expect(await columnsOf(text)).toEqual([
      { ...usual, name: 'Name', samples: ['vm-1', 'vm-2', 'vm-3'], attribute: 'attr.Name' },
      { ...usual, name: 'parent', samples: ['esx-1', 'esx-2'], field: 'parent', attribute: 'attr.parent' },
      { ...usual, name: 'Parents', samples: [], meant: 'parents', attribute: 'attr.Parents' },
      { ...usual, name: 'attr.rack', samples: ['7'], field: 'attr.rack', attribute: 'attr.attr.rack' },
      { ...usual, name: 'a:b,c', samples: [], attribute: 'attr.a b c', isMappable: false },
    ])
  })

  it('should list the fields of all records of a JSON file, or of JSON lines', async () => {
    const records = [
      { host: 'a', tags: ['x', 'y'], attributes: {} },
      { host: 'b', late: 7 },
    ]
    const expected = [
      { name: 'host', samples: ['a', 'b'], field: '' },
      { name: 'tags', samples: ['x|y'], field: '' },
      { name: 'attributes', samples: ['{…}'], field: 'attributes' },
      { name: 'late', samples: ['7'], field: '' },
    ]
    for (const text of [
      JSON.stringify(records),
      JSON.stringify({ results: records }),
      records.map((each) => JSON.stringify(each)).join('\n'),
    ]) {
      expect(await columnsOf(text)).toMatchObject(expected)
    }
  })

  it('should decode the file as an import does', async () => {
    const latin = Uint8Array.from([...'Gerät;x\nä;1\n'].map((letter) => letter.charCodeAt(0)))
    expect(await readCmdbColumns(latin, { encoding: 'windows-1252' })).toMatchObject([
      { name: 'Gerät', samples: ['ä'] },
      { name: 'x' },
    ])
    expect(await readCmdbColumns(latin, {})).toEqual([])
    expect(await columnsOf('a|b\n', { format: 'json' })).toEqual([])
  })

  it('should list no columns of a file that cannot be read, and at most as many as a file may have', async () => {
    for (const text of ['', '"open\n', 'sep=x\na\n', '{"a": 1}', '[', '[7]']) expect(await columnsOf(text)).toEqual([])
    const wide = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`c${index}`, '1']))
    expect(await columnsOf(JSON.stringify([wide]))).toHaveLength(1_000)
    const header = Array.from({ length: 200_000 }, (_, index) => `c${index}`).join(',')
    expect(await columnsOf(`${header}\n1,2\n`)).toHaveLength(1_000)
  })
})

function columnsOf(text: string, options: ReadCmdbFile = {}) {
  return readCmdbColumns(new TextEncoder().encode(text), options)
}
