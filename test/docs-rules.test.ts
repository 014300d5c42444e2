import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../packages/core/src/limits.js'
import { listAnchors, toAnchor } from './docs-runner/anchors.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RULES = read('docs/rules.md')
const CITING = ['packages', 'test', 'examples', 'bench', 'scripts', 'docs'].flatMap(filesIn)
const ROOT_PAGES = readdirSync(ROOT).filter((name) => name.endsWith('.md'))

describe('docs/rules.md', () => {
  const groups = RULES.split(/^#{2,3} /m)
    .slice(1)
    .map((text) => ({ name: text.split('\n')[0] ?? '', text }))

  it.each(groups)('should number the rules of a group with its name, in ascending order: $name', ({ name, text }) => {
    const slug = toAnchor(name)
    const rules = text.split('\n').filter((line) => line.startsWith('- '))
    const numbers = rules.map((rule) => Number(/\*\*(\d+)\*\*/.exec(rule)?.[1]))
    const begins = numbers.map((number) => `- <a id="${slug}-${number}"></a>**${number}** `)
    expect(rules.map((rule, index) => rule.slice(0, begins[index]?.length))).toEqual(begins)
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
  })

  it('should have no duplicate anchor', () => {
    const anchors = listAnchors(RULES)
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([])
  })

  it('should list exactly the limits, with their numbers', () => {
    const table = RULES.split('\n### Limits of the API\n')[1]?.split('\n### ')[0] ?? ''
    const rows = Array.from(table.matchAll(/^\| `(\w+)` \|.*\| (.+) \|$/gm), ([, name, limit = '']) => [
      name,
      numbersIn(limit),
    ])
    const limits = Object.entries(LIMITS).map(([name, limit]) => [
      name,
      typeof limit === 'number' ? [limit] : Object.values(limit),
    ])
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(limits))
  })
})

describe('citations', () => {
  const anchors = new Set(listAnchors(RULES))
  const cited = CITING.flatMap((file) =>
    Array.from(read(file).matchAll(/\brules\.md#([\w-]*)/g), ([, anchor = '']) => ({ file, anchor })),
  )

  it('should refer to existing rules', () => {
    expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([])
    expect(cited.length).toBeGreaterThan(0)
  })

  it('should refer to pages in the repository', () => {
    const pattern = /(?<![-\w])(?:api|decisions|beyond)[.]md/i
    const files = [...CITING, ...ROOT_PAGES, ...filesIn('.changeset'), ...filesIn('.github')]
    expect(files.filter((file) => pattern.test(read(file)))).toEqual([])
  })
})

// Helpers

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The text files in a folder, except the two tests of citations, and files that are installed or built. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return /^(?:node_modules|dist|coverage|opsgraph-data)$/.test(entry.name) ? [] : filesIn(path)
    return /\.(?:[cm]?[jt]sx?|md|json|ya?ml|sql|css|html)$/.test(entry.name) &&
      !/^test\/(?:docs-rules|where-rules-live)\.test\.ts$/.test(path)
      ? [path]
      : []
  })
}

/** The numbers in a text: three numbers in `1 to 1,000; default 50`, one number in `2 MiB`. */
function numbersIn(text: string): readonly number[] {
  return Array.from(text.matchAll(/(\d[\d,]*)( MiB)?/g), ([, digits = '', unit]) => {
    return Number(digits.replaceAll(',', '')) * (unit === undefined ? 1 : 1024 * 1024)
  })
}
