import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildDemo } from '../examples/otel-demo/otel-demo.mjs'
import { createOpsgraph } from '../packages/core/src/index.js'
import { ORIENTATIONS } from '../packages/core/src/pure.js'
import { countAlerts, drawDot, drawMermaid, drawSvg, failingPaths } from '../packages/draw/src/index.js'
import { MemoryStore } from '../packages/store-memory/src/index.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }

/**
 * If you change the layout or the pictures, run `pnpm vitest run test/pictures.test.ts -u`, and check the new pictures.
 */
describe('docs/pictures', () => {
  it.each(ORIENTATIONS)('should be the current pictures of the demo (%s)', async (orientation) => {
    const { topology, alerts } = await demo()
    const picture = drawSvg(topology, { orientation, alerts })
    await expect(picture).toMatchFileSnapshot(`../docs/pictures/demo-${orientation.toLowerCase()}.svg`)
  })

  it('should be the current picture of the failing paths', async () => {
    const { topology, alerts } = await demo()
    const { topology: part, leftOut } = failingPaths(topology, alerts)
    const picture = drawSvg(part, { alerts, leftOut, isLaidOut: true })
    await expect(picture).toMatchFileSnapshot('../docs/pictures/demo-focus.svg')
  })

  it('should be the current DOT and Mermaid files', async () => {
    const { topology, alerts } = await demo()
    await expect(drawDot(topology, { alerts })).toMatchFileSnapshot('../docs/pictures/demo.dot')
    await expect(drawMermaid(topology, { alerts })).toMatchFileSnapshot('../docs/pictures/demo.mmd')
  })
})

// Helpers

/** The demo shop and its alerts, in the form in which a server returns them. */
async function demo() {
  const csv = readFileSync(new URL('../examples/otel-demo/edges.csv', import.meta.url), 'utf8')
  const { topology, relations, relationPolicy, alerts: received } = buildDemo(csv)
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  const { id } = await opsgraph.createTopology(CALLER, topology)
  await opsgraph.putRelations(CALLER, relations)
  await opsgraph.createRelationPolicy(CALLER, relationPolicy)
  for (const alert of received) await opsgraph.receiveAlert(CALLER, alert)
  const stored = await opsgraph.readTopologyBy(CALLER, 'id', id)
  const alerts = countAlerts(stored, await opsgraph.readAssignments(CALLER, { id, scope: 'graph' }))
  return { topology: stored, alerts }
}
