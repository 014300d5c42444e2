import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const PAGE = read('../docs/scaling.md')
const SCHEMA = read('../packages/store-postgres/test/schema.sql')

/**
 * The rows of the table in docs/scaling.md, one for each table of the database, with its distribution and its unique
 * keys.
 */
const ROWS = Array.from(PAGE.matchAll(/^\| `(\w+)` +\| (whole|spread on `(\w+)`) +\| ([^|]+?) +\|/gm), (found) => {
  const [, table = '', , column, keys = ''] = found
  return { table, column, keys: keys === 'none' ? [] : keys.replaceAll('`', '').split('; ') }
})

describe('docs/scaling.md', () => {
  it('should list exactly the tables', () => {
    const tables = Array.from(SCHEMA.matchAll(/^create table (\w+)/gm), ([, table]) => table)
    expect(ROWS.map(({ table }) => table).sort()).toEqual(tables.sort())
  })

  it.each(ROWS)('should list the unique keys of $table', ({ table, keys }) => {
    expect([...keys].sort()).toEqual(uniqueKeysOf(table).sort())
  })

  it.each(ROWS.filter(({ column }) => column !== undefined))(
    'should distribute $table by a column that is part of all its unique keys',
    ({ table, column = '' }) => {
      for (const key of uniqueKeysOf(table)) expect(key.split(', ')).toContain(column)
    },
  )

  it('should state correctly that there are no foreign keys or triggers, and two sequences', () => {
    expect(SCHEMA).not.toMatch(/references|create sequence|serial|create trigger/i)
    const tables = SCHEMA.match(/^create table [^;]*;/gm) ?? []
    const numbered = tables.filter((table) => table.includes('generated'))
    expect(numbered.map((table) => table.split(' ', 3).at(-1))).toEqual(['relation_change', 'subscription_delivery'])
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
