import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { layOut, readGraph } from '@opsgraph/core/pure'
import { build } from 'vite'
import { drawTopology } from './topology.mjs'

const SEVERITIES = ['critical', 'major', 'minor', 'warning', 'none', 'none', 'none', 'none']
/** The Content-Security-Policy of the console. The measurement shows whether a library violates this policy. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'"
const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><link rel="stylesheet" href="main.css"><div id="graph"></div><script type="module" src="main.js"></script>`
const STYLE = 'html,body{margin:0}#graph{width:1280px;height:800px;background:#fff}'

/**
 * Bundles a drawing library with the code that uses it, and serves it with a graph under the Content-Security-Policy of
 * the console.
 *
 * @param {string} name a file of bench/web
 * @param {string} graph as JSON
 * @returns {Promise<{ url: string, bytes: number, stop(): void }>} `bytes`: the compressed size of the JavaScript
 */
export async function serveCandidate(name, graph) {
  const entry = fileURLToPath(new URL(`../web/${name}.js`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: entry, output: { codeSplitting: false } } },
  })
  const parts = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []))
  const script = parts.map((part) => (part.type === 'chunk' ? part.code : '')).join('')
  const style = parts.map((part) => (part.type === 'asset' ? String(part.source) : '')).join('')
  /** @type {Readonly<Record<string, readonly [string, string]>>} */
  const answers = {
    '/': ['text/html', PAGE],
    '/main.js': ['text/javascript', script],
    '/main.css': ['text/css', style + STYLE],
    '/graph.json': ['application/json', graph],
  }
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY }).end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}/`, bytes: brotliCompressSync(script).length, stop: () => server.close() }
}

/** @param {number} nodeCount @param {number} edgeCount @returns {string} the graph with positions, as JSON */
export function buildLaidOutGraph(nodeCount, edgeCount) {
  const { nodes, edges } = drawTopology(nodeCount, edgeCount)
  const { graph } = readGraph(nodes, edges, () => crypto.randomUUID())
  const positions = layOut(graph, 'TB')
  const drawn = graph.nodes.map(({ id, label, kind }, index) => {
    return { id, label, kind, ...positions.get(id), severity: SEVERITIES[index % SEVERITIES.length] }
  })
  return JSON.stringify({ nodes: drawn, edges: graph.edges })
}
