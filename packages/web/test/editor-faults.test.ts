import { expect, it } from 'vitest'
import { makeShop, readStored, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('faults and suggestions in the editor', () => {
  const web = useConsole()

  it('should change the params of a node, and not apply text that is not JSON', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('button', { name: /^database, / }).click()
    await page.getByLabel('Description', { exact: true }).fill('The one that hurts')
    const params = page.getByLabel('Params (JSON)', { exact: true })
    await params.fill('{"description": "The one that hurts", "owner": ')
    await page.getByText(/Line 1, column/).waitFor()
    await params.fill('{"description": "The one that hurts", "owner": "data"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    const database = (await readStored(web.server, id)).nodes.find(({ label }) => label === 'database')
    expect(database?.params).toEqual({ description: 'The one that hurts', owner: 'data' })
  })

  it('should keep params text that is not JSON yet while another node is open, and not save without it', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: /^database, / }).click()
    await panel.getByLabel('Params (JSON)', { exact: true }).fill('{"owner": ')
    await panel.getByLabel('Description', { exact: true }).fill('The one that hurts')
    expect(await panel.getByLabel('Params (JSON)', { exact: true }).inputValue()).toBe('{"owner": ')
    await panel.getByRole('button', { name: 'Close the node' }).click()
    await panel.getByRole('button', { name: /^shop, / }).click()
    expect(await panel.getByLabel('Params (JSON)', { exact: true }).inputValue()).toBe('')
    await page.keyboard.press('Control+s')
    await panel.getByRole('tab', { name: 'Faults 1' }).waitFor()
    await panel.getByText('the params of “database” are not a JSON object yet').waitFor()
    await panel.getByRole('button', { name: 'Show database' }).click()
    const params = panel.getByLabel('Params (JSON)', { exact: true })
    await expect.poll(() => params.inputValue()).toBe('{"owner": ')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => params.inputValue()).toBe('{"owner": ')
    await params.fill('{"owner": "data"}')
    await page.keyboard.press('Control+s')
    await page.getByText('All saved').waitFor()
    const stored = await readStored(web.server, id)
    expect(stored.nodes.find(({ label }) => label === 'database')?.params).toEqual({ owner: 'data' })
  })

  it('should show faults at their places at once, and not send them', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: /^database, / }).click()
    await panel.getByLabel('Name', { exact: true }).fill('web')
    await panel.getByText('duplicateResource').waitFor()
    await panel.getByLabel('Name', { exact: true }).fill('')
    await panel.getByText('missingLabel').waitFor()
    await panel.getByLabel('Name', { exact: true }).fill('database')
    await panel.getByRole('button', { name: 'Connect a child' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /web Production/ })
      .click()
    await panel.getByText('cycle').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await panel.getByRole('tab', { name: 'Faults 1' }).waitFor()
    await panel.getByText('edges form a loop').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await panel.getByText('No faults').waitFor()
  })

  it('should show a fault at its field', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: /^database, / }).click()
    const name = panel.getByLabel('Name', { exact: true })
    const params = panel.getByLabel('Params (JSON)', { exact: true })
    expect(await name.getAttribute('aria-invalid')).toBe('false')
    for (const [text, message] of [
      ['', /a node needs a label.*missingLabel/],
      ['x'.repeat(256), /longer than 255 characters.*valueTooLong/],
      ['web', /web.*duplicateResource/],
    ] as const) {
      await name.fill(text)
      await expect.poll(() => name.evaluate(readDescription)).toMatch(message)
      expect(await name.getAttribute('aria-invalid')).toBe('true')
      expect(await panel.getByRole('listitem').filter({ hasText: message }).count()).toBe(1)
    }
    await expectAccessible(page)
    expect(await params.getAttribute('aria-invalid')).toBe('false')
    await name.fill('database')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('false')
    expect(await name.evaluate(readDescription)).toBe('')
    await params.fill(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)
    await expect.poll(() => params.getAttribute('aria-invalid')).toBe('true')
    expect(await params.evaluate(readDescription)).toMatch(/nested at most 100 levels.*invalidParams/)
    expect(await name.getAttribute('aria-invalid')).toBe('false')
  })

  it('should show a fault that only the server can find at its node, with the id of the request', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await waitForDrawing(page)
    const taken = id.replaceAll('-', '')
    await page.evaluate((digits) => {
      crypto.getRandomValues = (array) => {
        const bytes = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
        if (array instanceof Uint8Array) array.set(bytes)
        return array
      }
    }, taken)
    await page.getByRole('button', { name: /^shop, / }).click()
    await page.getByRole('button', { name: 'Add an environment' }).click()
    await web.server.ask('/api/service_topology', {
      json: { name: 'T', description: '', service: taken, nodes: [{ id: taken, kind: 'service', label: 'T' }] },
    })
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/Not saved.*idCollision.*Request [0-9a-f-]{36}/)
    const panel = page.getByRole('complementary')
    await panel.getByText('idCollision').waitFor()
    await expectAccessible(page)
    const name = panel.getByLabel('Name', { exact: true })
    const added = await name.inputValue()
    await panel.getByRole('button', { name: 'Close the node' }).click()
    await panel.getByRole('tab', { name: 'Faults 1' }).click()
    await panel.getByRole('button', { name: `Show ${added}` }).click()
    await expect.poll(() => name.inputValue()).toBe(added)
    await panel.getByText('idCollision').waitFor()
  })

  it('should suggest nodes for alerts, to accept one by one or all', async () => {
    const { id, service } = await makeShop(web.server)
    for (const resource of ['disk-a', 'disk-b', 'disk-c']) {
      await web.server.ask('/api/alert', {
        json: { environment: 'Production', service: [service], resource, event: 'Full', severity: 'major' },
      })
    }
    const page = await web.open(`/topologies/${id}/edit`)
    const panel = page.getByRole('complementary')
    await panel.getByRole('tab', { name: 'Suggestions' }).click()
    await panel.getByRole('button', { name: 'Suggest nodes' }).click()
    await panel.getByRole('button', { name: 'Accept all 3' }).waitFor()
    await panel.getByRole('button', { name: 'Dismiss' }).click()
    await panel.getByRole('button', { name: 'Accept disk-b' }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Suggest nodes' }).click()
    await panel.getByRole('button', { name: 'Accept disk-b' }).click()
    await panel.getByRole('button', { name: 'Accept all 2' }).waitFor()
    await expectAccessible(page)
    expect((await readStored(web.server, id)).nodes).toHaveLength(SHOP.nodes.length)
    await panel.getByRole('button', { name: 'Accept all 2' }).click()
    await panel.getByText('No suggestions:').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    expect((await readStored(web.server, id)).nodes.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['disk-a', 'disk-b', 'disk-c']),
    )
  })

  it('should say how many alerts get no node in a truncated suggestion, even if it has no nodes', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await page.route('**/suggest', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), truncated: true, alertsLeftOut: 1_204 } })
    })
    const panel = page.getByRole('complementary')
    await panel.getByRole('tab', { name: 'Suggestions' }).click()
    await panel.getByRole('button', { name: 'Suggest nodes' }).click()
    await panel.getByText('at most 5,000 nodes: 1,204 alerts get no node').waitFor()
    expect(await panel.getByText('No suggestions:').count()).toBe(0)
    await expectAccessible(page)
  })
})

// Helpers

/** Returns the accessible description of a field. This function runs in the browser. */
function readDescription(field: Element): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
