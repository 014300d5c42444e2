import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

/** One more than the maximum number of alerts that the console counts. */
const ALERTS = 5_001
const AT_ONCE = 2_000

describeInBrowser('more alerts than are counted', () => {
  const web = useConsole()

  it('should say that only the last received alerts are counted', async () => {
    const fieldMappings = { resource: 'resource', event: 'event', severity: 'severity' }
    const defaultValues = { environment: 'Production', type: 'probe', text: 'none' }
    const json = { id: 'many', enabled: true, arrayPath: 'alerts', fieldMappings, defaultValues, authMode: 'none' }
    await web.server.ask('/api/webhook_config', { json })
    for (let from = 0; from < ALERTS; from += AT_ONCE) {
      const alerts = Array.from({ length: Math.min(AT_ONCE, ALERTS - from) }, (_, index) => ({
        resource: `host-${from + index}`,
        event: 'Down',
        severity: 'minor',
      }))
      await web.server.ask('/api/webhooks/custom/many', { json: { alerts } })
    }
    const page = await web.open('/policies/weight/new')
    const matches = page.getByRole('region', { name: 'Current alerts' })
    await matches.getByText('5,000 of 5,000 match').waitFor()
    await matches.getByText('5,001 alerts are active: only the 5,000 that were received last are counted.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('resource')
    await page.getByLabel('Operator', { exact: true }).selectOption('~')
    await page.getByLabel('Value', { exact: true }).fill('^host-49[0-9]{2}$')
    await matches.getByText('100 of 5,000 match').waitFor()
    expect(await matches.getByRole('listitem').count()).toBe(9)
  })
})
