import { expect, it } from 'vitest'
import { KEY } from './harness/console-server.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

describeInBrowser('signing in', () => {
  const web = useConsole()

  it('should be served with a policy that allows only its own files to run', async () => {
    const { headers } = await fetch(web.server.url)
    const policy = headers.get('Content-Security-Policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toContain('unsafe')
    const page = await web.open('/topologies', { key: null })
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.hasRun = true'
      document.body.append(script)
    })
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
    await expect.poll(() => web.complaints.join()).toContain('Content Security Policy')
    web.complaints.length = 0
  })

  it('should ask for a key, and open the requested page', async () => {
    const page = await web.open('/topologies', { key: null })
    await expectAccessible(page)
    await page.getByLabel('API key', { exact: true }).fill(` ${KEY} `)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Topologies', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Topologies', exact: true }).waitFor()
  })

  it('should keep the key only for the session of the tab', async () => {
    const page = await web.open('/topologies', { key: null })
    await page.getByLabel('API key', { exact: true }).fill(KEY)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Topologies', exact: true }).waitFor()
    const stored = await page.evaluate(() => ({ ...window.localStorage, cookie: document.cookie }))
    expect(stored).toEqual({ cookie: '' })
    const another = await page.context().newPage()
    await another.goto(page.url())
    await another.getByLabel('API key', { exact: true }).waitFor()
  })

  it.each(['a wrong one', 'неверный'])('should say that a key is unknown, and keep the field: %s', async (wrong) => {
    const page = await web.open('/topologies', { key: null })
    await page.getByLabel('API key', { exact: true }).fill(wrong)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The server does not know this key').waitFor()
    await expectAccessible(page)
  })

  it('should ask again after the key was deleted', async () => {
    const json = { scopes: ['read'], text: 'short-lived' }
    const made = await web.server.ask<{ key: string; data: { id: string } }>('/api/key', { json })
    const page = await web.open('/topologies', { key: made.key, clock: true })
    await page.getByRole('heading', { name: 'Topologies', exact: true }).waitFor()
    await web.server.ask(`/api/key/${made.data.id}`, { method: 'DELETE' })
    await rereadData(page)
    await page.getByText('no longer accepts your key').waitFor()
    expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
  })

  it('should forget the key on signing out', async () => {
    const page = await web.open('/topologies')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key', { exact: true }).waitFor()
    expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
  })

  it('should show the message of a refusal, with the id of the request', async () => {
    const made = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read:keys'] } })
    const page = await web.open('/topologies', { key: made.key })
    const failure = page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.textContent()).toMatch(/read:service_topologies.*Request [0-9a-f-]{36}/)
    await expectAccessible(page)
  })
})
