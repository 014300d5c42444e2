import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { storeRelations } from './harness/relations.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('lists as CSV', () => {
  const web = useConsole()

  it('should not be offered while a list is empty', async () => {
    const page = await web.open('/resources')
    await page.getByRole('heading', { name: 'No relations yet' }).waitFor()
    expect(await page.getByRole('button', { name: 'CSV' }).count()).toBe(0)
  })

  it('should save the relations and the resources that the search finds', async () => {
    await storeRelations(web.server)
    const page = await web.open('/resources?source=event')
    const { name, lines } = await saveCsv(page)
    expect(name).toBe('relations.csv')
    expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual([
      'environment,resource,parent,source',
      'Production,host-7,switch-3,event',
      'Production,switch-3,host-7,event',
      '',
    ])
    await expectAccessible(page)
    const resources = await web.open('/resources/names?part=DB&in=Staging')
    expect((await saveCsv(resources)).lines.slice(1)).toEqual(['Staging,db-orders,0,1,0,0,0,1', ''])
  })

  it('should save the active alerts that the search finds, of all pages', async () => {
    const alerts = Array.from({ length: 60 }, (_, index) => `db-${index}`)
    const alert = { environment: 'Production', event: 'Slow', severity: 'minor' }
    for (const resource of [...alerts, 'web']) await web.server.ask('/api/alert', { json: { ...alert, resource } })
    await web.server.ask('/api/alert', { json: { ...alert, resource: 'db-0', severity: 'ok' } })
    const page = await web.open('/alerts?q=db')
    const { name, lines } = await saveCsv(page)
    expect([name, lines.length]).toEqual(['alerts.csv', 61])
    expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[2]))).toEqual(new Set(alerts.slice(1)))
  })

  it('should say why a list was not saved', async () => {
    const page = await web.open('/resources')
    await page.route('**/*format=csv*', (route) => route.abort())
    await page.getByRole('button', { name: 'CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not saved' })
    await dialog.getByRole('alert').waitFor()
    await expectAccessible(page)
  })
})

// Helpers

async function saveCsv(page: Page): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const content = await text(await download.createReadStream())
  return { name: download.suggestedFilename(), lines: content.split('\n') }
}
