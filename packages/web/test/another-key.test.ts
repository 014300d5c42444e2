import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { KEY } from './harness/console-server.js'
import { makeShop, readStored } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { findGreenTexts } from './harness/find-green-texts.js'
import { payload } from './harness/import-files.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

describeInBrowser('another key after a refusal', () => {
  const web = useConsole()

  it('should load what was refused', async () => {
    const { id } = await makeShop(web.server)
    const page = await openWith(['read:alerts'], `/topologies/${id}`)
    await refusal(page).getByText('read:service_topologies').waitFor()
    await useKey(page, KEY)
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
    await expect.poll(() => refusal(page).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  it('should keep the focus on the page if the refusal is replaced while the dialog is open', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}`, { key: await newKey(['read:alerts']), clock: true })
    await page.getByRole('button', { name: 'Use another key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Use another key' })
    await dialog.getByLabel('API key', { exact: true }).fill(KEY)
    const refusedAgain = page.waitForResponse(`**/api/service_topology/${id}`)
    await rereadData(page)
    await refusedAgain
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  it('should not be needed for the alerts of a topology if the key must not read all alerts', async () => {
    const { id, service } = await makeShop(web.server)
    const alert = { environment: 'Production', resource: 'db', event: 'Slow', severity: 'major', service: [service] }
    await web.server.ask('/api/alert', { json: alert })
    const page = await openWith(['read:service_topologies'], `/topologies/${id}`)
    await page.getByRole('tab', { name: 'Alerts 1' }).waitFor()
    await page.getByText('alerts unknown').waitFor()
    expect(await refusal(page).count()).toBe(0)
  })

  it('should be needed to know that no alert reaches a topology', async () => {
    const { id, service } = await makeShop(web.server)
    const page = await openWith(['read:service_topologies'], `/topologies/${id}`)
    await page.getByText('Alerts that do not name the service are missing').waitFor()
    expect(await page.getByText(`No active alerts for ${service}.`).count()).toBe(0)
    expect(await findGreenTexts(page, 'header, aside')).toEqual([])
  })

  it('should remove the refusal from a form, and keep its input', async () => {
    const page = await openWith(['read'], '/policies/weight/new')
    await page.getByLabel('Name', { exact: true }).fill('Databases first')
    await page.getByRole('button', { name: 'Create' }).click()
    await refusal(page).getByText('write:service_topologies').waitFor()
    await page.getByRole('button', { name: 'Use another key' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await refusal(page).getByText('write:service_topologies').waitFor()
    const asking = page.getByRole('button', { name: 'Use another key' })
    await expect.poll(() => asking.evaluate((button) => button === document.activeElement)).toBe(true)
    await useKey(page, KEY)
    await expect.poll(() => refusal(page).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Databases first')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Databases first' }).waitFor()
  })

  it('should remove the refusal of a save, and keep the edits', async () => {
    const { id } = await makeShop(web.server)
    const page = await openWith(['read'], `/topologies/${id}/edit`)
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByLabel('Topology name', { exact: true }).fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await refusal(page).getByText('Not saved').waitFor()
    await useKey(page, KEY)
    await expect.poll(() => refusal(page).count()).toBe(0)
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    expect((await readStored(web.server, id)).name).toBe('Mine')
  })

  it('should repeat a confirmation, and close a dialog that only reported a refusal', async () => {
    await web.server.ask('/api/service_topology_policy', { json: { name: 'Switched', description: '' } })
    const page = await openWith(['read'], '/policies?kind=weight')
    await page.getByLabel('Choose Switched', { exact: true }).check()
    await page.getByRole('button', { name: 'Delete 1 policy' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 1 policy?' })
    await question.getByRole('button', { name: 'Delete them' }).click()
    await question.getByRole('alert').waitFor()
    await useKey(page, await newKey(['read', 'read:keys']))
    await expect.poll(() => refusal(page).count()).toBe(0)
    await expect.poll(() => question.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('switch', { name: 'Switched active' }).click()
    const failed = page.getByRole('dialog', { name: 'Switched was not changed' })
    await failed.getByRole('alert').waitFor()
    await useKey(page, KEY)
    await failed.waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Switched active' }).click()
    await page.getByText('inactive').waitFor()
  })

  it('should plan an import again when the user requests it, and apply a plan that was refused', async () => {
    const page = await openWith(['read'], '/import?kind=topologies')
    const text = JSON.stringify({ service: 'first', tree: { type: 'service', name: 'first', children: [] } })
    await page.locator('input[type=file]').setInputFiles(payload({ name: 'first.json', text }))
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await refusal(page).getByText('first.json was not imported').waitFor()
    await useKey(page, await newKey(['write:service_topologies']))
    await expect.poll(() => refusal(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.getByText('Nothing is written yet').waitFor()
    const body = JSON.stringify({ status: 'error', message: 'Missing required scope: write:service_topologies' })
    await page.route(APPLIED, (route) => route.fulfill({ status: 403, contentType: 'application/json', body }))
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Not applied.').waitFor()
    await page.unroute(APPLIED)
    await useKey(page, KEY)
    await expect.poll(() => refusal(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Applied.', { exact: true }).waitFor()
  })

  async function openWith(scopes: readonly string[], path: string): Promise<Page> {
    return await web.open(path, { key: await newKey(scopes) })
  }

  async function newKey(scopes: readonly string[]): Promise<string> {
    return (await web.server.ask<{ key: string }>('/api/key', { json: { scopes } })).key
  }
})

// Helpers

const APPLIED = '**/api/service_topology/import**'

function refusal(page: Page) {
  return page.getByRole('alert')
}

async function useKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Use another key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use another key' })
  await dialog.getByLabel('API key', { exact: true }).fill(key)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}
