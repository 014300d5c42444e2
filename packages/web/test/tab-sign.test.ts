import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

/** The color of critical alerts in the light and in the dark theme. */
const CRITICAL = { light: '#cf222e', dark: '#ff7b72' }

describeInBrowser('the sign of a tab', () => {
  const web = useConsole()

  it('should be the worst severity that nobody has acknowledged, in the title and in the icon', async () => {
    const page = await web.open('/alerts')
    await waitForTitle(page, 'Alerts · opsgraph')
    expect(await readIcon(page)).toMatch(/^http.*mark-.*[.]svg$/)
    const minor = await post('minor', ['shop'])
    await waitForTitle(page, '● minor · Alerts · opsgraph')
    const critical = await post('critical', ['bank'])
    await waitForTitle(page, '● critical · Alerts · opsgraph')
    expect(await readIcon(page)).toContain(CRITICAL.light)
    expect(await page.evaluate(isPainted)).toBe(true)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => readIcon(page)).toContain(CRITICAL.dark)
    expect(await page.evaluate(isPainted)).toBe(true)
    await page.getByRole('link', { name: 'Catalog', exact: true }).click()
    await waitForTitle(page, '● critical · Service catalog · opsgraph')
    await setStatus(critical, 'ack')
    await waitForTitle(page, '● minor · Service catalog · opsgraph')
    await setStatus(minor, 'closed')
    await waitForTitle(page, 'Service catalog · opsgraph')
    expect(await readIcon(page)).toMatch(/^http.*mark-.*[.]svg$/)
    await setStatus(critical, 'closed')
  })

  it('should count alerts that reach no service', async () => {
    const page = await web.open('/alerts')
    await waitForTitle(page, 'Alerts · opsgraph')
    const id = await post('major', [])
    await waitForTitle(page, '● major · Alerts · opsgraph')
    await setStatus(id, 'shelved')
    await waitForTitle(page, 'Alerts · opsgraph')
  })

  it('should say that the severity is not known if the server does not answer', async () => {
    const page = await web.open('/alerts', { clock: true })
    await waitForTitle(page, 'Alerts · opsgraph')
    await page.route('**/api/impact*', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', code: 500, message: 'the store is away' } }),
    )
    await post('warning', ['shop'])
    await waitForTitle(page, '? unknown · Alerts · opsgraph')
    await page.unroute('**/api/impact*')
    await page.clock.fastForward(11_000)
    await waitForTitle(page, '● warning · Alerts · opsgraph')
  })

  it('should say so in a hidden tab too', async () => {
    const page = await web.open('/alerts')
    await waitForTitle(page, '● warning · Alerts · opsgraph')
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    await page.route('**/api/impact*', (route) => route.abort())
    const minor = await post('minor', ['shop'])
    await waitForTitle(page, '? unknown · Alerts · opsgraph')
    await page.unroute('**/api/impact*')
    const critical = await post('critical', ['shop'])
    await waitForTitle(page, '● critical · Alerts · opsgraph')
    for (const id of [minor, critical]) await setStatus(id, 'closed')
  })

  it('should be none if the key may not read the impact, and after signing out', async () => {
    const made = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read:keys'] } })
    const page = await web.open('/keys', { key: made.key, clock: true })
    await page.getByRole('table').waitFor()
    await rereadData(page)
    await waitForTitle(page, 'API keys · opsgraph')
    const another = await web.open('/alerts')
    await waitForTitle(another, '● warning · Alerts · opsgraph')
    await another.getByRole('button', { name: 'Sign out' }).click()
    await waitForTitle(another, 'Sign in · opsgraph')
    expect(await readIcon(another)).toMatch(/^http.*mark-.*[.]svg$/)
  })

  /** Posts an alert. Returns its id. */
  async function post(severity: string, service: readonly string[]): Promise<string> {
    const json = { environment: 'Production', resource: severity, event: 'Down', severity, service }
    return (await web.server.ask<{ id: string }>('/api/alert', { json })).id
  }

  async function setStatus(id: string, status: string): Promise<void> {
    await web.server.ask(`/api/alert/${id}/status`, { method: 'PUT', json: { status } })
  }
})

// Helpers

async function waitForTitle(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.title(), { timeout: 15_000 }).toBe(title)
}

async function readIcon(page: Page): Promise<string> {
  return decodeURIComponent(await page.locator('link[rel=icon]').evaluate((link) => (link as HTMLLinkElement).href))
}

/** Whether the browser can paint the icon, and the Content-Security-Policy allows it. This runs in the browser. */
async function isPainted(): Promise<boolean> {
  const image = new Image()
  image.src = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
  await image.decode()
  return image.naturalWidth > 0
}
