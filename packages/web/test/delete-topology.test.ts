import { expect, it } from 'vitest'
import { makeShop, pressOn, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('deleting a topology', () => {
  const web = useConsole()

  it('should say what is deleted, work by keyboard only, and delete nothing before the confirmation', async () => {
    const { id, service } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}`)
    await waitForDrawing(page)
    const button = page.getByRole('button', { name: 'Delete the topology' })
    await pressOn(button)
    const dialog = page.getByRole('dialog', { name: 'Delete Shop?' })
    await dialog.getByText(`This deletes the topology of the service ${service} with its 6 nodes and 5 edges`).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await web.server.ask(`/api/service_topology/${id}`)
    await pressOn(button)
    await pressOn(dialog.getByRole('button', { name: 'Delete the topology' }))
    await page.getByRole('heading', { name: 'No topologies yet' }).waitFor()
    await expect(web.server.ask(`/api/service_topology/${id}`)).rejects.toThrow('404')
    await page.goBack()
    expect(await page.getByRole('alert').textContent()).toMatch(/cannot be shown.*Request [0-9a-f-]{36}/)
  })
})
