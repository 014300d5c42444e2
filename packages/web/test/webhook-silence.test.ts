import { expect, it } from 'vitest'
import { CHECKS, PAYLOAD, sendPayload } from './harness/checks.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('webhooks that expect deliveries', () => {
  const web = useConsole()
  const stored = async () =>
    (await web.server.ask<{ webhook_config: Record<string, unknown> }>('/api/webhook_config/checks')).webhook_config

  it('should be set in the form, with the faults of the server beside the field', async () => {
    await web.server.ask('/api/webhook_config', { json: CHECKS })
    const page = await web.open('/webhooks/checks?tab=configuration')
    const seconds = page.getByLabel('A delivery is expected every (seconds)', { exact: true })
    expect(await page.getByLabel('Severity of the alert', { exact: true }).count()).toBe(0)
    await seconds.fill('5')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByText('expectEvery must be null, or a whole number of seconds from 60').first().waitFor()
    expect(await seconds.getAttribute('aria-invalid')).toBe('true')
    await seconds.fill('300')
    await page.getByLabel('Severity of the alert', { exact: true }).selectOption('critical')
    await expectAccessible(page)
    await save.click()
    await expect.poll(stored).toMatchObject({ expectEvery: 300, expectSeverity: 'critical' })
    await seconds.fill('')
    await save.click()
    await expect.poll(stored).toMatchObject({ expectEvery: null })
    await seconds.fill('300')
    await save.click()
    await expect.poll(stored).toMatchObject({ expectEvery: 300 })
  })

  it('should be shown as silent in the list and on their page, until a delivery comes', async () => {
    await web.server.noticeSilence(3_600)
    const list = await web.open('/webhooks')
    await list.getByText('silent since').waitFor()
    await expectAccessible(list)
    await list.getByRole('link', { name: 'Checks' }).click()
    await list.getByText('A delivery is overdue: none has come since').waitFor()
    await expectAccessible(list)
    const page = await web.open('/webhooks/checks')
    await page.getByRole('link', { name: 'Alerts about this webhook' }).click()
    await page.getByRole('link', { name: 'WebhookSilent on checks' }).click()
    await page.getByText('No delivery from webhook Checks since').first().waitFor()
    expect(await sendPayload(web.server, 'checks', PAYLOAD)).toBe(200)
    await list.getByText('A delivery is overdue: none has come since').waitFor({ state: 'detached' })
    expect(await stored()).toMatchObject({ silentSince: null })
  })
})
