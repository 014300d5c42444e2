import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { toAnchor } from './docs-runner/anchors.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGE = 'docs/where-rules-live.md'
const GENERATED = 'packages/web/src/api/schema.ts'

/** The folders in which code applies rules. Within a group, files are listed in the order of these folders. */
const FOLDERS = [
  'packages/core/src',
  'packages/http/src',
  'packages/cli/src',
  'packages/store-postgres/src',
  'packages/store-memory/src',
  'packages/draw/src',
  'packages/notify/src',
  'packages/web/src',
  'scripts',
  'examples/otel-demo',
]

const INTRO = `# Where the rules live

This page leads from each group of [rules](rules.md) to the files that apply its rules. The numbers in parentheses are
the numbers of the rules that a file cites; without numbers, the file cites the whole group. Files of core come first,
because pure functions of core decide the rules; the other files apply them. [architecture.md](architecture.md) shows
how the files call each other. To find the exact lines, search the file for the name of the group, such as \`rules.md#relation-ranking\`.

\`pnpm vitest run test/where-rules-live.test.ts -u\` writes this page.
`

describe(PAGE, () => {
  const groups = groupsOf(readFileSync(join(ROOT, 'docs/rules.md'), 'utf8'))
  const cited = FOLDERS.flatMap(filesIn).flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/\brules\.md#([\w-]*\w)/g), ([, anchor = '']) => ({
      file,
      anchor,
    })),
  )

  it('should name at least one file for each group', () => {
    expect(groups.filter(({ slug }) => filesOf(slug, cited).size === 0)).toEqual([])
  })

  it('should list the files that cite the groups', async () => {
    const rows = groups.map(({ name, slug }) => `| [${name}](rules.md#${slug}) | ${cellOf(filesOf(slug, cited))} |`)
    const page = [INTRO, '| Rules | Files |', '| --- | --- |', ...rows, ''].join('\n')
    await expect(page).toMatchFileSnapshot(join(ROOT, PAGE))
  })
})

// Helpers

interface Citation {
  readonly file: string
  readonly anchor: string
}

function groupsOf(rules: string): readonly { readonly name: string; readonly slug: string }[] {
  return Array.from(rules.matchAll(/^### (.+)$/gm), ([, name = '']) => ({ name, slug: toAnchor(name) }))
}

/** The files that cite a group, each with the numbers of the rules that it cites. */
function filesOf(slug: string, cited: readonly Citation[]): ReadonlyMap<string, ReadonlySet<number>> {
  const files = new Map<string, Set<number>>()
  const pattern = new RegExp(`^${slug}(?:-(\\d+))?$`)
  for (const { file, anchor } of cited) {
    const found = pattern.exec(anchor)
    if (found === null) continue
    const numbers = files.get(file) ?? new Set()
    if (found[1] !== undefined) numbers.add(Number(found[1]))
    files.set(file, numbers)
  }
  return files
}

function cellOf(files: ReadonlyMap<string, ReadonlySet<number>>): string {
  return Array.from(files, ([file, numbers]) => {
    const sorted = [...numbers].sort((one, other) => one - other)
    return `[${file.replace('packages/', '')}](../${file})${sorted.length > 0 ? ` (${sorted.join(', ')})` : ''}`
  }).join('<br>')
}

/**
 * The files of code in a folder, without tests and without the types that `pnpm build` generates. The files of concepts
 * come before those of use-cases and ports.
 */
function filesIn(folder: string): readonly string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/\.(?:test|d)\.tsx?$|node_modules/.test(name))
    .filter((name) => name !== GENERATED)
  const isOutside = (name: string) => Number(/\/(?:use-case|port|route|wire)\//.test(name))
  return files.sort((one, other) => isOutside(one) - isOutside(other) || (one < other ? -1 : 1))
}
