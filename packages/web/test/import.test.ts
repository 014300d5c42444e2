import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import {
  applyPlan,
  choose,
  drop,
  openMoreOptions,
  payload,
  readCounters,
  SHOP_CSV,
  showPlan,
} from './harness/import-files.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const CMDB_IMPORT = /\/api\/resources\/import\?/

describeInBrowser('importing a CMDB file', () => {
  const web = useConsole()
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'opsgraph-import-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('should say what to do first, and offer an example that can be imported', async () => {
    const page = await web.open('/import')
    await page.getByText('Drop a CMDB file here').waitFor()
    expect(await page.getByRole('button', { name: 'Show the plan' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV example' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('cmdb-import-template.csv')
    await choose(page, { name: 'example.csv', text: String(await buffer(await download.createReadStream())) })
    await showPlan(page)
    await page.getByText('6 records, 5 of services, 1 only for the resource graph').waitFor()
  })

  it('should show the plan with counters and warnings by record, and write nothing', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'shop.csv', text: SHOP_CSV })
    await showPlan(page)
    expect(await readCounters(page, 'Relations')).toEqual(['2', '0', '0', '0'])
    expect(await readCounters(page, 'Catalog services')).toEqual(['1', '–', '–', '0'])
    expect(await readCounters(page, 'Topology shop create nodes')).toEqual(['4', '0', '0', '0'])
    await page.getByRole('heading', { name: '5 warnings' }).waitFor()
    const group = page.locator('details').filter({ hasText: 'unknownParent' })
    expect(await group.getByRole('listitem').textContent()).toMatch(/^records\[0\].*checkout/)
    expect(
      await page.locator('details').filter({ hasText: 'unknownColumn' }).getByRole('listitem').textContent(),
    ).toMatch(/^header/)
    await expectAccessible(page)
    expect(await relationCount()).toBe(0)
  })

  it('should leave out records with errors if asked to, and read encodings', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'part.csv', text: 'resource;parent\nlb-1;site\nlb-2;lb-2\n' })
    await showPlan(page)
    await page.getByRole('heading', { name: '1 error' }).waitFor()
    await openMoreOptions(page)
    await page.getByLabel('Records with errors').selectOption('skip')
    await page.getByLabel('Encoding').selectOption('windows-1252')
    await page.getByText('2 changed').waitFor()
    expect(await page.getByLabel('Removes in').count()).toBe(0)
    await page.getByLabel('Mode').selectOption('replace')
    await page.getByLabel('Removes in').selectOption('environments')
    await showPlan(page)
    await page
      .getByText('1 record, 0 of services, 1 only for the resource graph, 1 left out because of errors')
      .waitFor()
    await page.getByText('Nothing is removed.').waitFor()
    await applyPlan(page)
    expect(await relationCount()).toBe(1)
    await expectAccessible(page)
  })

  it('should apply exactly what was planned, even if the file has changed since', async () => {
    const file = join(folder, 'changing.csv')
    await writeFile(file, SHOP_CSV)
    const page = await web.open('/import')
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByLabel('Source', { exact: true }).fill('itop')
    await showPlan(page)
    await writeFile(file, 'resource,parent\nsomething,else\n')
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Applied.').waitFor()
    expect(await page.getByText('differs from the plan').count()).toBe(0)
    const { relations } = await web.server.ask<{ relations: { resource: string; sourceRef: string }[] }>(
      '/api/resources/relations?sort-by=resource&sourceRef=itop',
    )
    expect(relations.map(({ resource, sourceRef }) => `${resource} ${sourceRef}`)).toEqual(['db itop', 'web itop'])
    await page.getByRole('row', { name: /nodes/ }).getByRole('link', { name: 'shop' }).click()
    await page.getByRole('heading', { name: 'shop', exact: true }).first().waitFor()
  })

  it('should show what an import in replace mode removes', async () => {
    const page = await web.open('/import')
    await choose(page, {
      name: 'less.csv',
      text: 'resource,parent,services,environment\nweb,checkout,shop,Production\n',
    })
    await page.getByLabel('Source', { exact: true }).fill('itop')
    await page.getByLabel('Mode', { exact: true }).selectOption('replace')
    await page.getByText('Also removes the relations and nodes of this source').waitFor()
    await showPlan(page)
    expect(await readCounters(page, 'Relations')).toEqual(['0', '0', '1', '1'])
    expect(await readCounters(page, 'Topology shop update nodes')).toEqual(['0', '0', '1', '3'])
  })

  it('should discard the plan if the options change, and plan again', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'shop.csv', text: SHOP_CSV })
    await showPlan(page)
    await page.getByLabel('Mode', { exact: true }).selectOption('replace')
    await page.getByText('The options have changed').waitFor()
    expect(await page.getByRole('button', { name: 'Apply the plan' }).count()).toBe(0)
    await showPlan(page)
  })

  it('should write nothing if the data changed since the plan, say so, and show the new plan', async () => {
    const page = await web.open('/import')
    await choose(page, {
      name: 'late.json',
      text: JSON.stringify([{ resource: 'late', parent: 'web', environment: 'E' }]),
    })
    await showPlan(page)
    expect(await readCounters(page, 'Relations')).toEqual(['1', '0', '0', '0'])
    await web.server.ask('/api/resources/relations', { json: { resource: 'late', parent: 'web', environment: 'E' } })
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('The data has changed since you saw the plan, so nothing was written').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Plan')
    expect(await readCounters(page, 'Relations')).toEqual(['0', '0', '0', '1'])
    await expectAccessible(page)
    await applyPlan(page)
    expect(await page.getByText('The data has changed').count()).toBe(0)
  })

  it('should show every error of a wrong file, with its line and path', async () => {
    const page = await web.open('/import')
    const text = 'resource,parent\nweb,web\n,db\nweb,\n'
    await choose(page, { name: 'wrong.csv', text })
    await showPlan(page)
    await page.getByRole('heading', { name: '3 errors' }).waitFor()
    const errors = await page.locator('details').getByRole('listitem').allTextContents()
    expect(errors.sort()).toEqual([
      expect.stringMatching(/^records\[0\]\.parent.*line 2/),
      expect.stringMatching(/^records\[1\].*line 3/),
      expect.stringMatching(/^records\[2\].*line 4/),
    ])
    expect(await page.getByRole('alert').textContent()).toMatch(/invalid CMDB import.*Request [0-9a-f-]{36}/i)
    expect(await page.getByRole('button', { name: 'Apply the plan' }).isDisabled()).toBe(true)
    await expectAccessible(page)
  })

  it('should refuse a file over the limit before it is sent', async () => {
    const sent: string[] = []
    const page = await web.open('/import')
    page.on('request', (request) => CMDB_IMPORT.test(request.url()) && sent.push(request.url()))
    await drop(page, [{ name: 'big.csv', text: 'resource,parent\n', size: 20 * 1024 * 1024 + 1 }])
    await page.getByText('Larger than 20 MiB').waitFor()
    expect(await page.getByRole('button', { name: 'Show the plan' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove big.csv' }).click()
    await page.getByText('Larger than 20 MiB').waitFor({ state: 'detached' })
    expect(sent).toEqual([])
  })

  it('should accept a dropped file', async () => {
    const page = await web.open('/import')
    await drop(page, [{ name: 'shop.csv', text: SHOP_CSV }])
    await page.getByText('shop.csv').waitFor()
    await drop(page, [
      { name: 'one.csv', text: SHOP_CSV },
      { name: 'two.csv', text: SHOP_CSV },
    ])
    await page.getByText('Choose one file at a time').waitFor()
    await showPlan(page)
  })

  it('should be usable by keyboard only', async () => {
    const page = await web.open('/import')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a CMDB file' }).focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(payload({ name: 'keys.csv', text: 'resource,parent\nkey-a,key-b\n' }))
    await page.getByText('keys.csv').waitFor()
    await pressOn(page, 'Show the plan')
    await page.getByText('Nothing is written yet').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Plan')
    await pressOn(page, 'Apply the plan')
    await page.getByText('Applied.').waitFor()
  })

  it('should be readable on a narrow screen', async () => {
    const page = await web.open('/import', { viewport: { width: 360, height: 740 } })
    await choose(page, { name: 'shop.csv', text: SHOP_CSV })
    await showPlan(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })

  async function relationCount(): Promise<number> {
    return (await web.server.ask<{ total: number }>('/api/resources/relations')).total
  }
})

async function pressOn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}
