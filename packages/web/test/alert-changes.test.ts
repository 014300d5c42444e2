import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, readClock, rereadData, runUntil, useConsole } from './harness/use-console.js'

describeInBrowser('changes of the status of alerts', () => {
  const web = useConsole()
  const post = async (resource: string, severity = 'minor') => {
    const json = { environment: 'Production', resource, event: 'Slow', severity, service: ['shop'] }
    return (await web.server.ask<{ id: string }>('/api/alert', { json })).id
  }
  const statusOf = async (id: string) => (await web.server.ask<Stored>(`/api/alert/${id}`)).alert.status
  const setStatus = (id: string, json: object) =>
    web.server.ask(`/api/alert/${id}/status`, { method: 'PUT', json: { text: '', ...json } })

  it('should concern what was counted, and not an alert that arrives meanwhile', async () => {
    const counted = await Promise.all(['count-1', 'count-2', 'count-3', 'count-4'].map((name) => post(name)))
    const page = await web.open('/alerts?q=count-')
    await page.getByRole('button', { name: 'Change all 4 that match' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the status of 4 alerts' })
    await dialog.waitFor()
    const late = await post('count-5', 'critical')
    await change(page, 'closed')
    await page.getByText('The status of 4 alerts was changed to closed.').waitFor()
    for (const id of counted) expect(await statusOf(id)).toBe('closed')
    expect(await statusOf(late)).toBe('open')
  })

  it('should say in the dialog that an alert has arrived since the page was read', async () => {
    await post('news-1')
    const page = await web.open('/alerts?q=news-', { clock: true })
    const button = page.getByRole('button', { name: 'Change all 1 that match' })
    await button.waitFor()
    // Never answer this request, so that the page does not show the new alert before the button is pressed.
    await page.route('**/api/alerts?*', () => new Promise(() => {}))
    await post('news-2')
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Change the status of 2 alerts' })
    await dialog.getByText('2 alerts match now. The page showed 1.').waitFor()
    await expectAccessible(page)
  })

  it('should ask for a search before all alerts can be changed', async () => {
    const page = await web.open('/alerts')
    await page.getByText('To change all alerts that match, search first.').waitFor()
    expect(await page.getByRole('button', { name: /that match/ }).count()).toBe(0)
    await page.goto(`${web.server.url}/#/alerts?severity=minor`)
    await page.getByRole('button', { name: /Change all \d+ that match/ }).waitFor()
  })

  it('should be undone within ten seconds, each alert with the status that it had', async () => {
    const [open, ack, fresh] = [await post('undo-1'), await post('undo-2'), await post('undo-3')]
    await setStatus(ack, { status: 'ack', timeout: 3_600 })
    const page = await web.open('/alerts?q=undo-', { clock: true })
    await page.getByRole('button', { name: 'Change all 3 that match' }).click()
    await change(page, 'closed')
    await page.getByText('The status of 3 alerts was changed to closed.').waitFor()
    // Another sender reopens one of them: the undo must not hide this new problem.
    await setStatus(fresh, { status: 'open' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 alerts have their earlier status again. 1 alert did not change').waitFor()
    await expectAccessible(page)
    expect(await Promise.all([open, ack, fresh].map(statusOf))).toEqual(['open', 'ack', 'open'])
    const { alert } = await web.server.ask<Stored>(`/api/alert/${ack}`)
    expect(alert.statusUntil).not.toBe(null)
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'undo-' }).count()).toBe(3)
  })

  it('should still be undone after the list was read again, also if no alert matches any more', async () => {
    const ids = [await post('again-1'), await post('again-2')]
    const page = await web.open('/alerts?q=again-', { clock: true })
    await page.getByRole('button', { name: 'Change all 2 that match' }).click()
    await change(page, 'closed')
    await page.getByRole('heading', { name: 'No matching alert' }).waitFor()
    const read = page.waitForResponse(/api\/alerts\?/)
    await rereadData(page)
    await read
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 alerts have their earlier status again.').waitFor()
    expect(await Promise.all(ids.map(statusOf))).toEqual(['open', 'open'])
    await page.getByRole('button', { name: 'Change all 2 that match' }).waitFor()
  })

  it('should be undone on the page of an alert, and not after ten seconds', async () => {
    const id = await post('single')
    const page = await web.open(`/alerts/${id}`, { clock: true })
    await page.getByRole('button', { name: 'Change the status' }).click()
    await change(page, 'closed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 alert has its earlier status again.').waitFor()
    expect(await statusOf(id)).toBe('open')
    await page.getByRole('button', { name: 'Change the status' }).click()
    const began = await readClock(page)
    await change(page, 'ack')
    await page.getByText('The status of 1 alert was changed to ack.').waitFor()
    await runUntil(page, async () => (await page.getByRole('button', { name: 'Undo' }).count()) === 0, 10)
    expect((await readClock(page)) - began).toBeGreaterThanOrEqual(10_000)
    expect(await statusOf(id)).toBe('ack')
  })

  it('should acknowledge what the alert explains together with it, and undo all of it', async () => {
    const up = { environment: 'Production', event: 'Slow', severity: 'major', service: ['shop'] }
    const disk = await web.server.ask<{ id: string }>('/api/alert', {
      json: { ...up, resource: 'cause-disk', resourceParent: 'cause-volume' },
    })
    const others = [await post('cause-volume'), await post('cause-volume-2')]
    const page = await web.open(`/alerts/${disk.id}`)
    await page.getByRole('button', { name: 'Change the status' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Also the 1 alert it explains').check()
    await expectAccessible(page)
    await change(page, 'ack')
    await page.getByText('The status of 2 alerts was changed to ack.').waitFor()
    expect(await Promise.all([disk.id, ...others].map(statusOf))).toEqual(['ack', 'ack', 'open'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 alerts have their earlier status again.').waitFor()
    expect(await Promise.all([disk.id, ...others].map(statusOf))).toEqual(['open', 'open', 'open'])
    await page.goto(`${web.server.url}/#/alerts/${others[1]}`)
    await page.getByRole('heading', { name: 'cause-volume-2 · Slow', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Change the status' }).click()
    expect(await dialog.getByLabel('Also the 0 alerts it explains').isDisabled()).toBe(true)
  })

  it('should give an alert to a person, and show and find what the person has', async () => {
    const id = await post('given')
    await post('given-2')
    const page = await web.open(`/alerts/${id}`)
    await page.getByRole('button', { name: 'Change the status' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Assignee').count()).toBe(0)
    await dialog.getByLabel('Status').selectOption('assign')
    await dialog.getByLabel('Assignee').fill('Bob')
    await change(page, 'assign')
    await page.getByText('The status of 1 alert was changed to assign. Bob has it.').waitFor()
    await page.getByRole('link', { name: 'Bob', exact: true }).click()
    const table = page.getByRole('table', { name: 'Alerts' })
    await table.getByText('Bob has it').waitFor()
    expect(await table.getByRole('link').allTextContents()).toEqual(['Slow on given'])
    expect(await page.getByLabel('Assignee').inputValue()).toBe('Bob')
  })

  it('should say why a change was not undone, and let the user try again', async () => {
    await post('stuck')
    const page = await web.open('/alerts?q=stuck')
    await page.getByLabel('Choose Slow on stuck', { exact: true }).check()
    await page.getByRole('button', { name: 'Change the status of 1 chosen' }).click()
    await change(page, 'ack')
    await page.route('**/api/alerts/status/undo', (route) =>
      route.fulfill({ status: 503, json: { message: 'the store is away' } }),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alert').getByText('The change was not undone').waitFor()
    await page.getByText('the store is away').waitFor()
    await page.unroute('**/api/alerts/status/undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 alert has its earlier status again.').waitFor()
  })

  it('should name a new critical alert on the page of alerts within one poll, above older ones', async () => {
    for (let at = 0; at < 55; at++) await post(`old-${at}`, 'critical')
    const page = await web.open('/alerts', { clock: true })
    await page.getByText(/Page 1 of/).waitFor()
    await post('brand-new', 'critical')
    await rereadData(page)
    const first = page.getByRole('table', { name: 'Alerts' }).getByRole('link').first()
    await expect.poll(() => first.textContent()).toBe('Slow on brand-new')
    // An alert that comes back is a new one for the operator, although it was created first.
    const { alerts } = await web.server.ask<{ alerts: readonly { id: string }[] }>('/api/alerts?resource=old-0')
    const [{ id } = { id: '' }] = alerts
    await setStatus(id, { status: 'closed' })
    await post('old-0', 'critical')
    await rereadData(page)
    await expect.poll(() => first.textContent()).toBe('Slow on old-0')
  })
})

// Helpers

interface Stored {
  readonly alert: { readonly status: string; readonly statusUntil: string | null }
}

async function change(page: Page, status: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Status').selectOption(status)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.waitFor({ state: 'detached' })
}
