import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const PAGE = read('../docs/scaling.md')
const SCHEMA = read('../packages/store-postgres/test/schema.sql')

/** The table of the page: how each table is kept, and its unique keys. */
const ROWS = Array.from(PAGE.matchAll(/^\| `(\w+)` +\| (whole|spread on `(\w+)`) +\| ([^|]+?) +\|/gm), (found) => {
  const [, table = '', , column, keys = ''] = found
  return { table, column, keys: keys === 'none' ? [] : keys.replaceAll('`', '').split('; ') }
})

describe('docs/scaling.md', () => {
  it('should tell of every table, and of no other', () => {
    const tables = Array.from(SCHEMA.matchAll(/^create table (\w+)/gm), ([, table]) => table)
    expect(ROWS.map(({ table }) => table).sort()).toEqual(tables.sort())
  })

  it.each(ROWS)('should tell the unique keys of $table', ({ table, keys }) => {
    expect([...keys].sort()).toEqual(uniqueKeysOf(table).sort())
  })

  it.each(ROWS.filter(({ column }) => column !== undefined))(
    'should spread $table on a column that every unique key of it holds',
    ({ table, column = '' }) => {
      for (const key of uniqueKeysOf(table)) expect(key.split(', ')).toContain(column)
    },
  )

  it('should be right that nothing refers from one table to another, and that nothing but the order of relations is kept by itself', () => {
    expect(SCHEMA).not.toMatch(/references|create sequence|serial|generated/i)
    const triggers = SCHEMA.match(/^create trigger .*$/gim) ?? []
    expect(triggers).toHaveLength(4)
    for (const trigger of triggers) expect(trigger).toMatch(/ ON relation .*EXECUTE FUNCTION order_relations\(\);$/)
  })
})

// Helpers

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

function uniqueKeysOf(table: string): string[] {
  const constraints = new RegExp(
    `^alter table ${table} add constraint \\w+ (?:primary key|unique) \\(([^)]+)\\)`,
    'gim',
  )
  const indexes = new RegExp(`^create unique index \\w+ on ${table} using \\w+ \\(([^)]+)\\)`, 'gim')
  return [...SCHEMA.matchAll(constraints), ...SCHEMA.matchAll(indexes)].map(([, columns = '']) => columns)
}
