import { beforeAll, expect, it } from 'vitest'
import { waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { ORDERS, putRelations, storeRelations } from './harness/relations.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the resource graph', () => {
  const web = useConsole()
  beforeAll(() => storeRelations(web.server))

  it('should show ancestors and descendants as a picture and as a list, including cycles', async () => {
    const page = await web.open(ORDERS)
    await waitForDrawing(page)
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Parents 2' }).waitFor()
    expect(await panel.getByRole('listitem').filter({ hasText: 'billing' }).textContent()).toMatch(
      /cmdb.*itop.*just now/,
    )
    await expectAccessible(page)
    await panel.getByRole('tab', { name: 'Walk 6' }).click()
    await panel.getByRole('heading', { name: 'Ancestors 3' }).waitFor()
    await panel.getByRole('heading', { name: 'Descendants 3' }).waitFor()
    expect(await panel.getByRole('listitem').filter({ hasText: 'webshop' }).textContent()).toMatch(
      /manual.*OPS-12.*confirmed just now.*via web-01.*2/,
    )
    expect(await panel.getByRole('listitem').filter({ hasText: 'switch-3' }).textContent()).toMatch(/event.*via host-7/)
    await expectAccessible(page)
  })

  it('should show who states a relation, the strongest first', async () => {
    for (const source of ['cmdb', 'topology']) await putRelations(web.server, [['billing', 'db-orders']], { source })
    const page = await web.open(ORDERS)
    const billing = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'billing' }).first()
    await billing.getByText('Stated by').click()
    const claims = billing.getByRole('listitem')
    await claims.nth(1).waitFor()
    expect(await claims.allTextContents()).toEqual([
      expect.stringMatching(/^cmdb.*itop.*first .*, last just now$/),
      expect.stringMatching(/^topology.*first just now, last just now$/),
    ])
    await expectAccessible(page)
  })

  it('should walk in the chosen direction and depth, and keep both in the address', async () => {
    const page = await web.open(ORDERS)
    await page.getByLabel('Depth').selectOption('1')
    await page.getByRole('tab', { name: 'Walk 3' }).waitFor()
    await page.getByRole('button', { name: 'Descendants' }).click()
    await page.getByRole('tab', { name: 'Walk 1' }).waitFor()
    expect(page.url()).toMatch(/depth=1&direction=descendants/)
    await page.reload()
    await page.getByRole('tab', { name: 'Walk 1' }).waitFor()
    expect(await page.getByLabel('Depth').inputValue()).toBe('1')
  })

  it('should say that a walk ends although more lies beyond, and walk on from there', async () => {
    const page = await web.open(`${ORDERS}&depth=1&direction=descendants`)
    const notice = page.getByRole('status').filter({ hasText: 'the walk ends after 1 level.' })
    await notice.waitFor()
    await expectAccessible(page)
    await notice.getByRole('link', { name: 'host-7' }).click()
    await page.getByRole('heading', { name: 'host-7', level: 1 }).waitFor()
    await page.goto(`${web.server.url}/#${ORDERS}&depth=20`)
    await page.getByRole('tab', { name: 'Walk 6' }).waitFor()
    expect(await notice.count()).toBe(0)
  })

  it('should select in the picture by keyboard and in the list, and walk from there', async () => {
    const page = await web.open(ORDERS)
    await waitForDrawing(page)
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowDown')
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'host-7' }).waitFor()
    expect(page.url()).toContain('node=host-7')
    await panel.getByRole('heading', { name: 'Children 2' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.getByRole('heading', { name: 'db-orders' }).waitFor()
    await panel.getByRole('button', { name: 'billing', exact: true }).click()
    await panel.getByRole('heading', { name: 'billing' }).waitFor()
    await panel.getByRole('link', { name: 'Walk from here' }).click()
    await page.getByRole('heading', { name: 'billing', level: 1 }).waitFor()
  })

  it('should open the walk and the node of a link', async () => {
    const page = await web.open(`${ORDERS}&depth=2&direction=descendants&node=host-7`)
    await waitForDrawing(page)
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'host-7' }).waitFor()
    await panel.getByRole('tab', { name: 'Walk 3' }).waitFor()
  })

  it('should list resources that are too many for a picture', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ['rack', `server-${index}`])
    await putRelations(web.server, many, { environment: 'Cellar' })
    const page = await web.open('/resources?environment=Cellar&resource=rack')
    await page.getByRole('heading', { name: '451 resources' }).waitFor()
    await page.getByRole('tab', { name: 'Walk 450' }).click()
    await expect.poll(() => page.getByRole('listitem').count()).toBe(100)
    await page.getByRole('button', { name: /Show 100 more/ }).click()
    await expect.poll(() => page.getByRole('listitem').count()).toBe(200)
    await expectAccessible(page)
  })

  it('should draw a few hundred resources with all their relations', async () => {
    const pairs = Array.from({ length: 300 }, (_, index) => [
      index === 0 ? 'hub' : `n-${(index - 1) % 20}`,
      `n-${index}`,
    ])
    await putRelations(web.server, pairs, { environment: 'Attic' })
    const page = await web.open('/resources?environment=Attic&resource=hub')
    await waitForDrawing(page)
    await page.getByRole('tab', { name: /Walk \d{2,3}/ }).click()
    await expect.poll(() => page.getByRole('complementary').getByText('itop').count()).toBeGreaterThan(20)
  })

  it('should be readable on a narrow screen', async () => {
    for (const path of ['/resources', ORDERS]) {
      const page = await web.open(path, { viewport: { width: 360, height: 740 } })
      await page.getByText('itop').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page)
    }
  })
})
