import { startApp } from './lib/app-process.mjs'
import { splitIntoBatches } from './lib/batches.mjs'
import { toBody } from './lib/bulk-body.mjs'
import { DEBIAN, readDebianGraph } from './lib/debian.mjs'
import { emit } from './lib/emit.mjs'
import { slope } from './lib/figures.mjs'
import { BATCH } from './lib/relation-rows.mjs'
import { onServer } from './lib/stage.mjs'

/** @import { Memory } from './lib/app-process.mjs' */

const QUERIES = 50
const RESOURCES = ['kde-full', 'libc6']
/**
 * The number of first samples that are left out when the growth of memory is computed, because at first code is
 * compiled and the heap grows to its usual size.
 */
const WARMUPS = 5

emit('\n## Memory of the server after garbage collection, in MiB')
const debian = await readDebianGraph()
await onServer(async (server) => {
  const app = await startApp(await server.createDatabase('memory'))
  /** @type {(work: () => Promise<unknown>) => Promise<Memory>} */
  const sampleAfter = async (work) => {
    await work()
    return await app.collect()
  }
  printSamples('idle', [await app.collect()])

  const loading = []
  for (const batch of splitIntoBatches(debian, BATCH)) {
    loading.push(await sampleAfter(() => app.send('POST', '/api/resources/relations/bulk', toBody(batch))))
  }
  printSamples(`${debian.length} relations loaded, ${BATCH} per request`, loading)

  const querying = []
  for (let index = 0; index < QUERIES; index++) {
    const resource = RESOURCES[index % RESOURCES.length] ?? ''
    const path = `/api/resources/graph?environment=${DEBIAN}&depth=20&resource=${resource}`
    querying.push({ resource, memory: await sampleAfter(() => app.send('GET', path)) })
  }
  for (const resource of RESOURCES) {
    const samples = querying.filter((query) => query.resource === resource).map(({ memory }) => memory)
    printSamples(`walks both ways from ${resource}, depth 20; ${RESOURCES.join(' and ')} in turn`, samples)
  }
  await app.stop()
})

/**
 * @param {string} title
 * @param {readonly Memory[]} samples
 */
function printSamples(title, samples) {
  emit(`\n### ${title}\n`)
  for (const kind of /** @type {const} */ (['heapUsed', 'rss'])) {
    const series = samples.map((sample) => sample[kind] / 1024 / 1024)
    const settled = series.slice(WARMUPS)
    const growth =
      settled.length > 1 ? `; after the first ${WARMUPS}: ${slope(settled).toFixed(3)} MiB per request` : ''
    emit(`- ${kind}: ${series.map((value) => value.toFixed(1)).join(' ')}${growth}`)
  }
}
