import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

interface Stored {
  readonly id: string
  readonly topologyId: string | null
}

describeInBrowser('the topology of a weight policy', () => {
  const web = useConsole()

  it('should be every topology by default; one is found by a part of its name or service', async () => {
    const id = await addTopology('Shop', 'webshop')
    await addTopology('Warehouse', 'picking')
    const page = await web.open('/policies/weight/new')
    await page.getByLabel('Name', { exact: true }).fill('Databases first')
    const field = page.getByLabel('Topology', { exact: true })
    expect(await field.inputValue()).toBe('Every topology')
    const dialog = await openPicker(page)
    await dialog.getByRole('button', { name: 'Warehouse · picking' }).waitFor()
    await dialog.getByLabel('Find a topology', { exact: true }).fill('SHO')
    await dialog.getByText('1 topology').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Find a topology', { exact: true }).fill('nowhere')
    await dialog.getByText('No topology matches').waitFor()
    // Never answer this request. The page knows the name of the chosen topology from the list, so it must not wait for
    // the answer.
    await page.route(/\/api\/service_topology\?id=/, () => undefined)
    await dialog.getByLabel('Find a topology', { exact: true }).fill('webs')
    await dialog.getByRole('button', { name: 'Shop · webshop' }).click()
    expect(await field.inputValue()).toBe('Shop · webshop')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Databases first' }).waitFor()
    expect(await policies()).toMatchObject([{ topologyId: id }])
  })

  it('should be shown by its name, and be reset to every topology', async () => {
    const page = await web.open(`/policies/weight/${await onlyPolicy()}`)
    const field = page.getByLabel('Topology', { exact: true })
    await expect.poll(() => field.inputValue()).toBe('Shop · webshop')
    const dialog = await openPicker(page)
    expect(await dialog.getByRole('button', { name: 'Shop · webshop' }).getAttribute('aria-current')).toBe('true')
    await dialog.getByRole('button', { name: 'Every topology' }).click()
    expect(await field.inputValue()).toBe('Every topology')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Databases first' }).waitFor()
    expect(await policies()).toMatchObject([{ topologyId: null }])
  })

  it('should be found among more than a page, by keyboard only, without reading all pages', async () => {
    const ids: string[] = []
    for (let number = 10; number < 70; number++) ids.push(await addTopology(`Of team ${number}`, `service-${number}`))
    const page = await web.open(`/policies/weight/${await onlyPolicy()}`)
    const requested: string[] = []
    page.on('request', (request) => request.url().includes('/api/service_topology?') && requested.push(request.url()))
    const field = page.getByLabel('Topology', { exact: true })
    await page.getByRole('button', { name: 'Choose a topology' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Page 1 of 3, 62 in all').waitFor()
    await dialog.getByRole('button', { name: 'Next' }).press('Enter')
    await dialog.getByRole('button', { name: 'Of team 40' }).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Find a topology', { exact: true }).focus()
    await page.keyboard.type('service-69')
    await dialog.getByText('1 topology').waitFor()
    await dialog.getByLabel('Find a topology', { exact: true }).fill('Of team 68')
    await dialog.getByRole('button', { name: 'Of team 68 · service-68' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Of team 68 · service-68')
    const focused = page.getByRole('button', { name: 'Choose a topology' })
    await expect.poll(() => focused.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(requested.filter((url) => url.includes('page=3'))).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Databases first' }).waitFor()
    expect(await policies()).toMatchObject([{ topologyId: ids[58] }])
  })

  it('should report that no topology can be read, and find one after a retry', async () => {
    const page = await web.open('/policies/weight/new', { clock: true })
    const body = JSON.stringify({ status: 'error', message: 'the key lacks a scope', requestId: 'of-this-test' })
    await page.route(/\/api\/service_topology\?/, (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body }),
    )
    const dialog = await openPicker(page)
    await dialog.getByLabel('Find a topology', { exact: true }).fill('Warehouse')
    // Skip the debounce time of the search field.
    await page.clock.fastForward(1_000)
    expect(await dialog.getByRole('alert').textContent()).toMatch(/cannot be shown.*the key lacks a scope/)
    await expectAccessible(page)
    await page.unroute(/\/api\/service_topology\?/)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Warehouse · picking' }).waitFor()
  })

  it('should be shown by its id with a message if it was deleted', async () => {
    const page = await web.open('/policies?kind=weight')
    await page.route('**/api/service_topology_policy/*', async (route) => {
      if (route.request().method() !== 'GET') return await route.continue()
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, topology: { ...body.topology, topologyId: 'gone' } } })
    })
    await page.getByRole('link', { name: 'Databases first' }).click()
    const field = page.getByLabel('Topology', { exact: true })
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.inputValue()).toBe('gone')
    await expectAccessible(page)
  })

  it('should be refused if it was deleted after it was chosen', async () => {
    const id = await addTopology('Brief', 'short-lived')
    const page = await web.open(`/policies/weight/${await onlyPolicy()}`)
    const dialog = await openPicker(page)
    await dialog.getByLabel('Find a topology', { exact: true }).fill('short-lived')
    await dialog.getByRole('button', { name: 'Brief · short-lived' }).click()
    await web.server.ask(`/api/service_topology/${id}`, { method: 'DELETE' })
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/topologyId.*Request [0-9a-f-]{36}/)
    const field = page.getByLabel('Topology', { exact: true })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.inputValue()).toBe('Brief · short-lived')
  })

  it('should be chosen on a narrow screen', async () => {
    const page = await web.open('/policies/weight/new', { viewport: { width: 360, height: 740 } })
    const dialog = await openPicker(page)
    await dialog.getByRole('button', { name: 'Of team 10' }).waitFor()
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await expectAccessible(page)
  })

  async function addTopology(name: string, service: string): Promise<string> {
    const json = { name, service, description: '' }
    return (await web.server.ask<{ id: string }>('/api/service_topology', { json })).id
  }

  async function policies(): Promise<readonly Stored[]> {
    return (await web.server.ask<{ topologies: readonly Stored[] }>('/api/service_topology_policy')).topologies
  }

  async function onlyPolicy(): Promise<string> {
    const [policy] = await policies()
    if (policy === undefined) throw new Error('there is no policy')
    return policy.id
  }
})

// Helpers

async function openPicker(page: Page) {
  await page.getByRole('button', { name: 'Choose a topology' }).click()
  return page.getByRole('dialog', { name: 'Which topology does it belong to?' })
}
