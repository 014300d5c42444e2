import { printVerdict } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median, slope } from './lib/figures.mjs'
import { prepareSoak } from './lib/soak-senders.mjs'
import { onServer } from './lib/stage.mjs'

/** @import { Memory } from './lib/app-process.mjs' */

const SECONDS = Number(process.env.SOAK_SECONDS ?? 600)
/** The number of times that the memory is measured. */
const SAMPLES = 60
/**
 * The share of the first samples that are ignored, because the server compiles code and fills caches at the start.
 */
const WARMUP = 1 / 3
/** The largest acceptable memory in the last third of the samples, divided by the memory in the second third. */
const BOUND = { heapUsed: 1.05, rss: 1.1 }

emit(`\n## Soak: ${SECONDS} s of deliveries, saves, imports and reads at once`)
await onServer(async (server) => {
  const app = await startApp(await server.createDatabase('soak'))
  const senders = await prepareSoak(app)
  const until = performance.now() + SECONDS * 1_000
  const sending = senders.map((sender) => sender.keepSending(until))
  /** @type {Memory[]} */
  const samples = []
  for (let sample = 1; sample <= SAMPLES; sample++) {
    const due = until - ((SAMPLES - sample) / SAMPLES) * SECONDS * 1_000
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    samples.push(await app.collect())
  }
  await Promise.all(sending)
  printRequests(senders)
  printMemory(samples)
  await app.stop()
})

/** @param {Awaited<ReturnType<typeof prepareSoak>>} senders */
function printRequests(senders) {
  emit(
    '\n| | senders | requests | per second | p50 ms | p99 ms | slowest ms | failed |\n|---|---|---|---|---|---|---|---|',
  )
  const failures = senders.flatMap(({ failed }) => failed)
  for (const name of new Set(senders.map((sender) => sender.name))) {
    const own = senders.filter((sender) => sender.name === name)
    const took = own.flatMap((sender) => sender.latencies).toSorted((left, right) => left - right)
    const at = (/** @type {number} */ part) => compact(took[Math.floor((took.length - 1) * part)] ?? Number.NaN)
    const failed = own.reduce((sum, sender) => sum + sender.failed.length, 0)
    const rate = compact(took.length / SECONDS)
    emit(`| ${name} | ${own.length} | ${took.length} | ${rate} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${failed} |`)
  }
  for (const failure of failures.slice(0, 10)) emit(`- failed: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
}

/** @param {readonly Memory[]} samples */
function printMemory(samples) {
  emit('\nMemory of the server after garbage collection, in MiB\n')
  for (const kind of /** @type {const} */ (['heapUsed', 'rss'])) {
    const series = samples.map((sample) => sample[kind] / 1024 / 1024)
    const settled = series.slice(Math.floor(series.length * WARMUP))
    const middle = Math.floor(settled.length / 2)
    const perMinute = slope(settled) * (60 / (SECONDS / SAMPLES))
    emit(`- ${kind}: ${series.map((value) => value.toFixed(1)).join(' ')}`)
    emit(`- ${kind}, without the first third: ${perMinute.toFixed(3)} MiB per minute`)
    printVerdict(
      `${kind} of the last third to the second`,
      median(settled.slice(middle)) / median(settled.slice(0, middle)),
      BOUND[kind],
    )
  }
}
