/**
 * Draws the demo shop as it is laid out in each orientation, into docs/pictures/. Run by hand after a change to the
 * lay-out: pnpm build && node scripts/draw-layouts.mjs
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { buildDemo } from '../examples/otel-demo/otel-demo.mjs'

/** @import { DrawnGraph, Orientation, Position } from '../packages/core/src/index.js' */

/** @type {typeof import('../packages/core/src/index.js')} */
const { layOut, NODE_SIZE, ORIENTATIONS, readGraph } = await import(at('packages/core/dist/index.js').href)
const { width, height } = NODE_SIZE
const MARGIN = 20
/** Readable on white and on black. */
const COLORS = { service: '#b6d4fe', environment: '#bbe5c4', resource: '#eceff3', edge: '#8b949e', text: '#1f2328' }

const middle = (/** @type {Position} */ { x, y }) => `${x + width / 2} ${y + height / 2}`
/**
 * Where an edge leaves its parent and where it reaches its child.
 *
 * @type {Record<Orientation, readonly [(position: Position) => string, (position: Position) => string]>}
 */
const DOCKS = {
  TB: [({ x, y }) => `${x + width / 2} ${y + height}`, ({ x, y }) => `${x + width / 2} ${y}`],
  LR: [({ x, y }) => `${x + width} ${y + height / 2}`, ({ x, y }) => `${x} ${y + height / 2}`],
  CI: [middle, middle],
}

const { nodes, edges } = buildDemo(await readFile(at('examples/otel-demo/edges.csv'), 'utf8')).topology
const { graph } = readGraph(nodes, edges, () => '')
await mkdir(at('docs/pictures/'), { recursive: true })
for (const orientation of ORIENTATIONS) {
  await writeFile(at(`docs/pictures/layout-${orientation.toLowerCase()}.svg`), draw(graph, orientation))
}

/**
 * @param {DrawnGraph} graph
 * @param {Orientation} orientation
 */
function draw({ nodes, edges }, orientation) {
  const positions = layOut({ nodes, edges }, orientation)
  const corner = (/** @type {string} */ id) => positions.get(id) ?? { x: 0, y: 0 }
  const [outOf, into] = DOCKS[orientation]
  const lines = edges.map(({ source, target }) => `<path d="M${outOf(corner(source))}L${into(corner(target))}"/>`)
  const boxes = nodes.map(({ id, kind, label }) => {
    const { x, y } = corner(id)
    const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${COLORS[kind]}" stroke="${COLORS.edge}"/>`
    return `${box}<text x="${x + width / 2}" y="${y + height / 2 + 6}">${label}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox([...positions.values()])}">`,
    `<title>The demo shop, laid out ${orientation}</title>`,
    `<g stroke="${COLORS.edge}" stroke-width="2">`,
    ...lines,
    '</g>',
    `<g fill="${COLORS.text}" font-family="sans-serif" font-size="18" text-anchor="middle">`,
    ...boxes,
    '</g>',
    '</svg>\n',
  ].join('\n')
}

/** @param {readonly Position[]} positions */
function viewBox(positions) {
  const [xs, ys] = [positions.map(({ x }) => x), positions.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN]
  return [left, top, Math.max(...xs) + width + MARGIN - left, Math.max(...ys) + height + MARGIN - top].join(' ')
}

/** @param {string} path */
function at(path) {
  return new URL(`../${path}`, import.meta.url)
}
