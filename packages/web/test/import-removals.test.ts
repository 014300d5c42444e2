import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { applyPlan, choose, openMoreOptions, planReplace, showPlan } from './harness/import-files.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const HEADER = 'resource,parent,services,environment\n'

describeInBrowser('what an import removes', () => {
  const web = useConsole()

  it('should be shown first, with large numbers and by name, and on the button', async () => {
    const page = await web.open('/import')
    await planReplace(page, 'few', file(buildHosts(3, ',shop,Production')))
    await page.getByText('Nothing is removed.').waitFor()
    await applyPlan(page)
    await choose(page, file(buildHosts(2, ',shop,Production')))
    await showPlan(page)
    const plan = page.getByRole('region', { name: 'less.csv' })
    const sections = await plan.locator('section').evaluateAll((all) => all.map((each) => each.ariaLabel))
    expect(sections).toEqual(['Removals', 'What changes'])
    const removals = page.getByRole('region', { name: 'Removals' })
    expect(await removals.getByRole('listitem').allTextContents()).toEqual([
      ...['1 relation', '1 node', '1 edge'],
      'relation host-2 has parent cluster, in environment Production',
      'node host-2 in environment Production',
      expect.stringMatching(/^edge .*host-2/),
    ])
    const sizes = await removals
      .locator('strong')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize))
    expect(new Set(sizes)).toEqual(new Set(['28px']))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply the plan and remove 1 relation and 1 node', exact: true }).click()
    await page.getByText('Applied.').waitFor()
    await removals.getByRole('heading', { name: 'Removals' }).waitFor()
    expect(await relationsOf('few')).toBe(2)
  })

  it('should be asked for if it is more than usual, and only then be sent without a limit', async () => {
    const page = await web.open('/import')
    const sent = recordImports(page)
    await planReplace(page, 'vcenter', file(buildHosts(60)))
    await applyPlan(page)
    await choose(page, file(buildHosts(40)))
    await showPlan(page)
    await page.getByText(/would take away 20 relations and 0 nodes of the 60 that vcenter has/).waitFor()
    await page.getByRole('button', { name: 'Apply the plan and remove 20 relations…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove 20 relations of vcenter?' })
    await dialog.getByText('host-40 has parent cluster').first().waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(5)
    await dialog.getByText('The plan lists the others.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await relationsOf('vcenter')).toBe(60)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Apply the plan/)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove 20 relations' }).click()
    await page.getByText('Applied.').waitFor()
    expect(await relationsOf('vcenter')).toBe(40)
    expect(sent.map((url) => [url.get('dryRun'), url.get('maxRemovals')])).toEqual([
      ['1', '20%,10'],
      ['0', '20%,10'],
      ['1', '20%,10'],
      ['0', null],
    ])
  })

  it('should be asked for if the source is left with nothing, whatever the limit', async () => {
    const page = await web.open('/import')
    await planReplace(page, 'single', file('one,cluster,,Lab\n'))
    await applyPlan(page)
    await openMoreOptions(page)
    await page.getByLabel('Ask if it removes more than').fill('100%')
    await choose(page, file(''))
    await showPlan(page)
    await page.getByText(/would leave single with nothing/).waitFor()
    await page.getByRole('button', { name: 'Apply the plan and remove 1 relation…' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await relationsOf('single')).toBe(1)
  })

  it('should be asked for if the user has chosen a lower limit', async () => {
    const page = await web.open('/import')
    await openMoreOptions(page)
    await page.getByLabel('Ask if it removes more than').fill('0')
    await planReplace(page, 'careful', file('two,cluster,,Lab\nthree,cluster,,Lab\n'))
    await applyPlan(page)
    await choose(page, file('two,cluster,,Lab\n'))
    await showPlan(page)
    await page.getByText(/At most 0 may go/).waitFor()
    await page.getByRole('button', { name: 'Apply the plan and remove 1 relation…' }).waitFor()
  })

  it('should be asked for if another source states the same, so that nothing disappears', async () => {
    const page = await web.open('/import')
    await planReplace(page, 'one-of-two', file('four,cluster,,Lab\n'))
    await applyPlan(page)
    await web.server.ask('/api/resources/relations', {
      json: { resource: 'four', parent: 'cluster', environment: 'Lab' },
    })
    await choose(page, file(''))
    await showPlan(page)
    await page.getByText(/would leave one-of-two with nothing/).waitFor()
    await page.getByText('Nothing disappears').waitFor()
    await page.getByRole('button', { name: 'Apply the plan…', exact: true }).click()
    await page.getByRole('dialog', { name: 'Withdraw the claims of one-of-two?' }).waitFor()
    await page.getByRole('button', { name: 'Withdraw the claims' }).click()
    await page.getByText('Applied.').waitFor()
  })

  it('should be readable on a narrow screen and in dark colors', async () => {
    const page = await web.open('/import', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await planReplace(page, 'narrow', file(buildHosts(60)))
    await applyPlan(page)
    await choose(page, file(buildHosts(1)))
    await showPlan(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })

  async function relationsOf(source: string): Promise<number> {
    return (await web.server.ask<{ total: number }>(`/api/resources/relations?sourceRef=${source}`)).total
  }
})

// Helpers

function buildHosts(count: number, rest = ',,Lab'): string {
  return Array.from({ length: count }, (_, index) => `host-${index},cluster${rest}\n`).join('')
}

function file(rows: string) {
  return { name: 'less.csv', text: HEADER + rows }
}

/** Collects the queries of the imports that a page sends. */
function recordImports(page: Page): URLSearchParams[] {
  const sent: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/resources/import') sent.push(searchParams)
  })
  return sent
}
