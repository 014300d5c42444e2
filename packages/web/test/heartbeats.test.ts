import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('heartbeats', () => {
  const web = useConsole()
  const beat = (json: object) => web.server.ask('/api/heartbeat', { json })

  it('should be listed, those that are overdue first, and be deleted', async () => {
    const page = await web.open('/heartbeats')
    await page.getByText('No heartbeats yet').waitFor()
    await expectAccessible(page)
    await beat({ origin: 'backup/db-1', tags: ['nightly'], timeout: 90_000 })
    await beat({ origin: 'cron/mail', timeout: 0 })
    await beat({ origin: 'probe', timeout: 86_400, createTime: '2026-01-01T00:00:00Z' })
    await beat({ origin: 'gone', timeout: 1 })
    await expect.poll(() => web.server.ask('/api/heartbeats?status=expired')).toMatchObject({ total: 1 })
    await page.reload()
    const rows = page.getByRole('table', { name: 'Heartbeats' }).locator('tbody').getByRole('row')
    await rows.nth(3).waitFor()
    const texts = await rows.allInnerTexts()
    expect(texts.map((text) => text.split(/\s/)[0])).toEqual(['gone', 'probe', 'backup/db-1', 'cron/mail'])
    expect(texts[0]).toContain('overdue')
    expect(texts[1]).toContain('slow: took')
    expect(texts[2]).toMatch(/nightly.*ok.*1 d/s)
    expect(texts[3]).toContain('never overdue')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete the heartbeat of gone' }).click()
    await page.getByRole('button', { name: 'Delete it', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(3)
  })
})
