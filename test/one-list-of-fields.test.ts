import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { SCHEMAS } from '../packages/core/src/index.js'
import { ALERT_FIELD_NAMES } from '../packages/core/src/pure.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const GENERATED = 'packages/web/src/api/schema.ts'

/** The names of the fields of each noun. */
const NOUNS: readonly ReadonlySet<string>[] = [
  ...Object.values(SCHEMAS).flatMap((schema) => ('names' in schema ? [new Set<string>(schema.names)] : [])),
  new Set<string>(ALERT_FIELD_NAMES),
]

/**
 * The minimum number of fields of a noun that count as a list of its fields. Fewer are what some code happens to need.
 */
const FEWEST = 4

/** Files that may repeat a list of another file. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  ...filesWith('the columns of a row; the type of the result needs each field', [
    'packages/store-postgres/src/relation/relation-rows.ts',
    'packages/store-postgres/src/topology/topology-rows.ts',
  ]),
  ...filesWith('the type of the result needs each field', [
    'packages/core/src/transfer/plan-policies.ts',
    'packages/core/src/use-case/policy/preview-alert-policy.ts',
    'packages/core/src/webhook/webhook-config.ts',
  ]),
}

describe('a list of fields', () => {
  it('should be written once', () => {
    const places = new Map<string, Set<string>>()
    for (const file of sourceFiles().filter((each) => EXCEPTIONS[each] === undefined)) {
      for (const fields of listsIn(file, readFileSync(join(ROOT, file), 'utf8'))) {
        places.set(fields, (places.get(fields) ?? new Set()).add(file))
      }
    }
    expect([...places].filter(([, files]) => files.size > 1)).toEqual([])
  })

  it.each(Object.keys(EXCEPTIONS))('should be in the exception %s', (file) => {
    expect(listsIn(file, readFileSync(join(ROOT, file), 'utf8'))).not.toEqual([])
  })

  it.each([
    "const COPY = ['startTime', 'endTime', 'rrule', 'timezone']",
    'interface Copy { startTime: string; endTime: string; rrule: string; timezone: string }',
    'const copy = { startTime: w.startTime, endTime: w.endTime, rrule, timezone: w.timezone }',
    'const shape = w.pick({ startTime: true, endTime: true, rrule: true, timezone: true })',
  ])('should be found in: %s', (text) => {
    expect(listsIn('copy.ts', text)).toEqual(['endTime rrule startTime timezone'])
  })
})

// Helpers

function filesWith(reason: string, files: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map((file) => [file, reason]))
}

function sourceFiles(): readonly string[] {
  const packages = readdirSync(join(ROOT, 'packages')).filter((name) => !name.endsWith('-contract'))
  const files = packages.flatMap((name) => {
    const all = readdirSync(join(ROOT, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    return all.map((file) => `packages/${name}/src/${file}`)
  })
  return files.filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]tsx?$/.test(file) && file !== GENERATED)
}

/** The lists of fields in a file; each is its names, sorted. */
function listsIn(file: string, text: string): readonly string[] {
  const lists: string[] = []
  const visit = (node: ts.Node) => {
    const names = namesIn(node)
    if (names.length >= FEWEST && NOUNS.some((noun) => names.every((name) => noun.has(name)))) {
      lists.push([...new Set(names)].sort().join(' '))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return lists
}

/**
 * The names that a node spells out, if it is a list of names. An object is such a list if it only passes fields on;
 * otherwise it is a new object, whose type the compiler checks. A destructuring is none: each of its names is used.
 */
function namesIn(node: ts.Node): readonly string[] {
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every(isPassedOn) ? node.properties.flatMap(({ name }) => textOf(name)) : []
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => textOf(element))
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))
    return node.members.flatMap(({ name }) => textOf(name))
  return []
}

/** Whether a property only passes a field on: `{ name }`, `{ name: policy.name }` and `{ name: true }` do. */
function isPassedOn(property: ts.ObjectLiteralElementLike): boolean {
  if (ts.isShorthandPropertyAssignment(property)) return true
  if (!ts.isPropertyAssignment(property)) return false
  const { name, initializer } = property
  if (initializer.kind === ts.SyntaxKind.TrueKeyword) return true
  return ts.isPropertyAccessExpression(initializer) && ts.isIdentifier(name) && initializer.name.text === name.text
}

function textOf(name: ts.Node | undefined): readonly string[] {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : []
}
