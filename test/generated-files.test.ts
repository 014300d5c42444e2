import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createOpsgraph, USE_CASE_SCOPES } from '../packages/core/src/index.js'
import type { WebhookPreset } from '../packages/core/src/webhook/preset/webhook-preset.js'
import { readSamples } from '../packages/core/test/tool-samples.js'

import { createLogger } from '../packages/http/src/index.js'
import { EventStreams } from '../packages/http/src/live/event-streams.js'
import { Metrics } from '../packages/http/src/metric/metrics.js'
import { MemoryStore } from '../packages/store-memory/src/index.js'

// `pnpm generate` runs this file with `-u`, which writes each generated file anew. Without `-u`, a file that is out of
// date fails its test.

const TOOLS = fileURLToPath(new URL('../packages/core/src/webhook/preset/tool/', import.meta.url))
const USE_CASES = fileURLToPath(new URL('../packages/core/src/use-case/', import.meta.url))
const COMMANDS = fileURLToPath(new URL('../packages/cli/src/command/', import.meta.url))

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

it('should have the module of every use-case that has scopes', async () => {
  const modules = readdirSync(USE_CASES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const exporting = modules.filter((file) => {
    const source = readFileSync(`${USE_CASES}${file}`, 'utf8')
    const names = Array.from(source.matchAll(/^export (?:async )?function (\w+)/gm), ([, name = '']) => name)
    return names.some((name) => Object.hasOwn(USE_CASE_SCOPES, name))
  })
  const list = `/**
 * The modules of all use-cases, from which \`bind-use-cases\` takes functions by name. The exports use \`export *\` because
 * editors do not show the docstring of a function that is re-exported by its name. \`pnpm generate\` writes this file.
 */
${exporting
  .sort()
  .map((file) => `export * from './${file.replace(/\.ts$/, '.js')}'`)
  .join('\n')}
`
  await expect(list).toMatchFileSnapshot('../packages/core/src/use-case/all-use-cases.ts')
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
  const files = sourceFiles(COMMANDS).map((file) => {
    const source = readFileSync(`${COMMANDS}${file}`, 'utf8')
    const adders = Array.from(source.matchAll(/^export function (add\w+)\(/gm), ([, name = '']) => name)
    return { file, adders }
  })
  const adders = documented.map(
    (path) => `add${path.replaceAll(/(?:^|[ -])([a-z])/g, (_, letter) => letter.toUpperCase())}`,
  )
  expect(files.flatMap((each) => each.adders).toSorted(), 'addTopologyList adds `opsgraph topology list`').toEqual(
    adders.toSorted(),
  )
  const imports = files
    .filter((each) => each.adders.length > 0)
    .map(({ file, adders: names }) => importLine(names, `./${file}`))
  const list = `import type { AddCommand } from '../ports.js'
${imports.join('\n')}

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
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return names
    .map((name) => basename(name, '.ts'))
    .sort()
    .map((name) => `${name}.ts`)
}

function byId<Entry extends readonly [string, WebhookPreset]>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted(([, { id: left }], [, { id: right }]) => (left < right ? -1 : 1))
}

function importLine(names: readonly string[], path: string): string {
  return `import { ${names.toSorted().join(', ')} } from '${path.replace(/\.ts$/, '.js')}'`
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
