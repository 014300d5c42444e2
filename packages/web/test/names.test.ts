import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { putRelations } from './harness/relations.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the names of a resource', () => {
  const web = useConsole()

  it('should rename a resource after its plan, and open it under its old name too', async () => {
    await putRelations(web.server, [
      ['app', 'srv-old'],
      ['app', 'SRV-NEW'],
      ['app', 'taken'],
    ])
    const page = await web.open('/resources?environment=Production&resource=srv-old')
    await page.getByRole('tab', { name: 'Names' }).click()
    const names = page.getByRole('region', { name: 'Names' })
    await names.getByText('None.').waitFor()
    await names.getByRole('button', { name: 'Rename the resource' }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Rename' })
    expect(await send.isDisabled()).toBe(true)
    await dialog.getByLabel('New name').fill('taken')
    await dialog.getByText('taken exists already (relations)').waitFor()
    await dialog.getByLabel('Join with the resource').check()
    await dialog.getByText('srv-old has parent app').waitFor()
    await dialog.getByText('joined').waitFor()
    await dialog.getByLabel('Join with the resource').uncheck()
    await dialog.getByLabel('New name').fill('srv-new')
    await dialog.getByText('2 changes').waitFor()
    await dialog.getByText('Near the new name, and perhaps the same resource: SRV-NEW').waitFor()
    await expectAccessible(page)
    await send.click()
    await page.getByRole('heading', { name: 'srv-new', level: 1 }).waitFor()
    await page.getByRole('tab', { name: 'Names' }).click()
    await names.getByText('srv-old').waitFor()
    await expectAccessible(page)
    const other = await web.open('/resources?environment=Production&resource=srv-old')
    await other.getByRole('heading', { name: 'srv-new', level: 1 }).waitFor()
    await other.getByRole('tab', { name: 'Names' }).click()
    await other.getByRole('button', { name: 'Delete the alias srv-old' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await other.getByRole('region', { name: 'Names' }).getByText('None.').waitFor()
  })
})
