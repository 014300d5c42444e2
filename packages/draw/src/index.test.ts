import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { edge, node } from '../test/graph.js'
import { drawSvg } from './draw-svg.js'

it('should draw the same picture in a page as in Node, without the modules and globals of Node', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { drawSvg } from './index.js'`, resolveDir: dirname(fileURLToPath(import.meta.url)) },
    bundle: true,
    platform: 'browser',
    conditions: ['@opsgraph/source'],
    format: 'iife',
    globalName: 'draw',
    write: false,
    logLevel: 'silent',
  })
  const nodes = [
    { ...node('s', 'service', 'shop'), environment: null, resource: null },
    { ...node('p', 'environment', 'Production'), environment: 'Production', resource: null },
  ]
  const topology = { name: 'Shop', service: 'shop', orientation: 'LR', nodes, edges: [edge('s', 'p')] } as const
  const picture: unknown = runInNewContext(`${outputFiles[0]?.text}; draw.drawSvg(topology)`, { topology })
  expect(picture).toBe(drawSvg(topology))
})
