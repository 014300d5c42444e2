import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { vi } from 'vitest'
import type { Asked } from './console-server.js'
import { SHOP } from './shop.js'

export interface StoredTopology {
  readonly name: string
  readonly service: string
  readonly nodes: readonly {
    id: string
    label: string
    kind: string
    params: object
    position: { x: number; y: number }
  }[]
  readonly edges: readonly { source: string; target: string }[]
  readonly updateTime: string
  readonly orientation: string
}

/**
 * Stores a copy of `SHOP` with unique ids. All copies have the same resources, so the function first closes the alerts
 * of earlier tests, which would reach the new copy too.
 *
 * @returns the id of the topology, and its service
 */
export async function makeShop(server: Asked): Promise<{ readonly id: string; readonly service: string }> {
  const { alerts } = await server.ask<{ alerts: { id: string }[] }>('/api/alerts?page-size=1000')
  const ids = alerts.map(({ id }) => id)
  if (ids.length > 0) await server.ask('/api/alerts/status', { method: 'PUT', json: { ids, status: 'closed' } })
  const mark = randomUUID()
  const own = (name: string) => `${name}-${mark}`
  const service = own('shop')
  const json = {
    ...SHOP,
    service,
    nodes: SHOP.nodes.map((node) => ({ ...node, id: own(node.id) })),
    edges: SHOP.edges.map(({ source, target }) => ({ source: own(source), target: own(target) })),
  }
  return { id: (await server.ask<{ id: string }>('/api/service_topology', { json })).id, service }
}

export async function readStored(server: Asked, id: string): Promise<StoredTopology> {
  return (await server.ask<{ topology: StoredTopology }>(`/api/service_topology/${id}`)).topology
}

/** Waits until the canvas shows the latest graph at full resolution. */
export async function waitForDrawing(page: Page): Promise<void> {
  await page.locator('[role=application][aria-busy=false] canvas[data-picture=sharp]').waitFor()
}

/** Returns the scale at which the canvas shows the graph. */
export async function readScale(page: Page): Promise<number> {
  return Number(await page.locator('canvas').getAttribute('data-scale'))
}

export async function pressOn(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

export interface At {
  readonly x: number
  readonly y: number
}

/**
 * Opens a node.
 *
 * @returns the position of the node's handle, which is the middle of its lower border
 */
export async function locateHandle(page: Page, label: string): Promise<At> {
  const close = page.getByRole('button', { name: 'Close the node' })
  if (await close.isVisible()) await close.click()
  await page.getByRole('button', { name: new RegExp(`^${label}, `) }).click()
  await waitForDrawing(page)
  const handle = page.locator('[role=application] svg circle[visibility=visible]')
  const box = await handle.boundingBox()
  if (box === null) throw new Error(`${label} has no handle`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Returns a point inside a node, given the position of its handle. */
export function findPointInside({ x, y }: At): At {
  return { x, y: y - 25 }
}

export async function drag(page: Page, from: At, to: At): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

/** Waits until the tooltip begins with this text somewhere on the canvas, and returns that point. */
export async function findPoint(page: Page, tooltip: string): Promise<At> {
  return await vi.waitFor(() => findTooltip(page, tooltip), { timeout: 10_000, interval: 200 })
}

async function findTooltip(page: Page, tooltip: string): Promise<At> {
  return await page.getByRole('application').evaluate((element, wanted) => {
    const canvas = element as HTMLElement
    const { left, top, right, bottom } = canvas.getBoundingClientRect()
    for (let y = top + 10; y < bottom; y += 20) {
      for (let x = left + 10; x < right; x += 60) {
        canvas.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y }))
        if (canvas.title.startsWith(wanted)) return { x, y }
      }
    }
    throw new Error(`no point of the canvas has the tooltip ${wanted}`)
  }, tooltip)
}
