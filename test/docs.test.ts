import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SETTING_NAMES } from '../packages/cli/src/setting-reader.js'
import type { ErrorKind } from '../packages/core/src/index.js'
import { LIMITS } from '../packages/core/src/limits.js'
import { compileRecurrence } from '../packages/core/src/maintenance/recurrence.js'
import { ALERT_STATUSES, type Attention, attentionOf, ISSUE_CODES } from '../packages/core/src/pure.js'
import { runWithoutPauses } from '../packages/core/src/work-meter.js'
import { listAnchors } from './docs-runner/anchors.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = readdirSync(join(ROOT, 'packages'))
const PUBLISHED = PACKAGES.filter((name) => !JSON.parse(read(`packages/${name}/package.json`)).private)
/** The published packages that are libraries. */
const LIBRARIES = PUBLISHED.filter((name) => existsSync(join(ROOT, `packages/${name}/src/index.ts`)))
const DOCUMENTS = [
  'README.md',
  'AGENTS.md',
  'bench/README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...documentsIn('docs'),
  ...PACKAGES.map((name) => `packages/${name}/README.md`).filter((path) => existsSync(join(ROOT, path))),
]

describe('docs/errors.md', () => {
  it('should explain exactly the codes of a graph', () => {
    const section = read('docs/errors.md').split('## Codes of a topology')[1]?.split('\n## ')[0] ?? ''
    expect(firstCells(section).sort()).toEqual([...ISSUE_CODES.graph].sort())
  })

  it('should explain exactly the codes of a topology import', () => {
    const section = read('docs/errors.md').split('## Codes of a topology import')[1]?.split('\n## ')[0] ?? ''
    expect(firstCells(section).sort()).toEqual([...ISSUE_CODES.transfer].sort())
  })

  it('should explain exactly the codes of a CMDB import', () => {
    const section = read('docs/errors.md').split('## Codes of a CMDB import')[1]?.split('\n## ')[0] ?? ''
    expect(firstCells(section).sort()).toEqual([...ISSUE_CODES.cmdb].sort())
  })

  it('should explain exactly the codes of a file of trees', () => {
    const section = read('docs/errors.md').split('## Codes of a file of trees')[1]?.split('\n## ')[0] ?? ''
    expect(firstCells(section).sort()).toEqual([...ISSUE_CODES.tree].sort())
  })

  it('should explain exactly the codes of a webhook mapping', () => {
    const section = read('docs/errors.md').split("## Codes of a webhook's mapping")[1]?.split('\n## ')[0] ?? ''
    expect(firstCells(section).sort()).toEqual([...ISSUE_CODES.mapping].sort())
  })

  it('should explain every kind of refusal', () => {
    const section = read('docs/errors.md').split('## Kinds of refusal')[1]?.split('\n## ')[0] ?? ''
    expect(firstCells(section).sort()).toEqual(Object.keys(KINDS).sort())
  })
})

describe('docs/operating.md, Settings', () => {
  const settings = read('docs/operating.md').split('\n## Settings\n')[1]?.split('\n### ')[0] ?? ''

  it.each(Object.values(SETTING_NAMES))('should list the setting $variable once', (name) => {
    const listed = rows(settings).filter(([cell]) => cell === `\`${name.variable}\``)
    expect(listed.map(([, flag]) => flag)).toEqual(['flag' in name ? `\`${name.flag}\`` : 'none'])
  })
})

describe('docs/embedding.md', () => {
  it('should show the code of the embedding example', () => {
    expect(read('docs/embedding.md')).toContain(`\`\`\`js\n${read('examples/embed/embed.mjs')}\`\`\``)
  })
})

describe.each(LIBRARIES)('packages/%s/README.md', (name) => {
  it('should begin with the code that examples/packages runs', () => {
    const [language, file] = name === 'store-contract' ? ['ts', `${name}.test.ts`] : ['js', `${name}.mjs`]
    const code = read(`examples/packages/${file}`)
    expect(read(`packages/${name}/README.md`)).toContain(`\`\`\`${language}\n${code}\`\`\``)
  })
})

describe('docs/impact.md', () => {
  const page = read('docs/impact.md')
  const [example = '', decision = ''] = Array.from(page.matchAll(/```mermaid[^\n]*\n(.*?)```/gs), ([, text]) => text)

  it('should draw the relations and the alerts of its example', () => {
    const relations = Array.from(page.matchAll(/"resource": "(\w+)", "parent": "(\w+)"/g), ([, from, to]) => [from, to])
    const arrows = Array.from(example.matchAll(/(\w+)(?:\[[^\]]*\])? --> (\w+)/g), ([, from, to]) => [from, to])
    expect(arrows).toEqual(relations)
    const sent = Array.from(page.matchAll(/^alert (\w+) (\w+) (\w+)$/gm), ([, ...alert]) => alert)
    const marked = Array.from(example.matchAll(/\["(\w+)<br\/>(\w+), (\w+)"\]/g), ([, ...alert]) => alert)
    expect(sent.length).toBe(3)
    expect(marked.toSorted()).toEqual(sent.toSorted())
  })

  it('should draw which alerts count, with the fields of the answer', () => {
    const statuses = (attention: Attention) => ALERT_STATUSES.filter((status) => attentionOf(status) === attention)
    const asked = (of: string) =>
      Array.from(decision.matchAll(/Is it (\w+) or (?:in )?(\w+)\?/g))[of === 'silenced' ? 0 : 1]
    expect(asked('silenced')?.slice(1).toSorted()).toEqual(statuses('silenced').toSorted())
    expect(asked('acknowledged')?.slice(1).toSorted()).toEqual(statuses('acknowledged').toSorted())
    const fields = Array.from(decision.matchAll(/\["(\w*[cC]ounts?)"\]/g), ([, field]) => field)
    expect(fields).toEqual(['silencedCount', 'heldCount', 'acknowledgedCount', 'counts'])
    for (const field of fields) expect(page.includes(`\`${field}\``), field).toBe(true)
  })
})

describe('docs/windows.md', () => {
  const page = read('docs/windows.md')
  const rules = rows(page)
    .filter(([, rule = '']) => rule.startsWith('`FREQ='))
    .map(([occurrences = '', rule = '']) => ({ occurrences, rrule: rule.replaceAll('`', '') }))
  const compiled = (input: Parameters<typeof compileRecurrence>[0]) => runWithoutPauses(compileRecurrence(input))
  const begins = (rrule: string) => {
    const evenings = Array.from({ length: 400 }, (_, day) => Date.UTC(2026, 11, 1 + day, 21))
    return evenings.find((start) => !('fault' in compiled({ start, timezone: 'Europe/Berlin', rrule })))
  }

  it('should show recurrence rules', () => {
    expect(rules.length).toBeGreaterThan(8)
  })

  it.each(rules)('should show a rule that the server accepts: $occurrences', ({ rrule }) => {
    expect(begins(rrule)).toBeDefined()
  })

  it('should say when the occurrences are in which the clocks change', () => {
    const start = Date.parse('2026-12-06T01:00:00Z')
    const sundays = compiled({ start, timezone: 'Europe/Berlin', rrule: 'FREQ=WEEKLY;BYDAY=SU' })
    if ('fault' in sundays) throw new Error(sundays.fault)
    const occurrenceAfter = (time: string) => {
      const begin = runWithoutPauses(sundays.next(Date.parse(time))) ?? 0
      const clock = new Intl.DateTimeFormat('en-GB', {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: 'Europe/Berlin',
      })
      return [begin, begin + 2 * 3_600_000].map((instant) => clock.format(instant))
    }
    expect(occurrenceAfter('2027-03-20T00:00:00Z')).toEqual(['21 March 2027 at 02:00', '21 March 2027 at 04:00'])
    expect(occurrenceAfter('2027-03-22T00:00:00Z')).toEqual(['4 April 2027 at 02:00', '4 April 2027 at 04:00'])
    expect(occurrenceAfter('2027-10-30T00:00:00Z')).toEqual(['31 October 2027 at 02:00', '31 October 2027 at 03:00'])
    expect(page).toMatch(/\| 28 March 2027 .* \*\*none\*\*/)
    expect(page).toMatch(/\| 31 October 2027 .* clocks show 03:00 /)
  })

  it('should name the limits of windows', () => {
    const limits = page.split('\n## Limits\n')[1] ?? ''
    expect(limits).toContain(`${LIMITS.maintenanceWindows.toLocaleString('en')} windows`)
    expect(limits).toContain(`at most ${LIMITS.recurrenceText} characters`)
    expect(limits).toContain(`\`COUNT\` is at most ${LIMITS.recurrenceSteps.toLocaleString('en')}`)
  })
})

describe('docs/architecture.md', () => {
  const FENCES = /```mermaid[^\n]*\n(.*?)```.*?```text[^\n]*\n(.*?)```/s
  const [, drawn = '', flow = ''] = FENCES.exec(read('docs/architecture.md')) ?? []

  it('should draw the dependencies of the packages', () => {
    const names = new Map(Array.from(drawn.matchAll(/(\w+)\["@opsgraph\/([\w-]+)/g), ([, id, name]) => [id, name]))
    const arrows = Array.from(drawn.matchAll(/(\w+)(?:\[[^\]]*\])? --> (\w+)/g), ([, from, to]) => {
      return `${names.get(from)} needs ${names.get(to)}`
    })
    const needed = ['cli', ...LIBRARIES].flatMap((name) => {
      const { dependencies = {} } = JSON.parse(read(`packages/${name}/package.json`))
      return Object.keys(dependencies).map((other) => `${name} needs ${other.replace('@opsgraph/', '')}`)
    })
    expect([...names.values()].sort()).toEqual([...PACKAGES].sort())
    expect(needed).toEqual(expect.arrayContaining(arrows))
    expect(arrows.length).toBeGreaterThan(0)
  })

  const flows = flow
    .trim()
    .split('\n\n')
    .map((text) => ({ name: text.split('\n')[0] ?? '', steps: stepsOf(text) }))

  it('should describe flows', () => {
    expect(flows.length).toBeGreaterThan(10)
    expect(flows.flatMap(({ steps }) => steps).length).toBeGreaterThan(40)
  })

  it.each(flows)('should name files, and functions of these files: $name', ({ steps }) => {
    const exists = ({ file, name }: Step) =>
      file !== undefined &&
      (name === undefined ||
        new RegExp(`^(?:export )?(?:async function|function\\*?|class) ${name}\\b`, 'm').test(read(file)))
    expect(steps.filter((step) => !exists(step))).toEqual([])
  })

  it.each(flows)('should name only files that the first one imports, directly or indirectly: $name', ({ steps }) => {
    const imported = importedFrom(steps[0]?.file ?? '')
    expect(steps.filter(({ file }) => !imported.has(file ?? ''))).toEqual([])
  })
})

describe('docs/request.md', () => {
  const sections = read('docs/request.md').split(/^## /m)
  const stepsOf = (text: string) =>
    Array.from(
      text.matchAll(/^\| \[[^\]]+\]\(\.\.\/(\S+\.ts)\) `(\w+)(?:\(\))?` \|/gm),
      ([, file = '', name = '']) => ({ file, name }),
    )
  const steps = sections.flatMap(stepsOf)

  it('should name at most 15 files that a delivery passes from the route to the row and back', () => {
    const ofDeliveries = stepsOf(sections.find((section) => section.startsWith('From the route to the row')) ?? '')
    expect(ofDeliveries.length).toBeGreaterThan(10)
    expect(ofDeliveries.length).toBeLessThanOrEqual(15)
    expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length)
  })

  it.each(steps)('should name what the file exports: $name', ({ file, name }) => {
    expect(read(file)).toMatch(
      new RegExp(`^export (?:async function|function\\*?|class|interface|const) ${name}\\b`, 'm'),
    )
  })

  it('should list the folders of the HTTP API', () => {
    const folders = readdirSync(join(ROOT, 'packages/http/src'), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    )
    const listed = Array.from(read('docs/request.md').matchAll(/^\| `([a-z]+)\/` /gm), ([, name]) => name)
    expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  })
})

describe.each(['docs/security.md', 'docs/operating.md'])('%s', (document) => {
  it.each(promisesOf(document))('should name a test that exists: $title', ({ file, title }) => {
    expect(read(file)).toContain(title)
  })
})

describe('docs/operating.md', () => {
  it('should name a test for each fault', () => {
    const section = read('docs/operating.md').split('\n## When things go wrong\n')[1]?.split('\n## ')[0] ?? ''
    const [listed = [], tested = []] = section.split('\nTests check each row').map((part) => firstColumn(part))
    expect(listed.length).toBeGreaterThan(5)
    expect([...new Set(tested)]).toEqual(listed)
  })
})

describe('docs/security.md', () => {
  const promises = promisesOf('docs/security.md')

  it('should name a test for each promise', () => {
    const tables = read('docs/security.md').split('\n## What is promised\n')[1]?.split('\n## ')[0] ?? ''
    const listed = rows(tables).filter(([first = '']) => first !== 'Promise' && !first.startsWith('---'))
    expect(promises.length).toBe(listed.length)
    expect(listed.length).toBeGreaterThan(0)
  })
})

describe('docs/README.md', () => {
  it.each(readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md'))(
    'should list %s',
    (name) => expect(read('docs/README.md')).toContain(`](${name})`),
  )
})

describe('docs/backups-and-upgrades.md', () => {
  it('should state the measured sizes', () => {
    const sizes = read('docs/backups-and-upgrades.md').split('\n## Sizes\n')[1] ?? ''
    const figures = rows(sizes).flatMap(([, cell = '']) =>
      Array.from(cell.matchAll(/`([^`]+)`/g), ([, figure]) => figure),
    )
    expect(figures.length).toBeGreaterThan(5)
    for (const figure of figures) expect(read('bench/README.md')).toContain(figure)
  })
})

describe.each(readdirSync(join(ROOT, 'docs/decision')))('docs/decision/%s', (name) => {
  const page = read(`docs/decision/${name}`)

  it('should have a decision, a reason and a result, in at most 400 words', () => {
    expect(page.match(/^\*\*(?:Decision|Reason|Result)\b/gm)?.slice(0, 2)).toEqual(['**Decision', '**Reason'])
    expect(page).toMatch(/^\*\*Result/m)
    expect(page.split(/[\s|]+/).length).toBeLessThanOrEqual(400)
  })
})

describe('the packages', () => {
  it.each(PUBLISHED)('should be found on npm by what they are: %s', (name) => {
    const { description, keywords, license } = JSON.parse(read(`packages/${name}/package.json`))
    expect({ license, keywords }).toEqual({ license: 'Apache-2.0', keywords: expect.arrayContaining(['opsgraph']) })
    expect(description.length).toBeGreaterThan(20)
  })

  it.each(PUBLISHED)('should be packed with the license: %s', (name) => {
    expect(read(`packages/${name}/LICENSE`)).toBe(read('LICENSE'))
  })

  it('should be linked in the workspace, never fetched', () => {
    expect(read('pnpm-lock.yaml')).not.toMatch(/@opsgraph\/[\w-]+@/)
  })
})

describe('docs/operating.md, Installing it', () => {
  it('should pack the command and every workspace package that it needs', () => {
    const packed = [...read('docs/operating.md').matchAll(/^npm pack (.+)$/gm)].map(([, folders = '']) => folders)
    expect(packed).toHaveLength(1)
    const names = packed[0]?.split(' ').map((folder) => folder.replace('./packages/', ''))
    expect(names?.sort()).toEqual([...neededBy('cli')].sort())
  })
})

describe('.changeset', () => {
  const notes = readdirSync(join(ROOT, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md')
  it.each(notes)('should name packages and describe the change for users: %s', (name) => {
    expect(read(`.changeset/${name}`)).toMatch(
      /^---\n+(?:['"]@opsgraph\/[a-z-]+['"]: (?:major|minor|patch)\n)+---\n\n\S/,
    )
  })
})

describe.each(DOCUMENTS)('%s', (document) => {
  it('should link only to files and headings that exist', () => {
    const targets = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const broken = targets.filter((target) => !/^https?:/.test(target) && !isThere(document, target))
    expect(broken).toEqual([])
  })
})

// Helpers

/** All error kinds. If a kind is missing in this object, this file does not compile. */
const KINDS: Readonly<Record<ErrorKind, true>> = {
  invalid: true,
  unauthenticated: true,
  forbidden: true,
  notFound: true,
  conflict: true,
  preconditionFailed: true,
  tooLarge: true,
  unavailable: true,
  busy: true,
}

/** The folder of a package, and the folders of its runtime dependencies that are packages of this repository. */
function neededBy(name: string, found: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const { dependencies = {} } = JSON.parse(read(`packages/${name}/package.json`))
  const ours = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@opsgraph/'))
  return ours
    .map((dependency) => dependency.replace('@opsgraph/', ''))
    .reduce(
      (known, each) => (known.has(each) ? known : neededBy(each, known)),
      new Set([...found, name]) as ReadonlySet<string>,
    )
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function documentsIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.md')).map((file) => `${folder}/${file}`)
}

/** A step of a flow in docs/architecture.md: a file, and the function or class that the step mentions. */
interface Step {
  readonly path: string
  /** The path of the file; `undefined` if it does not exist. */
  readonly file: string | undefined
  readonly name: string | undefined
}

function stepsOf(flow: string): readonly Step[] {
  const steps = flow.split('\n').slice(1).join('\n')
  const paths = /(?<![\w/])([a-z]+(?:-[a-z]+)*(?:\/[a-z]+(?:-[a-z]+)*)+)(?:: (\w+))?/g
  return Array.from(steps.matchAll(paths), ([, path = '', name]) => {
    const files = [`core/src/${path}`, `cli/src/${path}`, path.replace('/', '/src/')].map(
      (file) => `packages/${file}.ts`,
    )
    return { path, file: files.find((file) => existsSync(join(ROOT, file))), name }
  })
}

/**
 * A source file, and all files that it imports directly or indirectly. `export *` counts as an import, a type import
 * does not.
 */
function importedFrom(file: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  const imports = /^(?:import (?:\{([^}]+)\}|\* as \w+)|export \*) from '([^']+)'/gm
  for (const [, names = '', from = ''] of read(file).matchAll(imports)) {
    if (from.startsWith('.')) importedFrom(join(dirname(file), from.replace(/js$/, 'ts')), found)
    const [, name, entry = 'index'] = /^@opsgraph\/(core|draw)(?:\/(\w+))?$/.exec(from) ?? []
    if (name !== undefined) for (const other of exportersOf(`${name}/src/${entry}`, names)) importedFrom(other, found)
  }
  return found
}

/** The files from which the entry file of a package, such as `core/src/index`, exports these names. */
function exportersOf(entry: string, names: string): readonly string[] {
  const wanted = names.split(',').map((name) => name.trim())
  const exported = read(`packages/${entry}.ts`).matchAll(/^export \{([^}]+)\} from '([^']+)'/gm)
  return Array.from(exported)
    .filter(([, listed = '']) => listed.split(',').some((name) => wanted.includes(name.trim())))
    .map(([, , from = '']) => join(`packages/${dirname(entry)}`, from.replace(/js$/, 'ts')))
}

/** Returns the cells of each line of a table. */
function rows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Returns the tests whose files and titles are in the tables of a document. */
function promisesOf(document: string): readonly { readonly file: string; readonly title: string }[] {
  return rows(read(document)).flatMap(([, cell = '']) => {
    const [, file, title] = /^`([^`]+)`: (?:\*\*[^*]+\*\* )?(.+)$/.exec(cell) ?? []
    return file === undefined || title === undefined ? [] : [{ file, title }]
  })
}

/** Returns the first cell of each row of a table, without the header. */
function firstColumn(text: string): readonly string[] {
  return rows(text)
    .slice(2)
    .map(([cell = '']) => cell)
}

/** Returns the first cells of those rows in which this cell contains only a word in code style. */
function firstCells(section: string): string[] {
  return rows(section).flatMap(([cell = '']) => /^`(\w+)`$/.exec(cell)?.[1] ?? [])
}

/** On GitHub, a link of README.md to `../../actions/workflows/ci.yml` leads to the runs of this workflow. */
const RUNS = '../../actions/workflows/'

function isThere(document: string, target: string): boolean {
  if (target.startsWith(RUNS)) {
    const workflow = target.slice(RUNS.length).replace('/badge.svg', '')
    return document === 'README.md' && existsSync(join(ROOT, '.github/workflows', workflow))
  }
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(ROOT, file))) return false
  return anchor === undefined || listAnchors(read(file)).includes(anchor)
}
