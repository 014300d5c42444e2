import { buffer } from 'node:stream/consumers'
import type { Orientation } from '@opsgraph/core'
import { drawSvg, SEVERITY_COLORS } from '@opsgraph/draw'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Assignments, Topology } from '../src/api/schemas.js'
import { prepareAlerts } from '../src/page/topology/assigned-alerts.js'
import { waitForDrawing } from './harness/editor.js'
import { postAlert, SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('exporting a topology', () => {
  const web = useConsole()
  let id = ''
  beforeAll(async () => {
    id = (await web.server.ask<{ id: string }>('/api/service_topology', { json: SHOP })).id
    await postAlert(web.server, { resource: 'web', event: 'Down', severity: 'critical' })
  })

  it('should save a file that can be imported', async () => {
    const { name, bytes } = await exportTopology(await opened(), 'Topology file (JSON)')
    expect(name).toMatch(/^topology-shop-\d{8}-\d{4}\.json$/)
    const { kind, nodes, edges } = JSON.parse(bytes.toString())
    expect(kind).toBe('platform-service-topology')
    expect(nodes.map((node: { id: string }) => node.id).sort()).toEqual(SHOP.nodes.map((node) => node.id).sort())
    expect(edges).toHaveLength(SHOP.edges.length)
  })

  it('should save an SVG picture with the alerts in the current orientation', async () => {
    const page = await opened()
    const { name, bytes } = await exportTopology(page, 'Picture (SVG)')
    expect(name).toBe('topology-shop.svg')
    expect(bytes.toString()).toBe(await svgOf('TB'))
    await page.getByRole('button', { name: 'LR', exact: true }).click()
    await waitForDrawing(page)
    expect((await exportTopology(page, 'Picture (SVG)')).bytes.toString()).toBe(await svgOf('LR'))
  })

  it('should save a PNG picture of the same, twice as large', async () => {
    const page = await opened()
    const { name, bytes } = await exportTopology(page, 'Picture (PNG)')
    expect(name).toBe('topology-shop.png')
    const { width, height, critical } = await measurePicture(page, bytes)
    const [, wide, high] = /width="([\d.]+)" height="([\d.]+)"/.exec(await svgOf('TB')) ?? []
    expect([width, height]).toEqual([Math.round(2 * Number(wide)), Math.round(2 * Number(high))])
    expect(critical).toBeGreaterThan(100)
  })

  async function opened(): Promise<Page> {
    const page = await web.open(`/topologies/${id}`)
    await page.getByRole('tab', { name: 'Alerts 1' }).waitFor()
    await waitForDrawing(page)
    return page
  }

  async function svgOf(orientation: Orientation): Promise<string> {
    const { topology } = await web.server.ask<{ topology: Topology }>(`/api/service_topology/${id}`)
    const assignments = await web.server.ask<Assignments>(`/api/service_topology/${id}/assignments?scope=graph`)
    return drawSvg(topology, {
      orientation,
      alerts: prepareAlerts(topology, { ...assignments, isPartial: false }).counts,
    })
  }
})

// Helpers

async function exportTopology(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) }
}

/** Returns the size of a picture, and the number of its pixels that have the color of critical alerts. */
async function measurePicture(
  page: Page,
  picture: Buffer,
): Promise<{ width: number; height: number; critical: number }> {
  const color = [1, 3, 5].map((at) => Number.parseInt(SEVERITY_COLORS.critical.light.slice(at, at + 2), 16))
  return await page.evaluate(
    async ({ text, color }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const { width, height } = bitmap
      const pen = new OffscreenCanvas(width, height).getContext('2d')
      pen?.drawImage(bitmap, 0, 0)
      const data = pen?.getImageData(0, 0, width, height).data ?? []
      let critical = 0
      for (let at = 0; at < data.length; at += 4)
        if (color.every((value, part) => data[at + part] === value)) critical++
      return { width, height, critical }
    },
    { text: picture.toString('base64'), color },
  )
}
