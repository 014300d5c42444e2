import { json } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { applyPlan, choose, planReplace, SHOP_CSV, showPlan } from './harness/import-files.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const LESS_CSV = 'resource,parent,services,environment\nweb,basket,shop,Production\n'

interface Graph {
  readonly relations: readonly { readonly resource: string; readonly parent: string; readonly id: string }[]
  readonly nodes: readonly object[]
}

describeInBrowser('undoing an import', () => {
  const web = useConsole()

  it('should show what comes back first, and bring back ids and positions', async () => {
    const page = await web.open('/import')
    await planReplace(page, 'itop', { name: 'shop.csv', text: SHOP_CSV })
    expect(await page.getByRole('button', { name: /Undo/ }).count()).toBe(0)
    await applyPlan(page)
    const before = await graph()
    await choose(page, { name: 'less.csv', text: LESS_CSV })
    await showPlan(page)
    await applyPlan(page)
    expect(await graph()).not.toEqual(before)
    await page.getByRole('button', { name: 'Undo this import…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo the import of less.csv?' })
    await dialog.getByText('1 topology as before the import').waitFor()
    expect(await dialog.getByRole('listitem').first().textContent()).toContain('relation')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo this import…')
    expect(await graph()).not.toEqual(before)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('The import is undone.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^The import is undone/)
    expect(await page.getByRole('button', { name: /Undo/ }).count()).toBe(0)
    expect(await graph()).toEqual(before)
    await expectAccessible(page)
  })

  it('should be refused if somebody has written since, with the reason', async () => {
    const page = await web.open('/import')
    const [relation] = [{ resource: 'late', parent: 'later', environment: 'Lab' }]
    await choose(page, { name: 'late.json', text: JSON.stringify([relation]) })
    await showPlan(page)
    await applyPlan(page)
    await page.getByRole('button', { name: 'Undo this import…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 relation that the import has created').waitFor()
    await web.server.ask('/api/resources/relations', { json: relation })
    await dialog.getByRole('button', { name: 'Undo the import' }).click()
    await dialog.getByText('Nothing was undone').waitFor()
    await dialog.getByText(/is not as the plan has left it/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Undo this import…' }).click()
    await page.getByText('This import cannot be undone').waitFor()
    await expectAccessible(page)
  })

  it('should be possible later with the saved plan', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'kept.csv', text: 'resource,parent\nkept-a,kept-b\n' })
    await showPlan(page)
    const planned = await savePlan(page)
    expect([planned.name, planned.document]).toMatchObject([
      'kept.plan.json',
      { format: 'opsgraph-plan', kind: 'cmdb' },
    ])
    expect(planned.document).not.toHaveProperty('applied')
    await web.server.ask('/api/resources/plans/apply?dryRun=1', { json: planned.document })
    await applyPlan(page)
    const { document } = await savePlan(page)
    const undone = await web.server.ask<{ relations: object }>('/api/resources/plans/undo', { json: document })
    expect(undone.relations).toMatchObject({ remove: 1 })
  })

  it('should not be offered if the plan is too large to be kept, but the import should', async () => {
    const page = await web.open('/import')
    await page.route(/import\?.*plan=1/, (route) =>
      route.fulfill({
        status: 400,
        json: { status: 'error', message: 'too large', errors: [{ code: 'planTooLarge', path: 'body', message: 'x' }] },
      }),
    )
    await choose(page, { name: 'huge.csv', text: 'resource,parent\nhuge-a,huge-b\n' })
    await showPlan(page)
    await page.getByText('This plan is too large to be saved as a file').waitFor()
    await applyPlan(page)
    await page.getByText('the import cannot be undone here').waitFor()
    expect(await page.getByRole('button', { name: /Undo|Save/ }).count()).toBe(0)
  })

  async function graph(): Promise<Graph> {
    const { relations } = await web.server.ask<Graph>(
      '/api/resources/relations?environment=Production&sort-by=resource',
    )
    const { topologies } = await web.server.ask<{ topologies: { id: string }[] }>('/api/service_topology')
    const { nodes } = await web.server.ask<Graph>(`/api/service_topology/${topologies[0]?.id}`)
    return { relations: relations.map(({ resource, parent, id }) => ({ resource, parent, id })), nodes }
  }
})

// Helpers

async function savePlan(page: Page): Promise<{ readonly name: string; readonly document: unknown }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the plan' }).click(),
  ])
  return { name: download.suggestedFilename(), document: await json(await download.createReadStream()) }
}
