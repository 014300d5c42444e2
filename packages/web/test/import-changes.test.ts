import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { choose, payload, SHOP_CSV, showPlan } from './harness/import-files.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

/** A variant of `SHOP_CSV`, in which one parent and one type have changed and one resource is missing. */
const CHANGED_CSV = `resource,parent,services,environment,type
web,basket,shop,Production,vm
cache,web,shop,Production,
`

describeInBrowser('the changes of an import', () => {
  const web = useConsole()

  it('should be listed in the plan and in the result, the resource graph first, then by topology', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'shop.csv', text: SHOP_CSV })
    await showPlan(page)
    await page.getByRole('heading', { name: '11 changes' }).waitFor()
    expect(await page.getByRole('group', { name: 'Changes to show' }).count()).toBe(0)
    expect(await readChanges(page)).toEqual([
      ['Resource graph', 'create relation web has parent checkout, in environment Production'],
      ['Resource graph', 'create relation db has parent web, in environment Production'],
      ['Topology shop', 'create topology'],
      ['Topology shop', 'create node service shop'],
      ['Topology shop', 'create node environment Production'],
      ['Topology shop', 'create node web in environment Production'],
      ['Topology shop', 'create node db in environment Production'],
      ['Topology shop', 'create edge service shop -> environment Production'],
      ['Topology shop', 'create edge environment Production -> web in environment Production'],
      ['Topology shop', 'create edge web -> db in environment Production'],
      ['Topology shop', 'create catalog service'],
    ])
    const planned = await readChanges(page)
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Applied.').waitFor()
    expect(await readChanges(page)).toEqual(planned)
    expect(await page.getByText('differs from the plan').count()).toBe(0)
  })

  it('should be filtered by action, by keyboard too', async () => {
    const page = await web.open('/import')
    await planChanged(page)
    expect(await readChanges(page)).toEqual(
      expect.arrayContaining([
        ['Resource graph', 'update relation web has parent basket, in environment Production instead of checkout'],
        ['Topology shop', 'update node web in environment Production params.type'],
      ]),
    )
    const update = page.getByRole('button', { name: /^Update \d+$/ })
    await update.focus()
    await page.keyboard.press('Space')
    expect(await update.getAttribute('aria-pressed')).toBe('true')
    const updates = await readChanges(page)
    expect(updates.every(([, text]) => text?.startsWith('update '))).toBe(true)
    await section(page)
      .getByText(new RegExp(`^${updates.length} of them are shown\\.$`))
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'All' }).click()
    expect((await readChanges(page)).length).toBeGreaterThan(updates.length)
    expect(await section(page).getByText('of them are shown').count()).toBe(0)
  })

  it('should say how many are not listed, and show long lists in parts', async () => {
    const page = await web.open('/import')
    const records = Array.from({ length: 1_203 }, (_, index) => `r${index},top,Production`)
    await choose(page, { name: 'many.csv', text: `resource,parent,environment\n${records.join('\n')}\n` })
    await showPlan(page)
    await page.getByRole('heading', { name: '1,203 changes' }).waitFor()
    await section(page).getByText('Only 1000 are listed').waitFor()
    expect(await section(page).getByRole('listitem').count()).toBe(100)
    await page.getByRole('button', { name: 'Show 100 more of 1000 changes' }).click()
    await expect.poll(() => section(page).getByRole('listitem').count()).toBe(200)
  })

  it('should be shown for topology files too, with changes of the topology itself', async () => {
    const page = await web.open('/import?kind=topologies')
    const { nodes, edges } = SHOP
    const file = (description: string, some: typeof nodes) => {
      const ids = new Set(some.map(({ id }) => id))
      const inside = edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
      const text = JSON.stringify({ topology: { ...SHOP, service: 'files', description }, nodes: some, edges: inside })
      return payload({ name: 'files.json', text })
    }
    await page.getByLabel('Mode', { exact: true }).selectOption('replace')
    await page.locator('input[type=file]').setInputFiles(file('one', nodes))
    await showPlan(page)
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Applied.').waitFor()
    await page.locator('input[type=file]').setInputFiles(file('two', nodes.slice(0, -1)))
    await showPlan(page)
    expect(await readChanges(page)).toEqual([['Topology files', 'update topology description']])
    const removals = page.getByRole('region', { name: 'Removals' })
    expect(await removals.getByRole('listitem').first().textContent()).toBe('1 node')
    await removals.getByText('Topology files').waitFor()
  })

  it('should be readable on a narrow screen and in dark colors', async () => {
    const page = await web.open('/import', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await planChanged(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })
})

// Helpers

async function planChanged(page: Page): Promise<void> {
  await choose(page, { name: 'changed.csv', text: CHANGED_CSV })
  await page.getByLabel('Mode', { exact: true }).selectOption('replace')
  await showPlan(page)
}

function section(page: Page): Locator {
  return page.getByRole('region', { name: 'List of changes' })
}

/** Returns, for each listed change, the title of its group and its text. */
async function readChanges(page: Page): Promise<string[][]> {
  return await section(page).evaluate((changes) =>
    Array.from(changes.querySelectorAll('details'), (group) =>
      Array.from(group.querySelectorAll('li'), (item) => [
        group.querySelector('summary')?.firstChild?.textContent?.trim() ?? '',
        Array.from(item.children, (part) => part.textContent).join(' '),
      ]),
    ).flat(),
  )
}
