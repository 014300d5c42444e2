import type { Locator, Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

interface Stored {
  readonly status: string
  readonly statusUntil: string | null
  readonly history: readonly { readonly type: string; readonly text: string }[]
}

describeInBrowser('alerts', () => {
  const web = useConsole()
  const post = async (resource: string, alert: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const json = { environment: 'Production', resource, event: 'Slow', severity: 'minor', service: ['shop'], ...alert }
    return (await web.server.ask<{ id: string }>('/api/alert', { json })).id
  }
  const read = async (id: string) => (await web.server.ask<{ alert: Stored }>(`/api/alert/${id}`)).alert

  it('should say that there are none', async () => {
    const page = await web.open('/alerts')
    await page.getByRole('heading', { name: 'No active alerts' }).waitFor()
    await expectAccessible(page)
  })

  it('should be listed with the worst first, and found by what they are', async () => {
    await post('db-1', { severity: 'critical', text: 'disk is full', tags: ['storage'] })
    await post('db-2', { severity: 'major', service: ['billing'], environment: 'Staging' })
    await post('web-1', { severity: 'security', event: 'Breach' })
    await post('web-2', { severity: 'normal' })
    const page = await web.open('/alerts')
    await expect.poll(() => readListedAlerts(page)).toEqual(['Breach on web-1', 'Slow on db-1', 'Slow on db-2'])
    await expectAccessible(page)
    await find(page, 'Search', 'DISK')
    await expect.poll(() => readListedAlerts(page)).toEqual(['Slow on db-1'])
    expect(page.url()).toContain('q=DISK')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('closed')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => readListedAlerts(page)).toEqual(['Slow on web-2'])
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'More filters' }).click()
    await find(page, 'Tag', 'storage')
    await expect.poll(() => readListedAlerts(page)).toEqual(['Slow on db-1'])
    await find(page, 'Tag', '')
    await find(page, 'Service', 'billing')
    await expect.poll(() => readListedAlerts(page)).toEqual(['Slow on db-2'])
    await page.getByLabel('Received before').fill('2020-01-01T00:00')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: 'No matching alert' }).waitFor()
    expect(new URLSearchParams(page.url().split('?')[1]).get('to')).toMatch(/^2020-01-01T.*Z$|^2019-12-31T.*Z$/)
    await expectAccessible(page)
  })

  it('should keep what is typed directly after a search was sent', async () => {
    const page = await web.open('/alerts?tag=storage')
    const service = page.getByLabel('Service', { exact: true })
    await page.getByLabel('Tag', { exact: true }).fill('')
    await service.evaluate((input: HTMLInputElement) => {
      input.form?.requestSubmit()
      // Use the setter of the prototype, because React overrides the setter of the element.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'billing')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await expect.poll(() => page.url()).not.toContain('tag=')
    expect(await service.inputValue()).toBe('billing')
    // Go back only after the page shows the new search, as a user would.
    await page.getByRole('button', { name: 'Clear' }).waitFor({ state: 'detached' })
    await page.goBack()
    await expect.poll(() => service.inputValue()).toBe('')
  })

  it('should be searched without losing the focus, and with the search that the address has', async () => {
    const page = await web.open('/alerts')
    const search = page.getByLabel('Search', { exact: true })
    await search.fill('disk')
    await search.press('Enter')
    await expect.poll(() => readListedAlerts(page)).toEqual(['Slow on db-1'])
    await expect.poll(() => isFocused(search)).toBe(true)
    await search.fill('breach')
    const button = page.getByRole('button', { name: 'Search' })
    await button.press('Enter')
    await expect.poll(() => readListedAlerts(page)).toEqual(['Breach on web-1'])
    await expect.poll(() => isFocused(button)).toBe(true)
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('disk')
    await page.getByRole('button', { name: 'Clear' }).press('Enter')
    await expect.poll(() => search.inputValue()).toBe('')
    await expect.poll(() => isFocused(search)).toBe(true)
  })

  it('should be searched by a time that is typed digit by digit', async () => {
    const page = await web.open('/alerts')
    await page.getByRole('button', { name: 'More filters' }).click()
    const from = page.getByLabel('Received from')
    await from.focus()
    await page.keyboard.type('01312030')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('0215AM')
    expect(await from.inputValue()).toBe('2030-01-31T02:15')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No matching alert' }).waitFor()
    expect(await from.inputValue()).toBe('2030-01-31T02:15')
  })

  it('should get another status for some time, several at once', async () => {
    const ids = [await post('bulk-1'), await post('bulk-2')]
    const other = await post('bulk-3')
    const page = await web.open('/alerts?q=bulk')
    await page.getByLabel('Choose Slow on bulk-1', { exact: true }).check()
    await page.getByLabel('Choose Slow on bulk-2', { exact: true }).check()
    await page.getByRole('button', { name: 'Change the status of 2 chosen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the status of 2 alerts' })
    await dialog.getByLabel('Status').selectOption('shelved')
    await dialog.getByLabel('For', { exact: true }).selectOption('4 hours')
    await dialog.getByLabel('Text for the history').fill('until the disk is here')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await page.getByText('The status of 2 alerts was changed to shelved.').waitFor()
    await page
      .getByText(/until \w+ \d+/)
      .first()
      .waitFor()
    for (const id of ids) {
      const { status, statusUntil, history } = await read(id)
      expect(status).toBe('shelved')
      expect(Math.round((Date.parse(statusUntil ?? '') - Date.now()) / 3_600_000)).toBe(4)
      expect(history.at(-1)).toMatchObject({ type: 'status', text: 'until the disk is here' })
    }
    expect(await read(other)).toMatchObject({ status: 'open' })
    await expectAccessible(page)
  })

  it('should get another status together, all that match', async () => {
    const ids = await Promise.all(Array.from({ length: 55 }, (_, index) => post(`flood-${index}`)))
    const page = await web.open('/alerts?q=flood-')
    await page.getByText('Page 1 of 2, 55 in all').waitFor()
    await page.getByRole('button', { name: 'Change all 55 that match' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the status of 55 alerts' })
    await dialog.getByLabel('Status').selectOption('closed')
    expect(await dialog.getByLabel('For', { exact: true }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await page.getByText('The status of 55 alerts was changed to closed.').waitFor()
    await page.getByRole('heading', { name: 'No matching alert' }).waitFor()
    for (const id of ids) expect(await read(id)).toMatchObject({ status: 'closed' })
    await page.goto(`${web.server.url}/#/alerts?status=any`)
    await page.getByLabel(/on this page/).waitFor()
    await page.getByText('To change all alerts that match, search first.').waitFor()
    expect(await page.getByRole('button', { name: /that match/ }).count()).toBe(0)
  })

  it('should choose all alerts of the page, and only those', async () => {
    await post('page-1')
    await post('page-2')
    const page = await web.open('/alerts?q=page-')
    await page.getByLabel('All 2 on this page').check()
    await page.getByRole('button', { name: 'Change the status of 2 chosen' }).waitFor()
    await page.getByLabel('Choose Slow on page-1', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Change the status of 1 chosen' }).waitFor()
    await page.getByLabel('All 2 on this page').check()
    await page.getByLabel('All 2 on this page').uncheck()
    expect(await page.getByRole('button', { name: 'Change the status of 0 chosen' }).isDisabled()).toBe(true)
  })

  it('should not be changed if the page does not show them any more', async () => {
    const id = await post('gone-1')
    await post('gone-2')
    const page = await web.open('/alerts?q=gone-', { clock: true })
    await page.getByLabel('All 2 on this page').check()
    await web.server.ask(`/api/alert/${id}/status`, { method: 'PUT', json: { status: 'closed' } })
    await rereadData(page)
    await page.getByRole('button', { name: 'Change the status of 1 chosen' }).waitFor()
    expect(await readListedAlerts(page)).toEqual(['Slow on gone-2'])
  })

  it('should not be changed together if there are too many', async () => {
    await post('many')
    const page = await web.open('/')
    await page.route('**/api/alerts?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 10_001, pages: 201 } })
    })
    await page.goto(`${web.server.url}/#/alerts?q=many`)
    await page.getByText('More than 10,000 match: too many to change at once.').waitFor()
    expect(await page.getByRole('button', { name: /that match/ }).count()).toBe(0)
  })

  it('should show the maintenance window that holds an alert', async () => {
    const { window } = await web.server.ask<{ window: { id: string } }>('/api/maintenance', {
      json: {
        name: 'Move of rack 7',
        startTime: new Date(Date.now() - 60_000).toISOString(),
        endTime: new Date(Date.now() + 3_600_000).toISOString(),
        filters: { clauses: [{ key: 'resource', op: '=', value: 'rack-7' }] },
      },
    })
    const id = await post('rack-7')
    const page = await web.open('/alerts?status=blackout')
    const row = page.getByRole('row').filter({ hasText: 'rack-7' })
    await row.getByText('blackout').waitFor()
    await row.getByRole('link', { name: 'Move of rack 7' }).click()
    await page.getByRole('heading', { name: 'Move of rack 7', level: 1 }).waitFor()
    expect(page.url()).toContain(window.id)
    await page.goto(`${web.server.url}/#/alerts/${id}`)
    await page.getByRole('link', { name: 'Move of rack 7' }).waitFor()
  })

  it('should have a page with its history, on which notes are added and the status is changed', async () => {
    const id = await post('noted')
    const page = await web.open(`/alerts/${id}`)
    await page.getByRole('heading', { name: 'noted · Slow', level: 1 }).waitFor()
    expect(page.url()).toContain(`#/alerts/${id}`)
    const note = page.getByLabel('Note', { exact: true })
    await page.getByRole('button', { name: 'Add the note' }).click()
    await page.getByRole('alert').getByText('The note was not added').waitFor()
    expect(await note.getAttribute('aria-invalid')).toBe('true')
    await note.fill('The vendor is called, ticket OPS-12')
    await page.getByRole('button', { name: 'Add the note' }).click()
    const history = page.getByRole('table', { name: 'History of the alert' })
    await history.getByText('ticket OPS-12').waitFor()
    // An event can show the note before the answer comes that empties the field.
    await expect.poll(() => note.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Change the status' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await history.getByRole('row').nth(1).getByText('minor, ack').waitFor()
    expect(await read(id)).toMatchObject({ status: 'ack', statusUntil: null })
    await expectAccessible(page)
  })

  it('should not be changed by a key that may only read', async () => {
    const id = await post('mine')
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { text: 'reader', scopes: ['read'] } })
    const page = await web.open('/alerts?q=mine', { key })
    await page.getByLabel('Choose Slow on mine', { exact: true }).check()
    await page.getByRole('button', { name: 'Change the status of 1 chosen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the status of 1 alert' })
    await dialog.getByRole('button', { name: 'Change' }).click()
    await dialog.getByText('No alert was changed').waitFor()
    await dialog.getByText('write:alerts').waitFor()
    await dialog.getByRole('button', { name: 'Use another key' }).waitFor()
    expect(await read(id)).toMatchObject({ status: 'open' })
  })

  it('should not hide the outcome of a change, and begin each change anew', async () => {
    await post('pending')
    const page = await web.open('/alerts?q=pending')
    const pending: Route[] = []
    await page.route('**/api/alerts/status', (route) => void pending.push(route))
    const choice = page.getByLabel('Choose Slow on pending', { exact: true })
    await choice.click()
    await expect.poll(() => choice.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Change the status of 1 chosen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the status of 1 alert' })
    await dialog.getByLabel('Status').selectOption('closed')
    await dialog.getByLabel('Text for the history').fill('it is over')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect.poll(() => dialog.getByRole('button', { name: 'Change' }).isDisabled()).toBe(true)
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await pending[0]?.fulfill({ status: 503, json: { message: 'the store does not answer' } })
    await dialog.getByText('the store does not answer').waitFor()
    expect(pending).toHaveLength(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Change the status of 1 chosen' }).click()
    expect(await dialog.getByLabel('Status').inputValue()).toBe('ack')
    expect(await dialog.getByLabel('Text for the history').inputValue()).toBe('')
    expect(await dialog.getByText('the store does not answer').count()).toBe(0)
  })

  it('should be readable on a narrow screen', async () => {
    const id = await post('narrow', { text: 'x'.repeat(300) })
    const page = await web.open('/alerts', { viewport: { width: 390, height: 740 } })
    await page.getByRole('link', { name: 'Slow on narrow' }).waitFor()
    await page.getByRole('button', { name: 'More filters' }).click()
    expect(await widthOf(page)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await page.goto(`${web.server.url}/#/alerts/${id}`)
    await page.getByRole('table', { name: 'History of the alert' }).waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})

// Helpers

async function readListedAlerts(page: Page): Promise<readonly string[]> {
  return await page.getByRole('table', { name: 'Alerts' }).getByRole('link').allTextContents()
}

async function find(page: Page, field: string, text: string): Promise<void> {
  const [input] =
    field === 'Part of the resource' ? [page.getByLabel(field)] : [page.getByLabel(field, { exact: true })]
  await input?.fill(text)
  await page.getByRole('button', { name: 'Search' }).click()
}

async function isFocused(control: Locator): Promise<boolean> {
  return await control.evaluate((element) => element === document.activeElement)
}

async function widthOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.getElementById('content')?.scrollWidth ?? 0)
}
