/**
 * Sends the deliveries of a corpus through all presets, and prints which tools are served:
 *
 *   node scripts/served-tools.mjs FILE.jsonl
 *
 * A line of the file is a tool: `{tool, deliveries: [{kind, payload | contentType + body, expect}]}`. A tool is served
 * if one preset gives the expected result for every delivery of the tool. Presets are compiled from their sources.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsup'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/served-tools.mjs FILE.jsonl')
  process.exit(2)
}
const tools = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line))

const { WEBHOOK_PRESETS, prepare, faultOf } = await loadPresets()
const presets = WEBHOOK_PRESETS.map(prepare)
const rows = tools.map(serve)
const served = rows.filter((row) => row.served)
const width = Math.max(...rows.map(({ tool }) => tool.length))
for (const { tool, served: isServed, preset, reason } of rows) {
  console.log(`${tool.padEnd(width)}  ${isServed ? 'yes' : 'no '}  ${preset.padEnd(22)}  ${reason}`.trimEnd())
}
console.log(
  `\n${served.length} of ${rows.length} tools are served: ${((100 * served.length) / rows.length).toFixed(1)} %`,
)

/**
 * Returns the preset that serves a tool. If no preset serves the tool, returns the preset with the most correct
 * deliveries, and its first fault.
 *
 * @param {{ tool: string, deliveries: import('../packages/core/test/serve-delivery.js').SampleDelivery[] }} line
 */
function serve({ tool, deliveries }) {
  let best = { tool, served: false, preset: '', reason: 'no preset', good: -1 }
  for (const preset of presets.toSorted((one, other) => likeness(tool, other.id) - likeness(tool, one.id))) {
    const faults = deliveries.map((delivery) => faultOf(preset, delivery))
    const reason = faults.find((fault) => fault !== undefined)
    if (reason === undefined) return { tool, served: true, preset: preset.id, reason: '', good: deliveries.length }
    const good = faults.filter((fault) => fault === undefined).length
    if (good > best.good) best = { tool, served: false, preset: preset.id, reason, good }
  }
  return best
}

/**
 * How well the id of a preset fits the name of a tool: the total length of those words of the id that occur in the
 * name. Presets that fit best are tried first, so that the table says what these presets lack.
 *
 * @param {string} tool
 * @param {string} id
 */
function likeness(tool, id) {
  const name = tool.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const words = id.split('-').filter((word) => name.includes(word))
  return words.join('').length
}

/**
 * Bundles the sources of the presets into a temporary folder, because not all of them are public.
 *
 * @returns {Promise<typeof import('../packages/core/src/webhook/preset/all-presets.js') &
 *   typeof import('../packages/core/test/serve-delivery.js')>}
 */
async function loadPresets() {
  const core = fileURLToPath(new URL('../packages/core/', import.meta.url))
  const outDir = mkdtempSync(join(tmpdir(), 'opsgraph-presets-'))
  try {
    await build({
      entry: { presets: `${core}src/webhook/preset/all-presets.ts`, serving: `${core}test/serve-delivery.ts` },
      outDir,
      format: 'esm',
      outExtension: () => ({ js: '.mjs' }),
      platform: 'node',
      noExternal: [/.*/],
      config: false,
      silent: true,
      esbuildOptions: (options) => {
        options.conditions = ['@opsgraph/source']
      },
    })
    const [all, serving] = await Promise.all(
      ['presets.mjs', 'serving.mjs'].map((name) => import(pathToFileURL(join(outDir, name)).href)),
    )
    return { ...all, ...serving }
  } finally {
    rmSync(outDir, { recursive: true })
  }
}
