import { LIMITS } from '@opsgraph/core/pure'
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { CHECKS, PAYLOAD, sendPayload } from './harness/checks.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

interface Stored {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly actions: readonly unknown[]
}

const NEW = '/policies/alert/new'

describeInBrowser('alert policies', () => {
  const web = useConsole()
  const stored = async () => (await web.server.ask<{ policies: readonly Stored[] }>('/api/alert_policy')).policies
  const create = async (policy: object) =>
    await web.server.ask('/api/alert_policy', { json: { description: '', actions: [{ drop: true }], ...policy } })

  it('should say what to do first if there are none', async () => {
    const page = await web.open('/policies')
    await page.getByRole('heading', { name: 'No alert policies yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create the first one' }).click()
    await page.getByText('No actions yet').waitFor()
    await expectAccessible(page)
  })

  it('should create a policy, show a refusal at its field, and show the policy in the list', async () => {
    const page = await web.open(NEW)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('name is required').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Name', { exact: true }).fill('Words of the probe')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('region', { name: 'Actions' }).getByText('actions must be 1 to 50 actions').waitFor()
    await page.getByLabel('Order', { exact: true }).fill('ten')
    await page.getByText('must be a number').first().waitFor()
    expect(await page.getByLabel('Order', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Order', { exact: true }).fill('10')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('origin')
    await page.getByLabel('Value', { exact: true }).fill('probe')
    await page.getByRole('button', { name: 'Add an action' }).click()
    const action = page.getByRole('group', { name: 'Action 1' })
    await action.getByText('needs values, ranges or otherwise').waitFor()
    await action.getByLabel('Value', { exact: true }).fill('High')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('actions[0].values[0].to is required').waitFor()
    expect(await action.getByLabel('becomes').getAttribute('aria-invalid')).toBe('true')
    await action.getByLabel('becomes').fill('major')
    await action.getByLabel('All other values become').fill('warning')
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Words of the probe' })
    await row.getByText('origin = probe').waitFor()
    await row.getByRole('cell', { name: '10', exact: true }).waitFor()
    await row.getByRole('cell', { name: 'all', exact: true }).waitFor()
    await expectAccessible(page)
    expect(await stored()).toMatchObject([
      {
        ...{ name: 'Words of the probe', order: 10, webhookId: null, status: 'active' },
        filters: { clauses: [{ key: 'origin', op: '=', value: 'probe' }] },
        actions: [{ translate: 'severity', values: { High: 'major' }, otherwise: 'warning' }],
      },
    ])
  })

  it('should write every kind of action, and move and remove actions', async () => {
    const page = await web.open(NEW)
    await page.getByLabel('Name', { exact: true }).fill('Everything')
    const first = await addAction(page, 1, 'translate')
    await first.getByRole('button', { name: 'Remove value 1' }).press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add a value')
    await first.getByRole('button', { name: 'Add a range' }).click()
    await first.getByRole('group', { name: 'Range 1' }).waitFor()
    await first.getByLabel('From', { exact: true }).fill('95')
    await first.getByLabel('to below').fill('9')
    await first.getByText('must be greater than from').waitFor()
    await first.getByLabel('to below').fill('')
    await first.getByLabel('becomes').fill('critical')
    const second = await addAction(page, 2, 'copy')
    await second.getByLabel('Field to fill', { exact: true }).selectOption('resource')
    await second.getByLabel('Copy from these fields').fill('attributes.host\nattributes.instance')
    await second.getByRole('button', { name: 'always' }).click()
    const third = await addAction(page, 3, 'extract')
    await third.getByLabel('Field to set', { exact: true }).selectOption('attributes.')
    await third.getByLabel('name of the attribute').fill('app.stage')
    await third.getByLabel('Part of', { exact: true }).selectOption('resource')
    await third.getByLabel('Pattern').fill('(prod')
    await expect.poll(() => third.getByLabel('Pattern').getAttribute('aria-invalid')).toBe('true')
    await third.getByLabel('Pattern').fill('(prod|test)')
    await expect.poll(() => third.getByLabel('Pattern').getAttribute('aria-invalid')).toBe('false')
    const fourth = await addAction(page, 4, 'set')
    await fourth.getByLabel('Field', { exact: true }).selectOption('timeout')
    await fourth.getByText('is required').waitFor()
    await fourth.getByLabel('Value', { exact: true }).fill('900')
    const fifth = await addAction(page, 5, 'add')
    await fifth.getByLabel('Texts to add').fill('shop\nweb')
    await (await addAction(page, 6, 'lowercase')).getByLabel('Field', { exact: true }).selectOption('environment')
    await addAction(page, 7, 'drop')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove action 7' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('Remove action 6')
    await page.getByRole('button', { name: 'Move action 6 up' }).click()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Move action 5 down' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('Move action 6 up')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Everything' }).waitFor()
    const [policy] = (await stored()).filter(({ name }) => name === 'Everything')
    expect(policy?.actions).toEqual([
      { translate: 'severity', ranges: [{ from: 95, to: 'critical' }] },
      { copy: 'resource', from: ['attributes.host', 'attributes.instance'], when: 'always' },
      { extract: 'attributes.app.stage', from: 'resource', pattern: '(prod|test)' },
      { lowercase: 'environment' },
      { add: 'tags', value: ['shop', 'web'] },
      { set: 'timeout', value: 900 },
    ])
  })

  it('should preview what an unsaved policy would do, and why it does not match', async () => {
    await web.server.ask('/api/webhook_config', { json: CHECKS })
    expect(await sendPayload(web.server, 'checks', PAYLOAD)).toBe(200)
    await postAlert(web.server, { resource: 'cache-1', event: 'Slow', severity: 'minor' })
    const page = await web.open(NEW)
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('As soon as the policy has an action').waitFor()
    await page.getByLabel('Alerts of', { exact: true }).selectOption('checks')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('resource')
    await page.getByLabel('Value', { exact: true }).fill('web-1')
    const action = await addAction(page, 1, 'set')
    await preview.getByText('No preview: the policy has a fault').waitFor()
    await action.getByLabel('Value', { exact: true }).fill('critical')
    await preview.getByText(/2 of \d+ match: 2 would be changed, 0 dropped/).waitFor()
    await preview.getByText('delivery to checks').first().waitFor()
    await preview.getByText('major → critical').first().waitFor()
    await preview.getByText(/alerts? do(es)? not match/).click()
    await preview
      .getByText(/resource is db-1/)
      .first()
      .waitFor()
    await expectAccessible(page)
    const pending: Route[] = []
    await page.route('**/api/alert_policy/preview', (route) => void pending.push(route))
    await action.getByLabel('1. Action').selectOption('drop')
    await preview.getByText('Outdated').waitFor()
    await expect.poll(() => pending.length).toBe(1)
    await preview.getByText('Outdated').waitFor()
    await pending[0]?.continue()
    await preview.getByText('0 would be changed, 2 dropped').waitFor()
    expect((await stored()).filter(({ name }) => name === 'this policy')).toEqual([])
  })

  it('should preview a stored policy in its own place, and a new policy as an additional one', async () => {
    await create({ name: 'Previewed', actions: [{ set: 'text', value: 'before' }] })
    const id = (await stored()).find(({ name }) => name === 'Previewed')?.id
    const page = await web.open(`/policies/alert/${id}`)
    const sent = page.waitForRequest(
      (request) => isPreview(request.url()) && request.postData()?.includes('after') === true,
    )
    await page.getByRole('group', { name: 'Action 1' }).getByLabel('Value', { exact: true }).fill('after')
    expect((await sent).postDataJSON()).toMatchObject({
      policyId: id,
      policy: { name: 'Previewed', actions: [{ set: 'text', value: 'after' }] },
    })
    const another = await web.open(NEW)
    const first = another.waitForRequest((request) => isPreview(request.url()))
    await addAction(another, 1, 'drop')
    expect((await first).postDataJSON()).toMatchObject({ policyId: null, policy: { actions: [{ drop: true }] } })
  })

  it('should change a policy, ask before changes are lost, and switch the policy off and on', async () => {
    await create({ name: 'Tests', actions: [{ translate: 'severity', values: { High: 'major', Low: 'minor' } }] })
    const page = await web.open('/policies?kind=alert')
    const row = page.getByRole('row').filter({ hasText: 'Tests' })
    await row.getByRole('link', { name: 'Tests' }).click()
    const action = page.getByRole('group', { name: 'Action 1' })
    await action.getByLabel('becomes').first().waitFor()
    expect(await action.getByLabel('becomes').first().inputValue()).toBe('major')
    await action.getByRole('button', { name: 'Remove value 2' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('switch').click()
    await row.getByText('inactive').waitFor()
    const now = async () => (await stored()).find(({ name }) => name === 'Tests')
    await expect.poll(now).toMatchObject({ status: 'inactive' })
    expect(await now()).toMatchObject({ actions: [{ translate: 'severity', values: { High: 'major' } }] })
  })

  it('should keep what somebody else changes while the form is open', async () => {
    await create({ name: 'Shared', order: 1 })
    const id = (await stored()).find(({ name }) => name === 'Shared')?.id
    const page = await web.open(`/policies/alert/${id}`)
    await page.getByLabel('Order', { exact: true }).fill('7')
    await web.server.ask(`/api/alert_policy/${id}`, { method: 'PUT', json: { status: 'inactive' } })
    await page.getByRole('checkbox', { name: 'Drop every alert of this installation' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Shared' }).waitFor()
    expect((await stored()).find((policy) => policy.id === id)).toMatchObject({ status: 'inactive', order: 7 })
  })

  it('should show a fault of a range, and of actions that are too long, before the policy is saved', async () => {
    const page = await web.open(NEW)
    const action = await addAction(page, 1, 'translate')
    await action.getByRole('button', { name: 'Remove value 1' }).click()
    await action.getByRole('button', { name: 'Add a range' }).click()
    await action.getByLabel('From', { exact: true }).fill('1')
    const to = action.getByLabel('becomes')
    await to.fill('"\\ud800"')
    await expect.poll(() => to.getAttribute('aria-invalid')).toBe('true')
    await to.fill('x'.repeat(LIMITS.alertPolicyText))
    await page.getByRole('region', { name: 'Actions' }).getByText('actions are longer than').waitFor()
  })

  it('should delete policies after a confirmation', async () => {
    await create({ name: 'Old' })
    const page = await web.open('/policies?kind=alert')
    await page.getByLabel('Choose Old', { exact: true }).check()
    await page.getByRole('button', { name: 'Delete 1 policy' }).click()
    await page.getByText('Alerts that these policies changed stay').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete them' }).click()
    await expect.poll(async () => (await stored()).map(({ name }) => name)).not.toContain('Old')
    await page.getByText('Old', { exact: true }).waitFor({ state: 'detached' })
  })

  it('should delete the chosen policies that are still there', async () => {
    for (const name of ['First', 'Second', 'Third']) await create({ name, order: -5 })
    const page = await web.open('/policies?kind=alert')
    for (const name of ['First', 'Second', 'Third']) await page.getByLabel(`Choose ${name}`, { exact: true }).check()
    const id = (await stored()).find(({ name }) => name === 'First')?.id
    await web.server.ask(`/api/alert_policy/${id}`, { method: 'DELETE' })
    await page.getByRole('button', { name: 'Delete 3 policies' }).click()
    await page.getByRole('button', { name: 'Delete them' }).click()
    const left = async () => (await stored()).filter(({ name }) => ['First', 'Second', 'Third'].includes(name))
    // Wait until the dialog is closed: while it is open, the links behind it have no role, so a missing link would
    // prove nothing.
    await expect.poll(left).toEqual([])
    await page.getByText('Third', { exact: true }).waitFor({ state: 'detached' })
  })

  it('should not choose a policy that the page does not show any more', async () => {
    for (const name of ['Stays', 'Goes']) await create({ name, order: -5 })
    const page = await web.open('/policies?kind=alert')
    for (const name of ['Stays', 'Goes']) await page.getByLabel(`Choose ${name}`, { exact: true }).check()
    await page.getByRole('button', { name: 'Delete 2 policies' }).waitFor()
    const id = (await stored()).find(({ name }) => name === 'Goes')?.id
    await web.server.ask(`/api/alert_policy/${id}`, { method: 'DELETE' })
    // The table is read again after a change.
    await page.getByRole('switch', { name: 'Stays active' }).click()
    await page.getByRole('link', { name: 'Goes' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete 1 policy' }).waitFor()
  })

  it('should ask for a tick before a policy drops every alert, and for no other policy', async () => {
    const page = await web.open(NEW)
    await page.getByLabel('Name', { exact: true }).fill('Nothing arrives')
    const tick = page.getByRole('checkbox', { name: /^Drop every alert of this installation [(]\d+ active now[)]/ })
    await addAction(page, 1, 'lowercase')
    expect(await tick.count()).toBe(0)
    await page.getByRole('listitem').getByLabel('1. Action').selectOption('drop')
    await tick.waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    expect(await tick.evaluate((box) => box.matches(':invalid'))).toBe(true)
    expect((await stored()).map(({ name }) => name)).not.toContain('Nothing arrives')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await tick.waitFor({ state: 'detached' })
  })

  it('should refuse a key that may only read, and keep what was written', async () => {
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { text: 'reader', scopes: ['read'] } })
    const page = await web.open(NEW, { key })
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await addAction(page, 1, 'drop')
    await page.getByRole('checkbox', { name: 'Drop every alert of this installation' }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('write:service_topologies').waitFor()
    await page.getByRole('button', { name: 'Use another key' }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine')
  })

  it('should be readable on a narrow screen', async () => {
    await create({ name: 'Wide', order: 1, webhookId: 'checks' })
    const page = await web.open('/policies?kind=alert', { viewport: { width: 390, height: 740 } })
    await page.getByRole('link', { name: 'Wide' }).waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(390)
    await page.getByRole('link', { name: 'Wide' }).click()
    const action = page.getByRole('group', { name: 'Action 1' })
    await action.getByLabel('1. Action').selectOption('translate')
    await action.getByRole('button', { name: 'Add a value' }).click()
    await action.getByRole('button', { name: 'Add a range' }).click()
    expect(await widthOf(page)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})

// Helpers

function isPreview(url: string): boolean {
  return new URL(url).pathname === '/api/alert_policy/preview'
}

async function addAction(page: Page, place: number, kind: string) {
  await page.getByRole('button', { name: 'Add an action' }).click()
  const action = page.getByRole('group', { name: `Action ${place}`, exact: true })
  await action.getByLabel(`${place}. Action`).selectOption(kind)
  return action
}

async function focused(page: Page): Promise<string | null | undefined> {
  return await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}

async function widthOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.getElementById('content')?.scrollWidth ?? 0)
}
