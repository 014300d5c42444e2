import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { AREAS } from '../src/shell/areas.js'
import { makeShop, pressOn, readScale, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

/** The maximum number of times that Tab may be pressed to reach an element. */
const FAR = 80

describeInBrowser('keyboard only', () => {
  const web = useConsole()

  it('should skip the navigation, and open every area', async () => {
    const page = await web.open('/topologies')
    await page.getByRole('heading', { name: 'Topologies', exact: true }).waitFor()
    await tabTo(page, 'Skip to the content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    for (const { label } of AREAS) {
      await pressOn(page.getByRole('link', { name: label, exact: true }))
      await page.locator('h1', { hasText: label }).waitFor()
    }
  })

  it('should show where the focus is', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}`)
    await waitForDrawing(page)
    const reached = []
    for (let focus = await nextFocus(page); focus !== undefined; focus = await nextFocus(page)) {
      expect(focus.ring, focus.name).toBe('solid 2px')
      expect(reached.push(focus.name)).toBeLessThan(FAR)
    }
    expect(reached).toEqual(expect.arrayContaining(['Topologies', 'Export', 'TB']))
  })

  it('should zoom a drawing, and fit it again', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}`)
    await waitForDrawing(page)
    const all = await readScale(page)
    await page.getByRole('application').focus()
    for (const { key, factor } of [
      { key: '+', factor: 1.3 },
      { key: '+', factor: 1.69 },
      { key: '-', factor: 1.3 },
      { key: '0', factor: 1 },
    ]) {
      await page.keyboard.press(key)
      await expect.poll(() => readScale(page), { message: key, timeout: 10_000 }).toBeCloseTo(all * factor)
    }
  })

  it('should create a policy with a filter, disable it and delete it', async () => {
    const page = await web.open('/policies/weight/new')
    await page.getByLabel('Name', { exact: true }).waitFor()
    await tabTo(page, 'Name')
    await page.keyboard.type('Databases')
    await tabTo(page, 'Weight')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('7')
    await tabTo(page, 'Add a clause')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Field')
    await page.keyboard.type('resource')
    await tabTo(page, 'Value')
    await page.keyboard.type('db')
    await expectAccessible(page)
    await tabTo(page, 'Create')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Databases' }).waitFor()
    const stored = async () =>
      (await web.server.ask<{ topologies: readonly unknown[] }>('/api/service_topology_policy')).topologies
    expect(await stored()).toMatchObject([{ name: 'Databases', weight: 7, status: 'active' }])
    await tabTo(page, 'Databases active')
    await page.keyboard.press('Space')
    await page.getByText('inactive').waitFor()
    await expect.poll(stored).toMatchObject([{ status: 'inactive' }])
    await tabTo(page, 'Choose Databases')
    await page.keyboard.press('Space')
    await tabTo(page, 'Delete 1 policy')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, 'Delete them')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No weight policies yet' }).waitFor()
  })

  it('should create a webhook from a preset, switch its tabs with arrow keys, and delete it after a confirmation', async () => {
    const page = await web.open('/webhooks/new')
    const preset = page.getByLabel('Start with', { exact: true })
    await preset.locator('option[value=zabbix]').waitFor({ state: 'attached' })
    await tabTo(page, 'Start with')
    await page.keyboard.type('Zabbix')
    await page.getByLabel('Secret (not set)', { exact: true }).waitFor()
    await tabTo(page, 'Secret (not set)')
    await page.keyboard.type('a-secret')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Zabbix', level: 1 }).waitFor()
    await tabTo(page, 'Send a test')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByText('Secret: set').waitFor()
    await tabTo(page, 'Delete', 'Shift+Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await tabTo(page, 'Delete the webhook')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  })
})

// Helpers

/** Presses Tab, or another key, until the element with this name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let press = 0; press < FAR; press++) {
    if ((await nextFocus(page, key))?.name === name) return
  }
  throw new Error(`no Tab leads to ${name}`)
}

/**
 * Presses a key once, and returns the element that then has the focus. The result is `undefined` if no element has the
 * focus, for example after the last element of the page.
 */
async function nextFocus(page: Page, key = 'Tab'): Promise<{ name: string; ring: string } | undefined> {
  await page.keyboard.press(key)
  return await page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return undefined
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return { name: name.trim(), ring: `${outlineStyle} ${outlineWidth}` }
  })
}
