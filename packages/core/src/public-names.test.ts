import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const DOORS = { '@opsgraph/core': 'index.ts', '@opsgraph/core/store': 'store.ts', '@opsgraph/core/pure': 'pure.ts' }
const doors = Object.entries(DOORS).map(([door, file]) => ({ door, names: namesOf(file) }))

/** The names that every entry point exports. */
const EVERYWHERE = ['LIMITS', 'OpsgraphError']
/** The names that are exported both by the entry point for stores and by another entry point. */
const SHARED = ['ACTIVE_STATUSES', 'Store', 'compareNames', 'rankOf']

describe('the public names', () => {
  it('should equal the committed list, which only `vitest -u` changes', async () => {
    const text = doors.map(({ door, names }) => `${door}\n${names.map((name) => `  ${name}\n`).join('')}`).join('\n')
    await expect(text).toMatchFileSnapshot('../test/public-names.txt')
  })

  it('should be few: at most 150 in `@opsgraph/core`, and 260 in all three doors', () => {
    expect(doors[0]?.names.length).toBeLessThanOrEqual(150)
    expect(doors.flatMap(({ names }) => names).length).toBeLessThanOrEqual(260)
  })

  it('should each be exported by one door, with few exceptions', () => {
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
