import { expect, it } from 'vitest'
import { KEY } from './harness/console-server.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('API keys', () => {
  const web = useConsole()
  let secret = ''

  it('should create a key with scopes and an expiry, and show it once', async () => {
    const page = await web.open('/keys', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'New API key' }).click()
    const create = page.getByRole('button', { name: 'Create the key' })
    expect(await create.isDisabled()).toBe(true)
    await page.getByLabel('Purpose', { exact: true }).fill('The probes')
    await page.getByLabel('Alerts', { exact: true }).selectOption('write')
    await page.getByLabel('Expires', { exact: true }).selectOption('30')
    await page.getByText('A tool that sends alerts needs only write here').waitFor()
    await expectAccessible(page)
    await create.click()
    await page.getByText('It is shown only once').waitFor()
    secret = (await page.getByRole('region', { name: 'the API key' }).textContent()) ?? ''
    await page.getByRole('button', { name: 'Copy the API key' }).click()
    await page.getByRole('status').getByText('Copied the API key').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.locator('tr', { hasText: 'The probes' })
    await row.getByText('write:alerts').waitFor()
    expect(await row.getByRole('cell').nth(3).textContent()).toBe('never')
    expect(await row.getByRole('cell').nth(4).textContent()).not.toBe('never')
    await expect.poll(() => page.content()).not.toContain(secret)
    await expectAccessible(page)
    await page.reload()
    await row.waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it('should create a key with exactly the chosen scopes', async () => {
    const json = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' }
    await web.server.ask('/api/alert', { key: secret, json })
    await expect(web.server.ask('/api/keys', { key: secret })).rejects.toThrow('403')
  })

  it('should show the message of a refusal', async () => {
    const made = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['write:keys'], user: 'ann' } })
    const page = await web.open('/keys', { key: made.key })
    await page.getByRole('row').filter({ hasText: 'ann' }).waitFor()
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Everything', { exact: true }).selectOption('admin')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const failure = page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.textContent()).toMatch(/you do not hold the scope admin.*Request [0-9a-f-]{36}/i)
    await expectAccessible(page)
  })

  it('should change the purpose and the scopes of a key at once, and keep its secret', async () => {
    const page = await web.open('/keys')
    await page.getByRole('button', { name: 'Edit the key The probes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit the API key' })
    const save = dialog.getByRole('button', { name: 'Save the key' })
    expect(await save.isDisabled()).toBe(true)
    expect(await dialog.getByLabel('Alerts', { exact: true }).inputValue()).toBe('write')
    await dialog.getByLabel('Purpose', { exact: true }).fill('The probes in Oslo')
    await dialog.getByLabel('API keys', { exact: true }).selectOption('read')
    await dialog.getByLabel('Expires', { exact: true }).selectOption('never')
    await expectAccessible(page)
    await save.press('Enter')
    const row = page.locator('tr', { hasText: 'The probes in Oslo' })
    await row.getByText('read:keys').waitFor()
    await row.getByText('write:alerts').waitFor()
    expect(await row.getByRole('cell').nth(4).textContent()).toBe('never')
    await web.server.ask('/api/keys', { key: secret })
    await page.getByRole('button', { name: 'Edit the key The probes in Oslo' }).click()
    await dialog.getByLabel('Purpose', { exact: true }).fill('The probes')
    await save.click()
    await page.locator('tr', { hasText: 'The probes in Oslo' }).waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    await page.locator('tr', { hasText: 'The probes' }).getByText('read:keys').waitFor()
  })

  it('should show the message of the server if a key cannot be changed, and keep the choice', async () => {
    const json = { scopes: ['write:keys'], user: 'eve', text: 'of eve' }
    const made = await web.server.ask<{ key: string }>('/api/key', { json })
    const page = await web.open('/keys', { key: made.key })
    await page.getByRole('button', { name: 'Edit the key of eve' }).click()
    await page.getByLabel('Everything', { exact: true }).selectOption('admin')
    await page.getByRole('button', { name: 'Save the key' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/do not hold the scope admin.*Request [0-9a-f-]{36}/i)
    expect(await page.getByLabel('Everything', { exact: true }).inputValue()).toBe('admin')
  })

  it('should delete a key after a confirmation, so that it is refused', async () => {
    const page = await web.open('/keys')
    await page.getByRole('button', { name: 'Delete the key The probes' }).click()
    await page.getByText('The server will refuse').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete the key', exact: true }).click()
    await page.locator('tr', { hasText: 'The probes' }).waitFor({ state: 'detached' })
    await expect(web.server.ask('/api/alerts', { key: secret })).rejects.toThrow('401')
    await web.server.ask('/api/alerts', { key: KEY })
  })

  it('should be readable on a narrow screen', async () => {
    const page = await web.open('/keys', { viewport: { width: 360, height: 740 } })
    await page.getByRole('table', { name: 'API keys' }).waitFor()
    expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })
})
