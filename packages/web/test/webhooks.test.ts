import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { CHECKS, PAYLOAD, sendPayload } from './harness/checks.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { measureWidth } from './harness/measure-width.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

describeInBrowser('webhooks', () => {
  const web = useConsole()
  const stored = async (id: string) =>
    (await web.server.ask<{ webhook_config: Record<string, unknown> }>(`/api/webhook_config/${id}`)).webhook_config
  const policiesOf = async (id: string) => {
    const { policies } = await web.server.ask<{ policies: { webhookId: string }[] }>('/api/alert_policy')
    return policies.filter(({ webhookId }) => webhookId === id)
  }

  it('should say what to do first if there are none', async () => {
    const page = await web.open('/webhooks')
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create the first webhook' }).click()
    await page.getByRole('heading', { name: 'New webhook' }).waitFor()
  })

  it('should create one from a preset, with its hints and a secret that is never shown', async () => {
    const page = await web.open('/webhooks/new')
    await page.getByLabel('Start with', { exact: true }).selectOption('github')
    await page.getByText('choose content type application/json').waitFor()
    expect(await page.getByLabel('Path of resource', { exact: true }).inputValue()).toBe('repository.full_name')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const secret = page.getByLabel('Secret (not set)', { exact: true })
    await page.getByText('authSecret is required by authMode header').first().waitFor()
    expect(await secret.getAttribute('aria-invalid')).toBe('true')
    expect(await secret.getAttribute('type')).toBe('password')
    await expectAccessible(page)
    await secret.fill('very-s3cret')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    expect(await readTexts(page)).not.toContain('very-s3cret')
    await page.getByText('not shown: authSecret').waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'GitHub Dependabot' }).waitFor()
    expect(await page.getByRole('region', { name: 'the command' }).textContent()).toMatch(
      /^opsgraph webhook sign --scheme hub --secret-file secret.txt payload.json \| curl -H @- .*custom\/github$/,
    )
    await expect.poll(() => stored('github')).toMatchObject({ enabled: true, authSecretPlaintext: 'very-s3cret' })
    const { policies } = await web.server.ask<{ policies: { webhookId: string }[] }>('/api/alert_policy')
    expect(policies.length).toBeGreaterThan(0)
    expect(policies.every(({ webhookId }) => webhookId === 'github')).toBe(true)
    await page.getByRole('tab', { name: 'Configuration' }).click()
    await page.getByText('Secret: set').waitFor()
    expect(await page.content()).not.toContain('very-s3cret')
  })

  it('should list the faults of a refusal that the open view has no field for', async () => {
    const page = await web.open('/webhooks/new')
    const errors = [
      { code: 'missingField', path: 'id', message: 'id is required' },
      { code: 'unknownField', path: 'colour', message: 'colour is not a field of a webhook' },
    ]
    const body = { status: 'error', code: 'invalid', message: 'unknown fields: colour (and 1 more)', errors }
    await page.route('**/api/webhook_config', (route) => route.fulfill({ status: 400, json: body }))
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const listed = page.getByRole('alert').getByRole('listitem')
    await expect.poll(() => listed.allTextContents()).toEqual(['colour is not a field of a webhook unknownField'])
    expect(await page.getByLabel('Id', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await expect.poll(() => listed.count()).toBe(2)
  })

  it('should show what the alert policies of a preset will do with a payload', async () => {
    const page = await web.open('/webhooks/new')
    await page.getByLabel('Start with', { exact: true }).selectOption('alertmanager')
    await page.getByText(/\d+ alert policies are created with the webhook/).waitFor()
    const labels = { alertname: 'DiskFull', instance: 'web-1', severity: 'page' }
    const payload = {
      alerts: [
        { status: 'firing', labels },
        { status: 'resolved', labels: { severity: 'none' } },
      ],
    }
    await page.getByLabel('Payload', { exact: true }).fill(JSON.stringify(payload))
    await page.getByText('severity: "page" → "critical"').waitFor()
    await page.getByText('does not run: not attributes.state').first().waitFor()
    await page.getByText('would be dropped by an alert policy').waitFor()
    await expectAccessible(page)
  })

  it('should run the alert policies of a stored webhook in its explanation', async () => {
    const { webhook_presets: presets } = await web.server.ask<{
      webhook_presets: readonly { readonly id: string; readonly config: object }[]
    }>('/api/webhook_presets')
    const { config } = presets.find(({ id }) => id === 'alertmanager') ?? {}
    const json = { ...config, id: 'prometheus', name: 'Prometheus', authMode: 'none' }
    await web.server.ask('/api/webhook_config?preset=alertmanager', { json })
    const page = await web.open('/webhooks/prometheus?tab=configuration')
    const labels = { alertname: 'DiskFull', instance: 'web-1', severity: 'page' }
    const payload = { alerts: [{ status: 'firing', labels }] }
    await page.getByLabel('Payload', { exact: true }).fill(JSON.stringify(payload))
    await page.getByText('severity: "page" → "critical"').waitFor()
  })

  it('should suggest a mapping and alert policies for a payload of an unknown tool', async () => {
    const page = await web.open('/webhooks/new')
    await page.getByLabel('Id', { exact: true }).fill('unknown-tool')
    const payload = { host: 'web-9', check: 'ping', level: 'P1', state: 'down' }
    await page.getByLabel('Payload', { exact: true }).fill(JSON.stringify(payload))
    await page.getByRole('button', { name: 'Suggest a mapping' }).click()
    await page.getByText('severity: "P1" → "critical"').waitFor()
    expect(await page.getByLabel('Path of resource', { exact: true }).inputValue()).toBe('host')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('tab', { name: 'Configuration' }).waitFor()
    await expect.poll(() => stored('unknown-tool')).toMatchObject({ fieldMappings: { event: 'check' } })
    const { policies } = await web.server.ask<{ policies: { webhookId: string }[] }>('/api/alert_policy')
    expect(policies.filter(({ webhookId }) => webhookId === 'unknown-tool')).toHaveLength(2)
  })

  it('should forget suggested alert policies if a preset is chosen', async () => {
    const page = await web.open('/webhooks/new')
    const payload = { host: 'web-9', check: 'ping', level: 'P1', state: 'down' }
    await page.getByLabel('Payload', { exact: true }).fill(JSON.stringify(payload))
    await page.getByRole('button', { name: 'Suggest a mapping' }).click()
    const notice = page.getByText('The mapping is replaced by a suggestion')
    await notice.waitFor()
    await page.getByLabel('Start with', { exact: true }).selectOption('github')
    await notice.waitFor({ state: 'detached' })
  })

  it('should save a webhook and its suggested alert policies in one request, or nothing', async () => {
    const page = await web.open('/webhooks/new')
    await page.getByLabel('Id', { exact: true }).fill('new-tool')
    const payload = { host: 'web-9', check: 'ping', level: 'P1', state: 'down' }
    await page.getByLabel('Payload', { exact: true }).fill(JSON.stringify(payload))
    await page.getByRole('button', { name: 'Suggest a mapping' }).click()
    const sent: unknown[] = []
    await page.route(/api\/(webhook_config|alert_policy)$/, async (route) => {
      if (route.request().method() === 'GET') return await route.continue()
      sent.push(route.request().postDataJSON())
      return sent.length === 1 ? await route.abort() : await route.continue()
    })
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await create.click()
    await page.getByRole('alert').getByText('Nothing was saved').waitFor()
    expect((await policiesOf('new-tool')).length).toBe(0)
    await create.click()
    await page.getByRole('tab', { name: 'Configuration' }).waitFor()
    expect(sent).toMatchObject([{ id: 'new-tool' }, { id: 'new-tool', policies: [{}, {}] }])
    expect((await policiesOf('new-tool')).length).toBe(2)
  })

  it('should keep the other alert policies of a stored webhook when suggested ones are saved again', async () => {
    const own = { name: 'Ours', description: '', actions: [{ lowercase: 'event' }], webhookId: 'unknown-tool' }
    await web.server.ask('/api/alert_policy', { json: own })
    const before = await policiesOf('unknown-tool')
    const page = await web.open('/webhooks/unknown-tool?tab=configuration')
    const payload = { host: 'web-9', check: 'ping', level: 'P1', state: 'down' }
    await page.getByLabel('Payload', { exact: true }).fill(JSON.stringify(payload))
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Suggest a mapping' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The changes are in effect').waitFor()
    expect(before.length).toBe(3)
    expect(await policiesOf('unknown-tool')).toEqual(before)
  })

  it('should replace a secret, keep the previous one for a while, and end it', async () => {
    const page = await web.open('/webhooks/github?tab=configuration')
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    expect(await page.getByLabel('New secret', { exact: true }).inputValue()).toBe('')
    await page.getByText('It is never shown again. To create one').waitFor()
    await page.getByLabel('New secret', { exact: true }).fill('the-next-one')
    await page.getByText('A secret with fewer than 16 characters can be guessed. To create one').waitFor()
    await page.getByLabel('Also accept the previous secret').check()
    expect(await page.getByLabel('Until', { exact: true }).inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The previous secret is accepted until').waitFor()
    await expect
      .poll(() => stored('github'))
      .toMatchObject({ authSecretPlaintext: 'the-next-one', authSecretPreviousSet: true })
    expect(await page.content()).not.toContain('the-next-one')
    await openJson(page)
    expect(await readTexts(page)).not.toContain('the-next-one')
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await page.getByRole('button', { name: 'End it now' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The changes are in effect').waitFor()
    await expect.poll(() => stored('github')).toMatchObject({ authSecretPreviousSet: false })
  })

  it('should lose nothing between the form and the JSON', async () => {
    await web.server.ask('/api/webhook_config', { json: CHECKS })
    const page = await web.open('/webhooks/checks?tab=configuration')
    await page.getByLabel('Description', { exact: true }).fill('Probes')
    await page.getByLabel('Path of text', { exact: true }).fill('output')
    const json = await openJson(page)
    const config = JSON.parse(await json.inputValue())
    expect(config).toMatchObject({ ...CHECKS, fieldMappings: { ...CHECKS.fieldMappings, text: { path: 'output' } } })
    await json.fill('{\n  "id": "checks",\n  "name" "Checks"\n}')
    await page.getByText('Line 3, column 10').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await page.getByText('Your text is not lost').waitFor()
    await page.getByRole('button', { name: 'Fix the JSON' }).click()
    expect(await json.inputValue()).toContain('"name" "Checks"')
    await json.fill(JSON.stringify({ ...config, name: 'Probes', defaultValues: { rawData: { deep: [1] } } }))
    await page.getByRole('tab', { name: 'Deliveries' }).click()
    await page.getByRole('tab', { name: 'Configuration (not saved)' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Probes')
    await page.getByText('{"deep":[1]}').waitFor()
    await expect.poll(() => stored('checks')).toMatchObject({ name: 'Checks' })
  })

  it('should explain and save how the payloads of a tool that sends forms are read', async () => {
    await web.server.ask('/api/webhook_config', { json: { ...CHECKS, id: 'forms', name: 'Forms' } })
    const page = await web.open('/webhooks/forms?tab=configuration')
    await page.getByLabel('The tool sends', { exact: true }).selectOption('form')
    const paths = page.getByLabel('Paths of texts that contain JSON, one per line', { exact: true })
    await paths.fill('checks\n')
    await page.getByLabel('Time zone of times without a zone', { exact: true }).fill('Europe/Berlin')
    const tests = page.getByRole('region', { name: 'Tests of the tool, which create no alert' })
    await tests.getByText('Without clauses, no payload is a test.').waitFor()
    await tests.getByRole('button', { name: 'Add a clause' }).click()
    await tests.getByText('is required').waitFor()
    await tests.getByLabel('Field', { exact: true }).fill('kind')
    await tests.getByLabel('Value', { exact: true }).fill('ping')
    await expectAccessible(page)
    const payload = page.getByLabel('Payload', { exact: true })
    const form = new URLSearchParams({ checks: JSON.stringify(PAYLOAD.checks) }).toString()
    await payload.fill(form)
    await page.getByText('2 alerts').waitFor()
    await payload.fill(`${form}&kind=ping`)
    await page.getByText('this payload matches testPayloads').waitFor()
    await page.getByLabel('Path of event', { exact: true }).fill('name')
    await page.getByLabel('Read event as', { exact: true }).selectOption('keys')
    await page.getByLabel('Read event as', { exact: true }).selectOption('path')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The changes are in effect').waitFor()
    await expect
      .poll(() => stored('forms'))
      .toMatchObject({
        payloadFormat: 'form',
        jsonFields: ['checks'],
        timezone: 'Europe/Berlin',
        testPayloads: { operator: 'AND', clauses: [{ key: 'kind', op: '=', value: 'ping' }] },
      })
    await page.getByRole('tab', { name: 'Send a test' }).click()
    await page.getByText('Save the payload as payload.txt').waitFor()
  })

  it('should show a refusal at the field that it names', async () => {
    const page = await web.open('/webhooks/checks?tab=configuration')
    await page.getByLabel('Path of event', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    const failure = page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.textContent()).toMatch(/Missing required alert columns: event.*Request [0-9a-f-]{36}/)
    const event = page.getByLabel('Path of event', { exact: true })
    expect(await event.getAttribute('aria-invalid')).toBe('true')
    const json = await openJson(page)
    await json.fill(JSON.stringify({ ...CHECKS, fieldMappings: { ...CHECKS.fieldMappings, text: { path: '' } } }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('fieldMappings.text needs a path').first().waitFor()
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    expect(await page.getByLabel('Path of text', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  })

  it('should list webhooks with their state and the result of the last delivery', async () => {
    expect(await sendPayload(web.server, 'checks', PAYLOAD)).toBe(200)
    expect(await sendPayload(web.server, 'github', {})).toBe(401)
    const page = await web.open('/webhooks')
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
    await row('Checks').getByText('accepted').waitFor()
    await row('GitHub Dependabot').getByText('error just now').waitFor()
    await row('GitHub Dependabot').getByText('signed (hub)').waitFor()
    await row('Checks').getByText('anyone with the URL').waitFor()
    await expectAccessible(page)
  })

  it('should disable and enable a webhook, and say why one cannot be enabled', async () => {
    await web.server.ask('/api/webhook_config', { json: { id: 'empty' } })
    const page = await web.open('/webhooks')
    const on = page.getByRole('switch', { name: 'Checks enabled' })
    await on.click()
    await page.getByRole('row').filter({ hasText: 'Checks' }).getByText('disabled').waitFor()
    await expect.poll(async () => (await stored('checks')).enabled).toBe(false)
    await on.click()
    await expect.poll(async () => (await stored('checks')).enabled).toBe(true)
    await page.getByRole('switch', { name: 'empty enabled' }).click()
    await page.getByRole('dialog').getByText('Missing required alert columns').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('switch', { name: 'empty enabled' }).isChecked()).toBe(false)
  })

  it('should say that another user has changed the webhook', async () => {
    const page = await web.open('/webhooks/checks?tab=configuration', { clock: true })
    await page.getByLabel('Description', { exact: true }).fill('mine')
    await web.server.ask('/api/webhook_config/checks', { method: 'PUT', json: { description: 'theirs' } })
    await rereadData(page)
    await page.getByText('was changed since you opened it').waitFor()
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('mine')
    await page.getByRole('button', { name: 'Show the stored version' }).click()
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('theirs')
  })

  it('should keep what another user has changed in other fields', async () => {
    const page = await web.open('/webhooks/checks?tab=configuration')
    await page.getByLabel('Description', { exact: true }).fill('mine')
    const theirs = { sourceId: 'theirs' }
    await web.server.ask('/api/webhook_config/checks', { method: 'PUT', json: theirs })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The changes are in effect').waitFor()
    await expect.poll(() => stored('checks')).toMatchObject({ description: 'mine', sourceId: 'theirs' })
  })

  it('should keep what is typed while a save is running', async () => {
    const page = await web.open('/webhooks/checks?tab=configuration')
    const held: Route[] = []
    await page.route('**/api/webhook_config/checks', (route) =>
      route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
    )
    const description = page.getByLabel('Description', { exact: true })
    const save = page.getByRole('button', { name: 'Save' })
    await description.fill('sent')
    await save.click()
    await expect.poll(() => held.length).toBe(1)
    await description.fill('typed meanwhile')
    await held[0]?.continue()
    await page.unroute('**/api/webhook_config/checks')
    await expect.poll(() => save.isEnabled()).toBe(true)
    expect(await stored('checks')).toMatchObject({ description: 'sent' })
    expect(await description.inputValue()).toBe('typed meanwhile')
    await save.click()
    await page.getByText('Saved. The changes are in effect').waitFor()
    expect(await stored('checks')).toMatchObject({ description: 'typed meanwhile' })
  })

  it('should delete a webhook after a confirmation', async () => {
    await web.server.ask('/api/webhook_config', { json: { id: 'static', name: 'Static' } })
    const page = await web.open('/webhooks/static')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('the alert policies that apply only to its alerts are deleted').waitFor()
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Checks' }).waitFor()
    expect(await page.getByRole('link', { name: 'Static' }).count()).toBe(0)
  })

  it.each(['/webhooks', '/webhooks/checks', '/webhooks/checks?tab=configuration', '/webhooks/checks?tab=send'])(
    'should be readable on a narrow screen: %s',
    async (path) => {
      const page = await web.open(path, { viewport: { width: 360, height: 740 } })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('Checks').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page)
    },
  )

  it('should break the name of an attribute that is wider than its field', async () => {
    const attributes = { ['dashboard'.repeat(5)]: 'url' }
    const json = { ...CHECKS, id: 'wide', name: 'Wide', fieldMappings: { ...CHECKS.fieldMappings, attributes } }
    await web.server.ask('/api/webhook_config', { json })
    const page = await web.open('/webhooks/wide?tab=configuration', { viewport: { width: 320, height: 640 } })
    await page.getByLabel('Path of attributes.dashboard').waitFor()
    expect(await measureWidth(page)).toBeLessThanOrEqual(320)
  })

  it('should report that a webhook does not exist, with the id of the request', async () => {
    const page = await web.open('/webhooks/nowhere')
    expect(await page.getByRole('alert').textContent()).toMatch(/Request [0-9a-f-]{36}/)
  })
})

async function openJson(page: Page) {
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  return page.getByLabel('Webhook config', { exact: true })
}

/** Returns all text of the page, including the text in its fields. */
async function readTexts(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    return [document.body.innerHTML, ...Array.from(fields, ({ value }) => value)].join('\n')
  })
}
