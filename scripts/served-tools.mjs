/**
 * Sends the deliveries of many tools through all presets, and prints which tools are served:
 *
 *   node scripts/served-tools.mjs FILE.jsonl
 *
 * Each line of the file describes a tool: `{tool, deliveries: [{kind, payload | contentType + body, expect}]}`. A tool
 * is served if one preset gives the expected result for every delivery of the tool. The presets, and the code that
 * judges them, are compiled from their sources. `packages/core/src/webhook/preset/served-tools.test.ts` runs the same
 * code on the samples of this repository.
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

const { servedTools, shareServed } = await load('../packages/core/test/served-tools.ts')
const rows = servedTools(tools)
const width = Math.max(...rows.map(({ tool }) => tool.length))
for (const { tool, isServed, preset, reason } of rows) {
  console.log(`${tool.padEnd(width)}  ${isServed ? 'yes' : 'no '}  ${preset.padEnd(22)}  ${reason}`.trimEnd())
}
console.log(`\n${shareServed(rows)}`)

/**
 * Bundles a module with its imports into a temporary folder, because not all presets are public, and loads it.
 *
 * @param {string} source
 * @returns {Promise<typeof import('../packages/core/test/served-tools.js')>}
 */
async function load(source) {
  const outDir = mkdtempSync(join(tmpdir(), 'opsgraph-presets-'))
  try {
    await build({
      entry: { bundle: fileURLToPath(new URL(source, import.meta.url)) },
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
    return await import(pathToFileURL(join(outDir, 'bundle.mjs')).href)
  } finally {
    rmSync(outDir, { recursive: true })
  }
}
