import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

interface Stored {
  readonly id: string
  readonly name: string
}

describeInBrowser('policies', () => {
  const web = useConsole()
  const weights = async () =>
    (await web.server.ask<{ topologies: readonly Stored[] }>('/api/service_topology_policy')).topologies
  const relations = async () =>
    (await web.server.ask<{ policies: readonly Stored[] }>('/api/resource_relation_policy')).policies

  it.each([
    ['/policies?kind=weight', 'No weight policies yet'],
    ['/policies?kind=relation', 'No relation policies yet'],
  ])('should say what to do first if there are none: %s', async (path, heading) => {
    const page = await web.open(path)
    await page.getByRole('heading', { name: heading }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create the first one' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
  })

  it('should count the current matching alerts while the filter is being written', async () => {
    await postAlert(web.server, { resource: 'db-1', event: 'Down', severity: 'critical' })
    await postAlert(web.server, { resource: 'db-2', event: 'Slow', severity: 'minor' })
    await postAlert(web.server, { resource: 'web-1', event: 'Slow', severity: 'critical' })
    await postAlert(web.server, { resource: 'db-3', event: 'Fine', severity: 'normal' })
    const page = await web.open('/policies/weight/new')
    const count = page.getByRole('region', { name: 'Current alerts' }).getByRole('status')
    await count.getByText('3 of 3 match').waitFor()
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByText('filters.clauses[0].key').or(page.getByText('is required')).first().waitFor()
    await page.getByLabel('Field', { exact: true }).fill('resource')
    await page.getByLabel('Operator', { exact: true }).selectOption('LIKE')
    await page.getByLabel('Value', { exact: true }).fill('db-%')
    await count.getByText('2 of 3 match').waitFor()
    await page.getByText('Down on db-1').waitFor()
    await page.getByRole('button', { name: 'Add a group' }).click()
    const group = page.getByRole('group', { name: 'group 2' })
    await group.getByLabel('Field', { exact: true }).fill('severity')
    await group.getByLabel('Operator', { exact: true }).selectOption('IN')
    await group.getByLabel('Values').fill('critical\nmajor')
    await count.getByText('1 of 3 match').waitFor()
    await page.getByRole('button', { name: 'any of these' }).first().click()
    await count.getByText('3 of 3 match').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove group 2' }).press('Enter')
    await count.getByText('2 of 3 match').waitFor()
    await page.keyboard.press('Enter')
    await count.getByText('3 of 3 match').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add a clause')
  })

  it('should show a fault of the filter at its field', async () => {
    const page = await web.open('/policies/weight/new')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('text')
    await page.getByLabel('Operator', { exact: true }).selectOption('~')
    const value = page.getByLabel('Value', { exact: true })
    await value.fill('(')
    await expect.poll(() => value.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Not counted: the filter has a fault').waitFor()
    expect(await page.getByLabel('Field', { exact: true }).getAttribute('aria-invalid')).toBe('false')
    await expectAccessible(page)
    await value.fill('(a|b)')
    await expect.poll(() => value.getAttribute('aria-invalid')).toBe('false')
  })

  it('should warn below a clause of a field that no alert has, when the user has left the field', async () => {
    const page = await web.open('/policies/weight/new')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    const field = page.getByLabel('Field', { exact: true })
    const warning = page.getByText('alerts have no field resorce; do you mean resource?')
    await field.fill('resorce')
    expect(await warning.count()).toBe(0)
    await field.blur()
    await warning.waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('false')
    await field.fill('resource')
    await expect.poll(() => warning.count()).toBe(0)
  })

  it('should change the values of a list only if the user edits them', async () => {
    const clauses = [{ key: 'group', op: 'IN', value: ['', 'Misc'] }]
    const json = { name: 'No group', description: '', filters: { clauses } }
    await web.server.ask('/api/service_topology_policy', { json })
    const id = (await weights())[0]?.id
    const page = await web.open(`/policies/weight/${id}`)
    const values = page.getByLabel('Values, one per line')
    await values.focus()
    await page.getByLabel('Field', { exact: true }).focus()
    expect(await values.inputValue()).toBe('\nMisc')
    await values.fill('Misc\n\nOther\n')
    expect(await values.inputValue()).toBe('Misc\n\nOther\n')
    await page.getByLabel('Operator', { exact: true }).selectOption('=')
    expect(await page.getByLabel('Value', { exact: true }).inputValue()).toBe('Misc, , Other, ')
    await page.getByLabel('Operator', { exact: true }).selectOption('IN')
    expect(await values.inputValue()).toBe('Misc\nOther')
    await web.server.ask(`/api/service_topology_policy/${id}`, { method: 'DELETE' })
  })

  it('should create and change a weight policy, and show a refusal at its field', async () => {
    const page = await web.open('/policies/weight/new')
    await page.getByLabel('Description', { exact: true }).fill('What is down with a database')
    await page.getByLabel('Weight', { exact: true }).fill('10')
    await page.getByRole('button', { name: 'Create' }).click()
    const failure = page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.textContent()).toMatch(/name is required.*Request [0-9a-f-]{36}/i)
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Name', { exact: true }).fill('Databases first')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('resource')
    await page.getByLabel('Value', { exact: true }).fill('db-1')
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Databases first' })
    await row.getByText('resource = db-1').waitFor()
    await row.getByRole('link').click()
    await page.getByLabel('Weight', { exact: true }).fill('12.5')
    const [policy] = await weights()
    await web.server.ask(`/api/service_topology_policy/${policy?.id}`, { method: 'PUT', json: { status: 'inactive' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('12.5').waitFor()
    expect(await weights()).toMatchObject([
      { name: 'Databases first', weight: 12.5, filters: { clauses: [{ key: 'resource', op: '=', value: 'db-1' }] } },
    ])
    // Somebody else switched the policy off while the form was open.
    expect(await weights()).toMatchObject([{ status: 'inactive' }])
    await expectAccessible(page)
  })

  it('should show every fault of a refusal at its field, and none of them twice', async () => {
    const page = await web.open('/policies/weight/new')
    await page.getByLabel('Weight', { exact: true }).fill('heavy')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').waitFor()
    for (const label of ['Name', 'Weight']) {
      await expect.poll(() => page.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true')
    }
    expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(0)
    expect(await page.getByText('must be a number').count()).toBe(1)
    await expectAccessible(page)
  })

  it('should create a relation policy, and disable and enable it', async () => {
    const page = await web.open('/policies/relation/new')
    await page.getByLabel('Name', { exact: true }).fill('Pods')
    await page.getByLabel('Parent', { exact: true }).fill('node-pool-1')
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Pods' })
    await row.getByText('every alert').waitFor()
    await row.getByRole('switch').click()
    await row.getByText('inactive').waitFor()
    await expect.poll(relations).toMatchObject([{ parent: 'node-pool-1', status: 'inactive' }])
    await expect.poll(() => row.getByRole('switch').isEnabled()).toBe(true)
    await row.getByRole('switch').click()
    await expect.poll(relations).toMatchObject([{ status: 'active' }])
  })

  it('should delete several policies of each kind after a confirmation', async () => {
    await web.server.ask('/api/service_topology_policy', { json: { name: 'Second', description: '' } })
    await web.server.ask('/api/service_topology_policy', { json: { name: 'Third', description: '' } })
    await web.server.ask('/api/resource_relation_policy', { json: { name: 'Others', description: '', parent: 'rack' } })
    const page = await web.open('/policies?kind=weight')
    await page.getByLabel('Choose Databases first', { exact: true }).check()
    await page.getByLabel('Choose Third', { exact: true }).check()
    await page.getByRole('button', { name: 'Delete 2 policies' }).click()
    await page.getByText('Alerts keep the weights').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete them' }).click()
    await page.locator('tr', { hasText: 'Third' }).waitFor({ state: 'detached' })
    expect((await weights()).map(({ name }) => name)).toEqual(['Second'])
    await page.getByRole('tab', { name: 'Relation policies' }).click()
    await page.getByLabel('Choose Pods', { exact: true }).check()
    await page.getByLabel('Choose Others', { exact: true }).check()
    await page.getByRole('button', { name: 'Delete 2 policies' }).click()
    await page.getByRole('button', { name: 'Delete them' }).click()
    await page.getByRole('heading', { name: 'No relation policies yet' }).waitFor()
    expect(await relations()).toEqual([])
  })

  it.each(['/policies?kind=weight', '/policies/weight/new'])(
    'should be readable on a narrow screen: %s',
    async (path) => {
      const page = await web.open(path, { viewport: { width: 360, height: 740 } })
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path.endsWith('new')) await page.getByRole('button', { name: 'Add a clause' }).click()
      expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page)
    },
  )

  it('should report that a policy does not exist, with the id of the request', async () => {
    const page = await web.open('/policies/weight/nowhere')
    expect(await page.getByRole('alert').textContent()).toMatch(/Request [0-9a-f-]{36}/)
  })
})
