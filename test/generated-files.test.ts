import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createOpsgraph, USE_CASE_SCOPES } from '../packages/core/src/index.js'
import type { WebhookPreset } from '../packages/core/src/webhook/preset/webhook-preset.js'
import { readSamples } from '../packages/core/test/tool-samples.js'
import { createLogger } from '../packages/http/src/index.js'
import { EventStreams } from '../packages/http/src/live/event-streams.js'
import { Metrics } from '../packages/http/src/metric/metrics.js'
import type { Route } from '../packages/http/src/pipeline/define-route.js'
import { MemoryStore } from '../packages/store-memory/src/index.js'

// `pnpm generate` runs this file with `-u`, which writes each generated file anew. It first runs the tests whose names
// have "in its list", because the others import these lists. Without `-u`, a file that is out of date fails its test.

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url))
const CORE = `${PACKAGES}core/src/`
const TOOLS = `${CORE}webhook/preset/tool/`
const USE_CASES = `${CORE}use-case/`
const COMMANDS = `${PACKAGES}cli/src/command/`
const ROUTES = `${PACKAGES}http/src/route/`
const MIGRATIONS = `${PACKAGES}store-postgres/src/migration/`

interface Tool {
  readonly file: string
  /** The presets of the file, by the name of their constant. */
  readonly presets: Readonly<Record<string, WebhookPreset>>
}

it('should have every preset of the folder tool in its list, by id', async () => {
  const tools = await readTools()
  const constants = byId(tools.flatMap(({ presets }) => Object.entries(presets)))
  const imports = tools.map(({ file, presets }) => importLine(Object.keys(presets), `./tool/${file}`))
  const list = `${imports.join('\n')}
import type { WebhookPreset } from './webhook-preset.js'

// \`pnpm generate\` writes this file: every preset of the folder \`tool\`, by id.

/**
 * Ready-made webhook configurations for tools, with their alert policies. A tool that sends payloads in several forms
 * may have several presets.
 */
export const WEBHOOK_PRESETS: readonly WebhookPreset[] = [
${constants.map(([constant]) => `  ${constant},`).join('\n')}
]
`
  await expect(list).toMatchFileSnapshot('../packages/core/src/webhook/preset/all-presets.ts')
})

it('should have every preset in docs/presets.md', async () => {
  const presets = byId((await readTools()).flatMap((tool) => Object.entries(tool.presets)))
  const rows = presets.map(([, preset]) => {
    const { authHeaderScheme, authHeaderName } = preset.config
    const header = authHeaderName === undefined ? '' : `\`${authHeaderName}\``
    return `| ${[`\`${preset.id}\``, `\`${authHeaderScheme}\``, header, preset.name, endOf(preset)].join(' | ')} |`
  })
  const page = `# Presets

A [preset](webhooks.md#presets) is a ready-made webhook config for one tool, with its alert policies. The scheme and the header
say how the tool proves who it is ([schemes](webhooks.md#who-may-send)). \`opsgraph webhook presets NAME\` prints a preset, and its hints.

\`pnpm generate\` writes this page.

| Preset | Scheme | Header | Tool | When the problem is over, the alert |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
  await expect(page).toMatchFileSnapshot('../docs/presets.md')
})

it('should have the module of every use-case with scopes in its list', async () => {
  const exporting = exportsOf(USE_CASES, /^export (?:async )?function (\w+)/gm).filter(({ names }) =>
    names.some((name) => Object.hasOwn(USE_CASE_SCOPES, name)),
  )
  const exported = new Set(exporting.flatMap(({ names }) => names))
  expect(Object.keys(USE_CASE_SCOPES).filter((name) => !exported.has(name))).toEqual([])
  const list = `/**
 * The modules of all use-cases, from which \`bind-use-cases\` takes functions by name. The exports use \`export *\` because
 * editors do not show the docstring of a function that is re-exported by its name. \`pnpm generate\` writes this file.
 */
${exporting.map(({ file }) => `export * from './${file.replace(/\.ts$/, '.js')}'`).join('\n')}
`
  await expect(list).toMatchFileSnapshot('../packages/core/src/use-case/all-use-cases.ts')
})

it('should have every noun in its list, by id', async () => {
  const files = exportsOf(CORE, /^export const (\w+) = \/[*] @__PURE__ [*]\/ defineNoun\(/gm)
  const defining = exportsOf(CORE, /^(?:export )?const (\w+) = .*\bdefineNoun\(/gm)
  const nounFiles = new Set(files.map(({ file }) => file))
  expect(defining.filter(({ file }) => !nounFiles.has(file))).toEqual([
    { file: 'topology/tree/read-tree-file.ts', names: ['TREE_ENTRY'] },
  ])
  const nouns = await Promise.all(
    files.flatMap(({ file, names }) =>
      names.map(async (name) => {
        const { stored } = (await import(`${CORE}${file}`))[name]
        return [String(stored.meta().id), name] as const
      }),
    ),
  )
  const entries = nouns.toSorted().map(([id, name]) => `  ${id[0]?.toLowerCase()}${id.slice(1)}: ${name},`)
  const list = `${importLines(files)}

// \`pnpm generate\` writes this file: every noun of core.

/** The kinds of stored objects, and of the parts that these consist of, by the name in the OpenAPI document. */
export const NOUNS = {
${entries.join('\n')}
} as const
`
  await expect(list).toMatchFileSnapshot('../packages/core/src/all-nouns.ts')
})

it('should have every migration in its list, in the order of their numbers', async () => {
  const files = exportsOf(MIGRATIONS, /^export const (\w+)/gm).filter(({ file }) => /^\d{4}-/.test(file))
  expect(unlisted(MIGRATIONS, files)).toEqual(['graph-and-alerts.ts', 'migrate.ts'])
  expect(files.filter(({ names }) => names.length !== 1)).toEqual([])
  expect(files.map(({ file }) => Number.parseInt(file, 10))).toEqual(files.map((_, at) => at + 1))
  const list = `${importLines(files)}

// \`pnpm generate\` writes this file: every migration of this folder, in the order of their numbers.

/** The migrations in the order in which they run. A released migration never changes, nor does its name. */
export const MIGRATIONS = [
${files.map(({ file, names }) => `  { name: '${file.slice('0000-'.length, -'.ts'.length)}', script: ${names[0]} },`).join('\n')}
] as const
`
  await expect(list).toMatchFileSnapshot('../packages/store-postgres/src/migration/all-migrations.ts')
})

it('should have every route in the order of docs/http-api.md', async () => {
  const page = readFileSync(new URL('../docs/http-api.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('\n## Every endpoint\n')
  const documented = Array.from(table.matchAll(/^\| `(.+?)` *\|/gm), ([, endpoint = '']) => endpoint)
  const found = exportsOf(ROUTES, /^export const (\w+Routes?)\b/gm)
  expect(unlisted(ROUTES, found)).toEqual(['stored-routes.ts'])
  const files = [{ file: '../openapi/openapi-route.ts', names: ['openapiRoute'] }, ...found]
  const groups = files.flatMap(({ file, names }) => names.map((name) => ({ file, name })))
  const placed = await Promise.all(
    groups.map(async ({ file, name }) => {
      const exported: Route | readonly Route[] = (await import(`${ROUTES}${file}`))[name]
      const places = [exported].flat().map(({ method, path }) => {
        const endpoint = `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
        expect(documented, 'the table in docs/http-api.md').toContain(endpoint)
        return documented.indexOf(endpoint)
      })
      return { name: Array.isArray(exported) ? `...${name}` : name, place: Math.min(...places) }
    }),
  )
  const imports = [`import type { Route } from '../pipeline/define-route.js'`, importLines(files)]
  const list = `${sortedImports(imports)}

// \`pnpm generate\` writes this file: every route of this folder, in the order of docs/http-api.md.

/**
 * Every route, in matching order: a fixed path segment comes before a parameter at the same position. The first one is
 * called most often by far.
 */
export const ALL_ROUTES: readonly Route[] = [
${placed
  .toSorted((left, right) => left.place - right.place)
  .map(({ name }) => `  ${name},`)
  .join('\n')}
]
`
  await expect(list).toMatchFileSnapshot('../packages/http/src/route/all-routes.ts')
})

it.each([
  [
    'store-contract',
    './store-harness.js',
    ['list-contract.ts', 'policy-kind-contract.ts', 'revision-contract.ts', 'store-contract.ts'],
  ],
  ['use-case-contract', '@opsgraph/store-contract', ['names-in-flight-contract.ts', 'opsgraph-contract.ts']],
])('should have every contract of %s in its list', async (name, harness, others) => {
  const source = `${PACKAGES}${name}/src/`
  const files = exportsOf(source, /^export function (\w+)Contract\(harness: StoreHarness\): void/gm)
  expect(unlisted(source, files).filter((file) => file.endsWith('-contract.ts'))).toEqual(others)
  const contracts = files.flatMap(({ names }) => names).toSorted()
  const imports = [
    `import type { StoreHarness } from '${harness}'`,
    importLines(files, (contract) => `${contract}Contract`),
  ]
  const list = `${sortedImports(imports)}

// \`pnpm generate\` writes this file: every contract of this folder.

/** The contracts, by what each of them is about. */
export const ALL_CONTRACTS: Readonly<Record<string, (harness: StoreHarness) => void>> = {
${contracts.map((contract) => `  ${inWords(contract)}: ${contract}Contract,`).join('\n')}
}
`
  await expect(list).toMatchFileSnapshot(`${source}all-contracts.ts`)
})

it('should have every metric in docs/metrics.md', async () => {
  const sources = {
    poolCounts: () => ({ max: 0, open: 0, idle: 0, waiting: 0 }),
    dueAlertCounts: () => ({ expired: 0, ended: 0, reopened: 0 }),
  }
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  const events = new EventStreams({ opsgraph, logger: createLogger('silent') })
  const metrics = new Metrics(opsgraph, { ...sources, eventMetrics: () => events.metrics() }).list()
  const rows = metrics.map(({ name, type, labelNames, help }) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${labels} | ${help} |`
  })
  const page = `# Metrics

\`GET /metrics\` answers with these metrics, in the text format of Prometheus, and with those of the process that Node.js has. A gauge goes up and down,
a counter only grows until the process ends, and a histogram has the number and the sum of what it measures.

[Operating](operating.md#metrics) says how to read them. \`pnpm generate\` writes this page.

| Metric | Type | Labels | What it measures |
| --- | --- | --- | --- |
${rows.join('\n')}
`
  await expect(page).toMatchFileSnapshot('../docs/metrics.md')
})

it('should have every command in its list, in the order of docs/cli.md', async () => {
  const page = readFileSync(new URL('../docs/cli.md', import.meta.url), 'utf8')
  const documented = Array.from(page.matchAll(/^## `opsgraph ([a-z -]+?)(?: [[<].*)?`$/gm), ([, path = '']) => path)
  const files = exportsOf(COMMANDS, /^export function (add\w+)\(/gm)
  expect(unlisted(COMMANDS, files)).toEqual([])
  const adders = documented.map(
    (path) => `add${path.replaceAll(/(?:^|[ -])([a-z])/g, (_, letter) => letter.toUpperCase())}`,
  )
  expect(files.flatMap(({ names }) => names).toSorted(), 'addTopologyList adds `opsgraph topology list`').toEqual(
    adders.toSorted(),
  )
  const list = `import type { AddCommand } from '../ports.js'
${importLines(files)}

// \`pnpm generate\` writes this file: every command of this folder, in the order of docs/cli.md.

/** All commands with their paths, in the order of the help. */
export const COMMANDS: readonly (readonly [path: string, add: AddCommand])[] = [
${documented.map((path, index) => `  ['${path}', ${adders[index]}],`).join('\n')}
]
`
  await expect(list).toMatchFileSnapshot('../packages/cli/src/command/all-commands.ts')
})

// Helpers

async function readTools(): Promise<readonly Tool[]> {
  const files = sourceFiles(TOOLS)
  return await Promise.all(files.map(async (file) => ({ file, presets: { ...(await import(`${TOOLS}${file}`)) } })))
}

/** The sources of a folder, in the order in which Biome sorts imports. */
function sourceFiles(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
}

/** Paths are sorted by their segments. */
function sortKey(path: string): string {
  return path.replace(/\.[jt]s$/, '').replaceAll('/', '\0')
}

/** A source, and those of its exports that a pattern finds. */
interface Exporting {
  readonly file: string
  readonly names: readonly string[]
}

/** The sources of a folder that export something. The first group of the pattern is the name of the export. */
function exportsOf(folder: string, pattern: RegExp): readonly Exporting[] {
  return sourceFiles(folder).flatMap((file) => {
    const source = readFileSync(`${folder}${file}`, 'utf8')
    const names = Array.from(source.matchAll(pattern), ([, name = '']) => name)
    return names.length === 0 ? [] : { file, names }
  })
}

/** The sources of a folder that its list does not have. A test names them all, so that no file is left out unseen. */
function unlisted(folder: string, listed: readonly Exporting[]): readonly string[] {
  const files = new Set(listed.map(({ file }) => file))
  return sourceFiles(folder).filter((file) => !files.has(file) && !file.startsWith('all-'))
}

function byId<Entry extends readonly [string, WebhookPreset]>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted(([, { id: left }], [, { id: right }]) => (left < right ? -1 : 1))
}

function importLines(files: readonly Exporting[], nameOf = (name: string) => name): string {
  return files
    .map(({ file, names }) => importLine(names.map(nameOf), file.startsWith('.') ? file : `./${file}`))
    .join('\n')
}

function importLine(names: readonly string[], path: string): string {
  return `import { ${names.toSorted().join(', ')} } from '${path.replace(/\.ts$/, '.js')}'`
}

/** Sorts imports as Biome does: packages come before files, and folders above come before this folder. */
function sortedImports(lines: readonly string[]): string {
  const paths = lines.flatMap((text) =>
    text.split('\n').map((line) => ({ line, path: line.replace(/^.* from '|'$/g, '') })),
  )
  const keyOf = (path: string) => `${['@', '../', './'].findIndex((start) => path.startsWith(start))}${sortKey(path)}`
  return paths
    .toSorted((left, right) => (keyOf(left.path) < keyOf(right.path) ? -1 : 1))
    .map(({ line }) => line)
    .join('\n')
}

/** The words of a name in camel case, as the key of an object. */
function inWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.includes(' ') ? `'${words}'` : words
}

/** What becomes of the alerts of a tool when a problem is over. */
function endOf({ id, config, policies }: WebhookPreset): string {
  if (readSamples(id).recovers !== false) return 'closes'
  if (config.fieldMappings.endTime !== undefined) return 'closes at the end that it sends'
  const actions = policies.flatMap((policy) => policy.actions)
  const timeout = actions.find((action) => 'set' in action && action.set === 'timeout')
  if (timeout !== undefined && 'value' in timeout) return `expires ${timeout.value} seconds after its last repetition`
  return 'stays open until somebody closes it'
}
