import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { CHECKS, PAYLOAD, sendPayload } from './harness/checks.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

describeInBrowser('deliveries of a webhook', () => {
  const web = useConsole()
  beforeAll(() => web.server.ask('/api/webhook_config', { json: CHECKS }))

  it('should explain a pasted payload while the mapping is being written: found and missing paths, default values and literals', async () => {
    const page = await web.open('/webhooks/checks')
    await page.getByRole('heading', { name: 'Nothing has arrived yet' }).waitFor()
    await page.getByRole('link', { name: 'Send a test' }).click()
    await page.getByRole('region', { name: 'the command' }).waitFor()
    await page.getByRole('tab', { name: 'Configuration' }).click()
    expect(await page.getByRole('button', { name: /^Received / }).count()).toBe(0)
    await page.getByLabel('Payload', { exact: true }).fill(JSON.stringify(PAYLOAD))
    await page.getByText('2 alerts').waitFor()
    const first = page.getByRole('group').filter({ hasText: 'checks[0]' }).first()
    expect(await readCells(first.getByRole('row').filter({ hasText: 'resource' }))).toEqual([
      'resource',
      '"web-1"',
      'path foundchecks[0].host',
    ])
    await page.getByText('checks[1]', { exact: true }).click()
    const second = page.getByRole('table', { name: 'Fields of the alert from checks[1]' })
    const row = (name: string) => second.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
    expect(await readCells(row('text'))).toEqual([
      'text',
      '"no output"',
      'path not found: default valuechecks[1].lines',
    ])
    expect((await readCells(row('attributes.team')))[2]).toContain('path not found: left out')
    expect(await readCells(row('attributes.stage'))).toEqual(['attributes.stage', '2', 'literal'])
    expect(await readCells(row('environment'))).toEqual(['environment', '"Production"', 'default value'])
    await expectAccessible(page)
    await page.getByLabel('Path of resource', { exact: true }).fill('hosts')
    await page.getByText('2 of them would be rejected').waitFor()
    await page.getByLabel('Path of severity', { exact: true }).fill('level')
    await page.getByText('2 with a warning').waitFor()
    await page.getByText('the alert is indeterminate').first().waitFor()
    await page.getByLabel('Path of the list', { exact: true }).fill('nowhere')
    await page.getByText('2 of them would be rejected').waitFor({ state: 'detached' })
    expect(await web.server.ask<{ total: number }>('/api/alerts')).toMatchObject({ total: 0 })
  })

  it('should show a delivery and why it was rejected, explain it, and replay it after a confirmation', async () => {
    await web.server.ask('/api/webhook_config', { json: { id: 'later', authMode: 'none' } })
    expect(await sendPayload(web.server, 'later', PAYLOAD)).toBe(403)
    const page = await web.open('/webhooks/later', { clock: true })
    const delivery = page.locator('details').filter({ hasText: 'answered 403' })
    await delivery.locator('summary').click()
    await delivery.getByRole('region', { name: 'the payload' }).getByText('web-1').waitFor()
    await delivery.getByRole('button', { name: 'Explain' }).click()
    await delivery.getByText('To enable the webhook').waitFor()
    await delivery.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('button', { name: 'Create the alerts' }).click()
    await page.getByRole('dialog').getByText('Webhook is disabled').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    await web.server.ask('/api/webhook_config/later', {
      method: 'PUT',
      json: { ...CHECKS, id: 'later', name: 'Later' },
    })
    await rereadData(page)
    await page.getByRole('heading', { name: 'Later', exact: true }).waitFor()
    await delivery.getByRole('button', { name: 'Replay' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create the alerts' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 alerts created').waitFor()
    await dialog.getByText('major: ping on web-1').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await web.server.ask<{ total: number }>('/api/alerts')).toMatchObject({ total: 2 })
  })

  it('should report the rejected alerts of a replay, in the histories too, before the page refreshes automatically', async () => {
    const payload = { checks: [...PAYLOAD.checks, { name: 'nowhere', failed: true }] }
    expect(await sendPayload(web.server, 'checks', payload)).toBe(200)
    const page = await web.open('/webhooks/checks')
    await page.getByText('partly accepted').waitFor()
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
    await page.locator('summary').first().click()
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('button', { name: 'Create the alerts' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 alerts created, 1 rejected.').waitFor()
    await dialog.getByText('"nowhere"').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => page.locator('summary').count(), { timeout: 10_000 }).toBe(2)
  })

  it('should say that alert policies have dropped all alerts of a replay, and stay open during the replay', async () => {
    await web.server.ask('/api/webhook_config', { json: { ...CHECKS, id: 'muted', name: 'Muted' } })
    const policy = { name: 'Mute', description: '', webhookId: 'muted', filters: {}, actions: [{ drop: true }] }
    await web.server.ask('/api/alert_policy', { json: policy })
    expect(await sendPayload(web.server, 'muted', PAYLOAD)).toBe(200)
    const page = await web.open('/webhooks/muted')
    const held: Route[] = []
    await page.route('**/replay', (route) => {
      held.push(route)
    })
    await page.locator('summary').first().click()
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('button', { name: 'Create the alerts' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => held.length).toBe(1)
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await held[0]?.continue()
    await dialog.getByText('0 alerts created, 2 dropped by alert policies.').waitFor()
  })

  it('should start with an explanation of the last payload, and switch to an earlier one', async () => {
    expect(await sendPayload(web.server, 'checks', { checks: PAYLOAD.checks.slice(0, 1) })).toBe(200)
    const page = await web.open('/webhooks/checks?tab=configuration')
    const payload = page.getByLabel('Payload', { exact: true })
    await page.getByText('1 alert', { exact: true }).waitFor()
    expect(JSON.parse(await payload.inputValue())).toEqual({ checks: PAYLOAD.checks.slice(0, 1) })
    const stored = page.getByRole('button', { name: /^Received / })
    expect(await stored.count()).toBe(3)
    await stored.last().click()
    expect(JSON.parse(await payload.inputValue()).checks).toHaveLength(3)
    await page.getByText('3 alerts').waitFor()
  })

  it('should offer no replay of a delivery that was not authenticated', async () => {
    const auth = { authMode: 'header', authHeaderScheme: 'static', authHeaderName: 'X-Token', authSecret: 'a secret' }
    await web.server.ask('/api/webhook_config', { json: { ...CHECKS, ...auth, id: 'shut', name: 'Shut' } })
    expect(await sendPayload(web.server, 'shut', PAYLOAD)).toBe(401)
    const page = await web.open('/webhooks/shut')
    await page.getByText('not authenticated').click()
    await page.getByRole('button', { name: 'Explain' }).waitFor()
    expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(0)
  })

  it('should show a command that works and contains no secret', async () => {
    const auth = {
      authMode: 'header',
      authHeaderScheme: 'static',
      authHeaderName: 'X-Token',
      authSecret: "it's secret",
    }
    await web.server.ask('/api/webhook_config', { json: { ...CHECKS, ...auth, id: 'static', name: 'Static' } })
    const page = await web.open('/webhooks/static?tab=send')
    const command = (await page.getByRole('region', { name: 'the command' }).textContent()) ?? ''
    expect(command).not.toContain(auth.authSecret)
    await expectAccessible(page)
    const folder = await mkdtemp(join(tmpdir(), 'opsgraph-curl-'))
    try {
      await writeFile(join(folder, 'payload.json'), JSON.stringify(PAYLOAD))
      await writeFile(join(folder, 'secret.txt'), `${auth.authSecret}\n`)
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder })
      expect(JSON.parse(stdout)).toMatchObject({ status: 'ok', alerts_created: 2 })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('should show the fingerprint and the time of an alert, and that it is outdated', async () => {
    const fieldMappings = { ...CHECKS.fieldMappings, fingerprint: 'id', eventTime: 'at' }
    await web.server.ask('/api/webhook_config', { json: { ...CHECKS, id: 'timed', name: 'Timed', fieldMappings } })
    const check = { ...PAYLOAD.checks[0], host: 'timed', id: 'check 7' }
    for (const at of ['2026-11-20 12:00', '2026-11-20 11:00']) {
      expect(await sendPayload(web.server, 'timed', { checks: [{ ...check, at }] })).toBe(200)
    }
    const page = await web.open('/webhooks/timed')
    const delivery = page.locator('details').filter({ hasText: 'outdated: 1 of 1 alerts' })
    await delivery.locator('summary').first().click()
    await delivery.getByRole('button', { name: 'Explain' }).click()
    await delivery.getByText('would change nothing: it is outdated').waitFor()
    await delivery.getByText('fingerprint: check 7').waitFor()
    await delivery.getByText('eventTime: "2026-11-20 11:00" is read as 2026-11-20T11:00:00.000Z').waitFor()
    await delivery.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('button', { name: 'Create the alerts' }).click()
    await page.getByRole('dialog').getByText('0 alerts created, 1 outdated: a newer state is stored').waitFor()
  })
})

async function readCells(row: ReturnType<Page['getByRole']>): Promise<readonly string[]> {
  return await row.first().getByRole('cell').allTextContents()
}
