import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { applyPlan, choose, openMoreOptions, payload, showPlan } from './harness/import-files.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const EXPORT = 'Host;Used by;Resource group;type;Site\ndb-1;shop;a;vm;hall\ndb-2;shop;b;vm;\n'

describeInBrowser('the columns of a CMDB file', () => {
  const web = useConsole()

  it('should be chosen with their first values, by keyboard too, and written as map', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'export.csv', text: EXPORT })
    await page.getByText('Choose the column that names the resource of a record.').waitFor()
    expect(await page.getByRole('row', { name: /^Host/ }).getByRole('cell').nth(1).textContent()).toBe('db-1, db-2')
    await expectAccessible(page)
    await stands(page, 'Host').focus()
    await page.keyboard.type('Res')
    expect(await stands(page, 'Host').inputValue()).toBe('resource')
    await page.getByText('Host stands for it.').waitFor()
    expect(await page.getByText('check them').count()).toBe(0)
    await stands(page, 'Used by').selectOption('parent')
    await stands(page, 'Site').selectOption({ label: 'Attribute' })
    await stands(page, 'type').selectOption({ label: 'Ignore' })
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().includes('/api/resources/import?')),
      showPlan(page),
    ])
    expect(new URL(request.url()).searchParams.get('map')).toBe('Host:resource,Used by:parent,type:,Site:attr.Site')
    await applyPlan(page)
    const { relations } = await web.server.ask<{ relations: { resource: string; parent: string }[] }>(
      '/api/resources/relations?sort-by=resource',
    )
    expect(relations.map(({ resource, parent }) => `${resource} ${parent}`)).toEqual(['db-1 shop', 'db-2 shop'])
  })

  it('should be proposed by similar names if the resource is missing, and stand for one field each', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'near.csv', text: 'Resource,PARENT,Owner\na,b,c\n' })
    await page.getByText('Resource stands for it. Columns with similar names are chosen: check them.').waitFor()
    expect([await stands(page, 'Resource').inputValue(), await stands(page, 'PARENT').inputValue()]).toEqual([
      ...['resource', 'parent'],
    ])
    await stands(page, 'Owner').selectOption('parent')
    expect(await stands(page, 'PARENT').inputValue()).toBe('')
    await showPlan(page)
    await page.getByText('a has parent c').first().waitFor()
  })

  it('should be closed if the file has what is needed, and be forgotten with the file', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'fine.json', text: JSON.stringify([{ resource: 'a', Upstream: 'b' }]) })
    const summary = page.getByText('What the columns of the file stand for')
    await summary.click()
    await stands(page, 'Upstream').selectOption('parent')
    await showPlan(page)
    await page.getByText('a has parent b').first().waitFor()
    await choose(page, { name: 'other.json', text: JSON.stringify([{ resource: 'a', Upstream: 'c' }]) })
    await expect.poll(() => stands(page, 'Upstream').inputValue()).toBe('')
    await showPlan(page)
    expect(await page.getByText('a has parent c').count()).toBe(0)
  })

  it('should be read in the encoding and format that are chosen', async () => {
    const page = await web.open('/import')
    const buffer = Buffer.from('Ger\xe4t;Teil von\nx;y\n', 'latin1')
    await page.locator('input[type=file]').setInputFiles({ ...payload({ name: 'latin.csv', text: '' }), buffer })
    await showPlan(page)
    await page
      .getByText(/not valid UTF-8/)
      .first()
      .waitFor()
    expect(await page.getByRole('region', { name: 'Columns', exact: true }).count()).toBe(0)
    await openMoreOptions(page)
    await page.getByLabel('Encoding').selectOption('windows-1252')
    await stands(page, 'Gerät').waitFor()
    await page.getByLabel('Format').selectOption('json')
    await stands(page, 'Gerät').waitFor({ state: 'detached' })
  })
})

function stands(page: Page, column: string) {
  return page.getByLabel(`Column ${column} stands for`)
}
