import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeShop, readStored } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { startTwoServers } from './harness/two-servers.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

describeInBrowser('two users who edit one topology', () => {
  const web = useConsole()

  it('should not let the later save overwrite the earlier one, show who changed what, and take their version on demand', async () => {
    const { id, mine } = await bothChanged()
    await mine.getByRole('button', { name: 'Save' }).click()
    const dialog = mine.getByRole('dialog', { name: 'There is a newer version' })
    await dialog.getByRole('region', { name: 'Their changes' }).getByText('environment Staging: now “Theirs”').waitFor()
    await dialog.getByRole('region', { name: 'Your changes' }).getByText('name: “Shop” became “Mine”').waitFor()
    await dialog.locator('strong').waitFor()
    await expectAccessible(mine)
    expect((await readStored(web.server, id)).name).toBe('Shop')
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await mine.getByText('All saved').waitFor()
    await mine.getByRole('heading', { name: 'Edit Shop' }).waitFor()
    await mine.getByRole('button', { name: 'Undo' }).click()
    await mine.getByRole('heading', { name: 'Edit Mine' }).waitFor()
    await mine.getByText('Unsaved changes').waitFor()
  })

  it('should apply my changes to their version on "Keep mine", and revert nothing that I did not change', async () => {
    const { id, mine } = await bothChanged()
    await mine.getByRole('button', { name: 'Save' }).click()
    await mine.getByRole('button', { name: 'Keep mine' }).click()
    await mine.getByText('All saved').waitFor()
    const stored = await readStored(web.server, id)
    expect(stored.name).toBe('Mine')
    expect(stored.nodes.map(({ label }) => label)).toContain('Theirs')
    expect(stored.nodes.map(({ label }) => label)).not.toContain('Staging')
    await mine.getByRole('tab', { name: /^Nodes/ }).click()
    await mine.getByRole('button', { name: /^Theirs/ }).waitFor()
  })

  it('should show faults of the merged version, and save nothing before they are fixed', async () => {
    const { id } = await makeShop(web.server)
    const mine = await web.open(`/topologies/${id}/edit`)
    await mine.getByRole('button', { name: /^database, / }).click()
    await mine.getByRole('button', { name: 'Remove', exact: true }).click()
    const { nodes, edges } = await readStored(web.server, id)
    const disk = { id: `disk-${id}`, kind: 'resource', label: 'disk', position: { x: 0, y: 900 } }
    const below = { source: nodes.find(({ label }) => label === 'database')?.id, target: disk.id }
    const json = { nodes: [...nodes, disk], edges: [...edges, below] }
    await web.server.ask(`/api/service_topology/${id}`, { method: 'PUT', json })
    await mine.getByRole('button', { name: 'Save' }).click()
    await mine.getByRole('button', { name: 'Keep mine' }).click()
    await mine.getByRole('tab', { name: 'Faults 1', selected: true }).waitFor()
    await mine.getByText('Unsaved changes').waitFor()
    expect((await readStored(web.server, id)).nodes).toHaveLength(nodes.length + 1)
    await expectAccessible(mine)
  })

  it('should not overwrite a version that is still newer than the one shown', async () => {
    const { id, mine } = await bothChanged()
    await mine.getByRole('button', { name: 'Save' }).click()
    const dialog = mine.getByRole('dialog', { name: 'There is a newer version' })
    await dialog.waitFor()
    await web.server.ask(`/api/service_topology/${id}`, { method: 'PUT', json: { name: 'Third' } })
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByText('name: “Shop” became “Third”').waitFor()
    expect((await readStored(web.server, id)).name).toBe('Third')
  })

  it('should continue editing, and ask again at the next save', async () => {
    const { mine } = await bothChanged()
    await mine.getByRole('button', { name: 'Save' }).click()
    const dialog = mine.getByRole('dialog', { name: 'There is a newer version' })
    await dialog.getByRole('button', { name: 'Continue editing' }).click()
    await mine.getByRole('heading', { name: 'Edit Mine' }).waitFor()
    await mine.getByText('Another user saved a newer version').waitFor()
    await expectAccessible(mine)
    await mine.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor()
  })

  it('should show the versions that others save while nothing is edited here', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`, { clock: true })
    await page.getByRole('heading', { name: 'Edit Shop' }).waitFor()
    await web.server.ask(`/api/service_topology/${id}`, { method: 'PUT', json: { name: 'Other' } })
    await rereadData(page)
    await page.getByRole('heading', { name: 'Edit Other' }).waitFor()
    await page.getByText('All saved').waitFor()
  })

  it('should not let two servers on one PostgreSQL overwrite each other', async () => {
    const two = await startTwoServers()
    try {
      const { id } = await makeShop(two)
      const mine = await web.open(`/topologies/${id}/edit`, { at: two.urls[0] })
      await rename(mine, 'Mine')
      const theirs = await web.open(`/topologies/${id}/edit`, { at: two.urls[1], clock: true })
      await rename(theirs, 'Theirs')
      await theirs.getByLabel('Topology description', { exact: true }).fill('Theirs too')
      await theirs.getByRole('button', { name: 'Save' }).click()
      await theirs.getByText('All saved').waitFor()
      await mine.getByRole('button', { name: 'Save' }).click()
      const dialog = mine.getByRole('dialog', { name: 'There is a newer version' })
      await dialog.getByText('name: “Shop” became “Theirs”').waitFor()
      expect((await readStored(two, id)).name).toBe('Theirs')
      await dialog.getByRole('button', { name: 'Keep mine' }).click()
      await mine.getByText('All saved').waitFor()
      expect(await readStored(two, id)).toMatchObject({ name: 'Mine', description: 'Theirs too' })
      await rereadData(theirs)
      await theirs.getByText('Another user saved a newer version').waitFor()
      await web.closePages()
    } finally {
      await two.stop()
    }
  })

  it('should keep edits while the server is down, and save them once it is up again', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await rename(page, 'Mine')
    const resume = await web.server.pause()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('the server does not answer').first().waitFor()
    expect(await page.getByLabel('Topology name', { exact: true }).inputValue()).toBe('Mine')
    await resume()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    expect((await readStored(web.server, id)).name).toBe('Mine')
  })

  /** Opens the editor of a topology in which the name has an unsaved change, while another user has renamed a node. */
  async function bothChanged(): Promise<{ id: string; mine: Page }> {
    const { id } = await makeShop(web.server)
    const mine = await web.open(`/topologies/${id}/edit`)
    await rename(mine, 'Mine')
    const { nodes, edges } = await readStored(web.server, id)
    const renamed = nodes.map((node) => (node.label === 'Staging' ? { ...node, label: 'Theirs' } : node))
    await web.server.ask(`/api/service_topology/${id}`, { method: 'PUT', json: { nodes: renamed, edges } })
    return { id, mine }
  }
})

// Helpers

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'About' }).click()
  await page.getByLabel('Topology name', { exact: true }).fill(name)
  await page.getByText('Unsaved changes').waitFor()
}
