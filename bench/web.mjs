import { buildLaidOutGraph, serveCandidate } from './lib/candidates.mjs'
import { openChromium } from './lib/chromium.mjs'
import { onConsole } from './lib/console.mjs'
import { MIDDLE, measureEdits, turnWheel, waitUntilSharp } from './lib/edits.mjs'
import { emit } from './lib/emit.mjs'
import { median } from './lib/figures.mjs'
import { describeFrames, measureFrames } from './lib/frames.mjs'

/** @import { Page } from 'playwright-core' */

const NODES = 5_000
const EDGES = 20_000
const ALERTS = 400
const BOUND = { openMs: 4_000, framesPerSecond: 30, paintMs: 2_000, kilobytes: 350 }
const CANDIDATES = process.env.CANDIDATES?.split(',') ?? [
  'cytoscape',
  'cytoscape-texture',
  'cytoscape-webgl',
  'sigma',
  'xyflow',
]
/**
 * The time limit in milliseconds for a drawing library to draw everything. A library that needs longer counts as
 * failed.
 */
const PATIENCE = 150_000
const WINDOW = { width: 1280, height: 800 }
const ROUNDS = 5

emit('\n## The console in headless Chromium, drawn by the processor')
await onConsole({ nodes: NODES, edges: EDGES, alerts: ALERTS }, async ({ open, id }) => {
  await measureFirstPage(open)
  await measureTopology(open, id)
  await measureEditor(open, id)
})
if (process.env.CANDIDATES !== '0') await measureCandidates()

/** @typedef {(path: string) => Promise<Page>} Open opens a page of the console in a new window */

/** @param {Open} open */
async function measureFirstPage(open) {
  const times = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const page = await open('/topologies')
    await page.getByRole('table').waitFor()
    const recorded = /** @type {{ paint: number, bytes: number }} */ (await page.evaluate('recorder.firstPage()'))
    times.push(recorded.paint)
    bytes = recorded.bytes
    await page.context().close()
  }
  emit(`first page: ${formatVerdict(Math.round(bytes / 1024), BOUND.kilobytes, ' KB of compressed JavaScript')}`)
  emit(`first contentful paint, median of ${ROUNDS}: ${formatVerdict(Math.round(median(times)), BOUND.paintMs, ' ms')}`)
}

/** @param {Open} open @param {string} id */
async function measureTopology(open, id) {
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await open(`/topologies/${id}`)
    await page.locator('canvas[data-picture=sharp]').waitFor({ timeout: PATIENCE })
    times.push(/** @type {number} */ (await page.evaluate('performance.now()')))
    if (round === ROUNDS - 1) await measureMovements(page)
    await page.context().close()
  }
  const all = times.map((time) => Math.round(time)).join(', ')
  emit(`${NODES} nodes, ${EDGES} edges, ${ALERTS} alerts: open and sharp after ${all} ms`)
  emit(`the slowest: ${formatVerdict(Math.round(Math.max(...times)), BOUND.openMs, ' ms')}`)
}

/** @param {Page} page */
async function measureMovements(page) {
  const pan = async () => {
    await page.mouse.move(MIDDLE.x, MIDDLE.y)
    await page.mouse.down()
    for (let step = 0; step < 150; step++) {
      await page.mouse.move(MIDDLE.x + 200 * Math.sin(step / 9), MIDDLE.y + 150 * Math.sin(step / 7))
    }
    await page.mouse.up()
  }
  const zoom = async () => {
    await page.mouse.move(MIDDLE.x, MIDDLE.y)
    for (let step = 0; step < 120; step++) await page.mouse.wheel(0, step % 60 < 30 ? -100 : 100)
  }
  const movements = [
    { name: 'pan, everything visible', move: pan },
    { name: 'zoom in and out', move: zoom },
    { name: 'zoom until names are readable', move: () => turnWheel(page, MIDDLE, 21) },
    { name: 'pan, names visible', move: pan },
  ]
  for (const { name, move } of movements) {
    const frames = await measureFrames(page, move)
    const from = performance.now()
    await page.locator('canvas[data-picture=sharp]').waitFor({ timeout: PATIENCE })
    const sharp = Math.round(performance.now() - from)
    emit(`${name}: ${describeFrames(frames, BOUND.framesPerSecond)}; sharp ${sharp} ms after the last movement`)
  }
}

/**
 * Opens the topology in the editor, drags a node, and types a name.
 *
 * @param {Open} open
 * @param {string} id
 */
async function measureEditor(open, id) {
  emit('\n### The editor')
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await open(`/topologies/${id}/edit`)
    await waitUntilSharp(page)
    times.push(/** @type {number} */ (await page.evaluate('performance.now()')))
    if (round === ROUNDS - 1) await measureEdits(page, BOUND.framesPerSecond)
    await page.context().close()
  }
  emit(`open and sharp after ${times.map((time) => Math.round(time)).join(', ')} ms`)
  emit(`the slowest: ${formatVerdict(Math.round(Math.max(...times)), BOUND.openMs, ' ms')}`)
}

async function measureCandidates() {
  emit('\n### Libraries with the same graph, moved through their own interfaces')
  const graph = buildLaidOutGraph(NODES, EDGES)
  for (const name of CANDIDATES) emit(await measureCandidate(name, graph))
}

/** @param {string} name @param {string} graph */
async function measureCandidate(name, graph) {
  const { url, bytes, stop } = await serveCandidate(name, graph)
  const browser = await openChromium()
  /** @type {Set<string>} */
  const refused = new Set()
  const size = `${name}, ${Math.round(bytes / 1024)} KB`
  try {
    const page = await browser.newPage({ viewport: WINDOW })
    page.on('console', (message) => {
      const directive = /Content Security Policy directive '([a-z-]+)/.exec(message.text())?.[1]
      if (directive !== undefined) refused.add(directive)
    })
    await page.goto(url)
    const done = page.locator('body[data-state=measured]').waitFor({ timeout: PATIENCE })
    const isDone = await done.then(
      () => true,
      () => false,
    )
    const measured = isDone ? await page.evaluate('movements') : undefined
    const policy = refused.size === 0 ? 'keeps the policy' : `breaks the policy: ${[...refused].join(', ')}`
    if (measured === undefined) return `${size}: not finished within ${PATIENCE / 1_000} s; ${policy}`
    const { opened, ...movements } = measured
    const all = Object.entries(movements).map(
      ([kind, frames]) => `${kind} ${describeFrames(frames, BOUND.framesPerSecond)}`,
    )
    return `${size}: opens in ${Math.round(opened)} ms; ${all.join('; ')}; ${policy}`
  } finally {
    await browser.close()
    stop()
  }
}

/** @param {number} value @param {number} bound @param {string} unit */
function formatVerdict(value, bound, unit) {
  return `${value}${unit}, bound ${bound}: ${value <= bound ? 'within' : 'OVER'}`
}
