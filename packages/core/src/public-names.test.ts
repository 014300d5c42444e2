import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const DOORS = { '@opsgraph/core': 'index.ts', '@opsgraph/core/store': 'store.ts', '@opsgraph/core/pure': 'pure.ts' }
const doors = Object.entries(DOORS).map(([door, file]) => ({ door, names: namesOf(file) }))

/** Every door has these. */
const EVERYWHERE = ['LIMITS', 'OpsgraphError']
/** What stores need besides others. */
const SHARED = ['ACTIVE_STATUSES', 'Store', 'compareNames', 'isActive', 'rankOf']

describe('the public names', () => {
  it('should be those of the list: a name is added or removed on purpose, by -u', async () => {
    const text = doors.map(({ door, names }) => `${door}\n${names.map((name) => `  ${name}\n`).join('')}`).join('\n')
    await expect(text).toMatchFileSnapshot('../test/public-names.txt')
  })

  it('should be few: at most 150 at the main door, and 260 at all doors', () => {
    expect(doors[0]?.names.length).toBeLessThanOrEqual(150)
    expect(doors.flatMap(({ names }) => names).length).toBeLessThanOrEqual(260)
  })

  it('should each be at one door, but for a few', () => {
    const all = doors.flatMap(({ names }) => names)
    const repeated = new Set(all.filter((name, at) => all.indexOf(name) !== at))
    expect([...repeated].sort()).toEqual([...SHARED, ...EVERYWHERE].sort())
  })
})

// Helpers

function namesOf(file: string): readonly string[] {
  const path = new URL(file, import.meta.url)
  const source = ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023)
  return source.statements
    .flatMap((statement) => {
      if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause)) {
        throw new Error(`${file} holds something else than a list of names`)
      }
      return statement.exportClause.elements.map(({ name }) => name.text)
    })
    .sort()
}
