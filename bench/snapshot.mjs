import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { printVerdict } from './lib/alternate.mjs'
import { readDebianGraph } from './lib/debian.mjs'
import { emit } from './lib/emit.mjs'
import { median } from './lib/figures.mjs'
import { copyRows, toRows } from './lib/relation-rows.mjs'
import { onServer, openStage } from './lib/stage.mjs'

/** The largest acceptable peak memory for the largest store, divided by the peak memory for the smallest store. */
const BOUND = 1.3
const PROCESSES = 3

emit('\n## Peak memory of saving a snapshot, one process each\n')
const debian = await readDebianGraph()
const sizes = [50_000, 150_000, debian.length]
await onServer(async (server) => {
  /** @type {number[]} */
  const peaks = []
  for (const size of sizes) {
    const stage = await openStage(await server.createDatabase(`snapshot_${size}`))
    await copyRows(stage.client, toRows(debian.slice(0, size)))
    const measured = Array.from({ length: PROCESSES }, () => measurePeak(stage.url))
    await stage.close()
    emit(`- ${size} relations: ${measured.map((peak) => peak.toFixed(0)).join(' ')} MiB`)
    peaks.push(median(measured))
  }
  printVerdict('the largest to the smallest', (peaks.at(-1) ?? Number.NaN) / (peaks[0] ?? Number.NaN), BOUND)
})

/** @param {string} url */
function measurePeak(url) {
  const script = fileURLToPath(new URL('lib/snapshot-process.mjs', import.meta.url))
  return Number(spawnSync(process.execPath, [script, url], { encoding: 'utf8' }).stdout)
}
