import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { KEY } from './harness/console-server.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

// Each test fails on any error or warning of the browser, such as a violation of the content security policy, and on
// any request to another server.
describeInBrowser('the reference at /docs', () => {
  const web = useConsole()

  it('should show the operations by tag, and send a request with an API key', async () => {
    const page = await openReference(await web.open('/'), web.server.url)
    await authorize(page)
    expect(await sendRequest(page, 'listAlerts')).toMatchObject({ status: 'ok', alerts: [], total: 0 })
  })

  it('should send requests below the path prefix of a proxy', async () => {
    const page = await openReference(await web.open('/'), `${await proxyTo(web.server.url, '/ops')}/ops`)
    await authorize(page)
    expect(await sendRequest(page, 'listAlerts')).toMatchObject({ status: 'ok', total: 0 })
  })
})

// Helpers

async function openReference(page: Page, base: string): Promise<Page> {
  await page.goto(`${base}/docs`)
  await page.getByRole('link', { name: 'Impact', exact: true }).waitFor({ timeout: 40_000 })
  return page
}

async function authorize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.locator('#auth-bearer-value').fill(KEY)
  await page
    .locator('.auth-container', { has: page.locator('#auth-bearer-value') })
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('button', { name: 'Close' }).first().click()
}

/** Sends a request with the page, and returns the answer that the page shows. */
async function sendRequest(page: Page, operation: string): Promise<unknown> {
  const shown = page.locator(`[id$="-${operation}"]`)
  const answered = page.waitForResponse((response) => response.url().includes('/api/alerts'))
  await page.locator('.opblock-tag', { hasText: 'Alerts' }).first().click()
  await shown.locator('.opblock-summary-control').click()
  await shown.getByRole('button', { name: 'Execute' }).click()
  const answer = await (await answered).json()
  await shown.locator('.live-responses-table').getByText('200').first().waitFor()
  return answer
}

/** Starts a proxy that serves a server below a path, and removes this path from the requests. */
async function proxyTo(url: string, prefix: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming
    if (!path.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()
    const forwarded = send(url + path.slice(prefix.length), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
