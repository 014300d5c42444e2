import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

interface Stored {
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

describeInBrowser('the editor', () => {
  const web = useConsole()
  let number = 0

  it('should create a topology and open its editor, and refuse a second one of the service', async () => {
    const page = await web.open('/topologies')
    await page.getByRole('link', { name: 'New topology' }).click()
    await page.getByLabel('Service').fill('billing')
    await page.getByLabel('Name').fill('Billing')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create and edit' }).click()
    await page.getByRole('heading', { name: 'Edit Billing' }).waitFor()
    await drawn(page)
    await expectAccessible(page)
    await page.goto(`${web.server.url}/#/topologies/new`)
    await page.getByLabel('Service').fill('billing')
    await page.getByLabel('Name').fill('Again')
    await page.getByRole('button', { name: 'Create and edit' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/billing already has .*Request [0-9a-f-]{36}/)
  })

  it('should add, rename, connect, disconnect and remove nodes with the keyboard alone, and save', async () => {
    const id = await makeShop()
    const page = await web.open(`/topologies/${id}/edit`)
    await drawn(page)
    const panel = page.getByRole('complementary')
    await pressOn(panel.getByRole('button', { name: /^web, resource/ }).first())
    await pressOn(panel.getByRole('button', { name: 'Add a resource below' }))
    expect(await focused(page)).toBe('resource-1')
    await page.keyboard.type('queue')
    await page.getByRole('heading', { name: 'queue' }).waitFor()
    await pressOn(panel.getByRole('button', { name: 'Connect a node below' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find a node').fill('data')
    await expectAccessible(page)
    await pressOn(dialog.getByRole('button', { name: /database/ }))
    await pressOn(panel.getByRole('button', { name: 'database', exact: true }))
    await pressOn(panel.getByRole('button', { name: 'Disconnect web and database' }))
    await panel.getByRole('heading', { name: 'Hangs on 1' }).waitFor()
    await expectAccessible(page)
    await pressOn(panel.getByRole('button', { name: 'Close the node' }))
    await pressOn(panel.getByRole('button', { name: /^web, resource, level 3/ }).last())
    await pressOn(panel.getByRole('button', { name: 'Remove', exact: true }))
    await page.keyboard.press('Control+s')
    await page.getByText('All saved').waitFor()
    const stored = await read(id)
    const labels = new Map(stored.nodes.map((node) => [node.id, node.label]))
    const joined = stored.edges.map(({ source, target }) => `${labels.get(source)} ${labels.get(target)}`)
    expect(joined.toSorted()).toEqual([
      'Production web',
      'queue database',
      'shop Production',
      'shop Staging',
      'web queue',
    ])
  })

  it('should change the params of a node, and keep what is no JSON to itself', async () => {
    const id = await makeShop()
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('button', { name: /^database, / }).click()
    await page.getByLabel('Description').fill('The one that hurts')
    const params = page.getByLabel('Params (JSON)')
    await params.fill('{"description": "The one that hurts", "owner": ')
    await page.getByText(/Line 1, column/).waitFor()
    await params.fill('{"description": "The one that hurts", "owner": "data"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    const database = (await read(id)).nodes.find(({ label }) => label === 'database')
    expect(database?.params).toEqual({ description: 'The one that hurts', owner: 'data' })
  })

  it('should move a node by a pointer, connect by its handle, and undo and redo', async () => {
    const id = await makeShop()
    const before = await read(id)
    const page = await web.open(`/topologies/${id}/edit`)
    await drawn(page)
    const database = await handleOf(page, 'database')
    const staging = await handleOf(page, 'Staging')
    await drag(page, above(staging), { x: above(staging).x + 70, y: above(staging).y + 30 })
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('All saved').waitFor()
    const after = await read(id)
    const moved = after.nodes.filter((node, index) => {
      const { x, y } = before.nodes[index]?.position ?? node.position
      return node.position.x !== x || node.position.y !== y
    })
    expect(moved.map(({ label }) => label)).toEqual(['Staging'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByText('All saved').waitFor()
    await page.getByRole('button', { name: 'Close the node' }).click()
    await drag(page, await handleOf(page, 'Staging'), above(database))
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Below it 2' }).waitFor()
    await panel.getByRole('button', { name: 'database', exact: true }).click()
    await panel.getByText('resourceInMultipleEnvironments').waitFor()
    await panel.getByRole('button', { name: 'Disconnect Staging and database' }).click()
    await page.getByRole('application').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('tab', { name: 'Nodes 5' }).waitFor()
  })

  it('should lay out in every orientation, and store the one that was chosen', async () => {
    const id = await makeShop()
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('button', { name: 'LR', exact: true }).click()
    await page.getByRole('button', { name: 'CI', exact: true }).click()
    await page.getByRole('button', { name: 'LR', exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    const stored = await read(id)
    expect(stored.orientation).toBe('LR')
    const [shop, production] = ['shop', 'Production'].map((label) => stored.nodes.find((node) => node.label === label))
    expect(production?.position.x).toBeGreaterThan(shop?.position.x ?? 0)
  })

  it('should show faults where they are while they are made, and not send them', async () => {
    const id = await makeShop()
    const page = await web.open(`/topologies/${id}/edit`)
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: /^database, / }).click()
    await panel.getByLabel('Name', { exact: true }).fill('web')
    await panel.getByText('duplicateResource').waitFor()
    await panel.getByLabel('Name', { exact: true }).fill('')
    await panel.getByText('missingLabel').waitFor()
    await panel.getByLabel('Name', { exact: true }).fill('database')
    await panel.getByRole('button', { name: 'Connect a node below' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /web Production/ })
      .click()
    await panel.getByText('cycle').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await panel.getByRole('tab', { name: 'Faults 1' }).waitFor()
    await panel.getByText('edges form a loop').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await panel.getByText('Nothing is wrong').waitFor()
  })

  it('should show at its node what only the server knows, with the id of the request', async () => {
    const id = await makeShop()
    const page = await web.open(`/topologies/${id}/edit`)
    await drawn(page)
    const taken = `taken-${number}`
    await page.evaluate((value) => {
      crypto.randomUUID = () => value as ReturnType<typeof crypto.randomUUID>
    }, taken)
    await page.getByRole('button', { name: /^shop, / }).click()
    await page.getByRole('button', { name: 'Add an environment' }).click()
    await web.server.ask('/api/service_topology', {
      json: { name: 'T', description: '', service: taken, nodes: [{ id: taken, kind: 'service', label: 'T' }] },
    })
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/Not saved.*idCollision.*Request [0-9a-f-]{36}/)
    await page.getByRole('complementary').getByText('idCollision').waitFor()
    await expectAccessible(page)
  })

  it('should propose nodes for alerts, to accept one by one or all', async () => {
    const id = await makeShop()
    const service = `shop-${number}`
    for (const resource of ['disk-a', 'disk-b', 'disk-c']) {
      await web.server.ask('/api/alert', {
        json: { environment: 'Production', service: [service], resource, event: 'Full', severity: 'major' },
      })
    }
    const page = await web.open(`/topologies/${id}/edit`)
    const panel = page.getByRole('complementary')
    await panel.getByRole('tab', { name: 'Suggestions' }).click()
    await panel.getByRole('button', { name: 'Suggest nodes' }).click()
    await panel.getByRole('button', { name: 'Accept disk-b' }).click()
    await panel.getByRole('button', { name: 'Accept all 2' }).waitFor()
    await expectAccessible(page)
    expect((await read(id)).nodes).toHaveLength(SHOP.nodes.length)
    await panel.getByRole('button', { name: 'Accept all 2' }).click()
    await panel.getByText('Nothing to suggest').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    expect((await read(id)).nodes.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['disk-a', 'disk-b', 'disk-c']),
    )
  })

  it('should ask before unsaved changes are left behind', async () => {
    const id = await makeShop()
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByLabel('Topology name').fill('Store')
    await page.getByRole('link', { name: 'Resources' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Go on editing' }).click()
    expect(await page.getByLabel('Topology name').inputValue()).toBe('Store')
    await page.getByRole('link', { name: 'Resources' }).click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Edit Store' }).waitFor({ state: 'detached' })
  })

  it('should be readable on a narrow screen', async () => {
    const id = await makeShop()
    const page = await web.open(`/topologies/${id}/edit`, { viewport: { width: 360, height: 740 } })
    await drawn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })

  async function makeShop(): Promise<string> {
    number++
    const own = (name: string) => `${name}-${number}`
    const json = {
      ...SHOP,
      service: own('shop'),
      nodes: SHOP.nodes.map((node) => ({ ...node, id: own(node.id) })),
      edges: SHOP.edges.map(({ source, target }) => ({ source: own(source), target: own(target) })),
    }
    return (await web.server.ask<{ id: string }>('/api/service_topology', { json })).id
  }

  async function read(id: string): Promise<Stored> {
    return (await web.server.ask<{ topology: Stored }>(`/api/service_topology/${id}`)).topology
  }
})

// Helpers

/** Waits until the graph is painted as it is to be seen. */
async function drawn(page: Page): Promise<void> {
  await page.locator('[role=application][aria-busy=false] canvas[data-picture=sharp]').waitFor()
}

async function pressOn(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

async function focused(page: Page): Promise<string> {
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  return await page.evaluate(() => (document.activeElement as HTMLInputElement).value)
}

interface At {
  readonly x: number
  readonly y: number
}

/** Opens a node, and tells where its handle is: in the middle of its lower border. */
async function handleOf(page: Page, label: string): Promise<At> {
  const close = page.getByRole('button', { name: 'Close the node' })
  if (await close.isVisible()) await close.click()
  await page.getByRole('button', { name: new RegExp(`^${label}, `) }).click()
  await drawn(page)
  const handle = page.locator('[role=application] svg circle[visibility=visible]')
  const box = await handle.boundingBox()
  if (box === null) throw new Error(`${label} has no handle`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A point of the node that a handle belongs to. */
function above({ x, y }: At): At {
  return { x, y: y - 25 }
}

async function drag(page: Page, from: At, to: At): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}
