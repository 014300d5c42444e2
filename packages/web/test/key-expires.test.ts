import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { KEY } from './harness/console-server.js'
import { makeShop } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { payload } from './harness/import-files.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

/** A point of the window that no dialog covers. */
const BESIDE = { x: 5, y: 5 }

describeInBrowser('a key that is deleted while a user is working', () => {
  const web = useConsole()

  it('should keep unsaved edits and their undo history, and save them with another key', async () => {
    const { id } = await web.server.ask<{ id: string }>('/api/service_topology', { json: SHOP })
    const { page, deleteKey } = await openWithKey(`/topologies/${id}/edit`, ['write:service_topologies'])
    await page.getByRole('button', { name: /^database, / }).click()
    await page.getByLabel('Name', { exact: true }).fill('ledger')
    await page.getByLabel('Params (JSON)', { exact: true }).fill('{"half": ')
    await page.getByText('Unsaved changes').waitFor()
    await deleteKey()
    await rereadData(page)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.getByLabel('API key', { exact: true }).fill('a wrong one')
    await page.keyboard.press('Enter')
    await dialog.getByText('The server does not know this key').waitFor()
    await dialog.getByLabel('API key', { exact: true }).fill(KEY)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('ledger')
    expect(await page.getByLabel('Params (JSON)', { exact: true }).inputValue()).toBe('{"half": ')
    await page.getByLabel('Params (JSON)', { exact: true }).fill('{"half": "whole"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    const stored = JSON.stringify(await web.server.ask(`/api/service_topology/${id}`))
    expect([stored.includes('"ledger"'), stored.includes('"whole"')]).toEqual([true, true])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Unsaved changes').waitFor()
  })

  it('should keep the input of a dialog, and not close it by Escape in the dialog above, nor by a press outside', async () => {
    const { page } = await openWithKey('/keys', ['write:keys'])
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Purpose', { exact: true }).fill('Half written')
    await page.getByLabel('Alerts', { exact: true }).selectOption('write')
    await page.mouse.click(BESIDE.x, BESIDE.y)
    await refuseKey(page)
    await page.getByRole('button', { name: 'Create the key' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('API key', { exact: true }).press('Escape')
    await page.mouse.click(BESIDE.x, BESIDE.y)
    await page.keyboard.press('Escape')
    await page.unroute('**/api/**')
    await again.getByLabel('API key', { exact: true }).fill(KEY)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('Half written')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByText('It is shown only once').waitFor()
  })

  it('should send no further file, and import with another key', async () => {
    const { page } = await openWithKey('/import?kind=topologies', ['write:service_topologies'])
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.locator('input[type=file]').setInputFiles(['first', 'second'].map(buildTree))
    await refuseKey(page)
    await page.getByRole('button', { name: 'Show the plan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('API key', { exact: true }).fill(KEY)
    expect(sent).toHaveLength(1)
    await page.unroute('**/api/**')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.getByText('Nothing is written yet').waitFor()
    expect(sent).toHaveLength(3)
  })

  it('should show what the next key may read, and forget everything on sign-out', async () => {
    await makeShop(web.server)
    const { page, deleteKey } = await openWithKey('/audit', ['admin:audit'])
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
    const weaker = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read:keys'] } })
    await deleteKey()
    await rereadData(page)
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('API key', { exact: true }).fill(weaker.key)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('admin:audit').waitFor()
    await page.getByRole('button', { name: 'Use another key' }).click()
    const other = page.getByRole('dialog', { name: 'Use another key' })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Use another key' }).click()
    await other.getByLabel('API key', { exact: true }).fill(KEY)
    await page.keyboard.press('Enter')
    await page.getByRole('table').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to opsgraph' }).waitFor()
  })

  it('should send no request while there is no key', async () => {
    const json = { name: 'Hidden', description: '', service: crypto.randomUUID() }
    const { id } = await web.server.ask<{ id: string }>('/api/service_topology', { json })
    const { page, deleteKey } = await openWithKey(`/topologies/${id}`, ['read'])
    await page.getByText('No active alerts for').waitFor()
    await deleteKey()
    await rereadData(page)
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await rereadData(page)
    await page.getByText('not sent: sign in again first').waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Sign out and discard' }).click()
    await page.getByRole('heading', { name: 'Sign in to opsgraph' }).waitFor()
    await expect.poll(() => page.content()).not.toContain('Hidden')
  })

  async function openWithKey(
    path: string,
    scopes: readonly string[],
  ): Promise<{ page: Page; deleteKey: () => unknown }> {
    const json = { scopes, text: 'short-lived' }
    const { key, data } = await web.server.ask<{ key: string; data: { id: string } }>('/api/key', { json })
    const page = await web.open(path, { key, clock: true })
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { page, deleteKey: () => web.server.ask(`/api/key/${data.id}`, { method: 'DELETE' }) }
  }
})

// Helpers

/**
 * Answers every POST as if the key were deleted. The key is not really deleted, because the page would notice this
 * before the test presses a button.
 */
async function refuseKey(page: Page): Promise<void> {
  const unknown = { status: 401, json: { status: 'error', code: 401, message: 'unknown key' } }
  await page.route('**/api/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill(unknown) : route.fallback(),
  )
}

function buildTree(service: string) {
  const tree = { type: 'service', name: service, children: [] }
  return payload({ name: `${service}.json`, text: JSON.stringify({ service, tree }) })
}
