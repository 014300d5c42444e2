import { expect, it } from 'vitest'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the pages of two objects of a kind', () => {
  const web = useConsole()

  it('should not carry what the user chose on one page to the other', async () => {
    const [first = '', second = ''] = await Promise.all(['first', 'second'].map(createTopology))
    const page = await web.open(`/topologies/${first}`)
    await page.getByRole('heading', { name: 'first' }).waitFor()
    const chosen = page.getByRole('group', { name: 'Orientation' }).locator('[aria-pressed=true]')
    await page.evaluate((id) => window.location.assign(`#/topologies/${id}`), second)
    await page.getByRole('heading', { name: 'second' }).waitFor()
    await page.getByRole('button', { name: 'LR' }).click()
    expect(await chosen.textContent()).toBe('LR')
    // The first topology is in the cache, so its page appears at once.
    await page.goBack()
    await page.getByRole('heading', { name: 'first' }).waitFor()
    expect(await chosen.textContent()).toBe('TB')
  })

  async function createTopology(service: string): Promise<string> {
    const topology = { name: service, description: '', service }
    return (await web.server.ask<{ id: string }>('/api/service_topology', { json: topology })).id
  }
})
