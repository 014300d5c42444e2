import { expect, it } from 'vitest'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the search for services', () => {
  const web = useConsole()

  it('should end with the link to all services', async () => {
    for (const name of ['mail', 'shop'])
      await web.server.ask(`/api/service_catalog/${name}`, { method: 'PUT', json: { name } })
    const page = await web.open('/services')
    const field = page.getByLabel('Name of a service')
    await field.fill('sho')
    await page.getByText('Nothing hurts 1 service').waitFor()
    await page.getByRole('link', { name: 'Services' }).click()
    await page.getByText('Nothing hurts 2 services').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(page.url()).toMatch(/\/services$/)
    await page.goBack()
    await page.getByText('Nothing hurts 1 service').waitFor()
    await expect.poll(() => field.inputValue()).toBe('sho')
  })
})
