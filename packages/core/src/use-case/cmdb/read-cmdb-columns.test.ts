import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { columnMapText, readColumnMap } from '../../cmdb/column-map.js'
import { readCmdbColumns } from './read-cmdb-columns.js'
import type { ReadCmdbFile } from './read-cmdb-file.js'

function columnsOf(text: string, options: ReadCmdbFile = {}) {
  return readCmdbColumns(new TextEncoder().encode(text), options)
}

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

describe('columnMapText', () => {
  it('should write maps so that they are read again, or nothing', () => {
    const name = fc.string({ unit: fc.constantFrom('a', ':', ',', ' ', '.'), minLength: 1, maxLength: 6 })
    const field = fc.constantFrom('resource', 'parent', 'type', '', 'attr.a')
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, field), { selector: ([each]) => each, maxLength: 4 }), (pairs) => {
        const map = new Map(pairs)
        const text = columnMapText(map)
        if (text !== undefined) expect(readColumnMap(text)).toEqual(map)
        else expect(pairs.some(([each, to]) => /^\s|\s$|[:,]/.test(each) || repeated(pairs, to))).toBe(true)
      }),
      propertyRuns(500),
    )
  })
})

function repeated(pairs: readonly (readonly [string, string])[], field: string): boolean {
  return field !== '' && pairs.filter(([, to]) => to === field).length > 1
}
