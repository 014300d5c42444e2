import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Milliseconds without a request after which a page is settled. */
const QUIET = 500

/**
 * Records the requests of a page to the API, except for the stream of events, which never ends. (Because of this
 * stream, the page is never `networkidle`.)
 *
 * @returns the recorded addresses with their times, and a function that waits until every request is answered
 */
export function watchRequests(page: Page) {
  const asked: { readonly url: string; readonly time: number }[] = []
  const pending = new Set<Request>()
  let changed = Date.now()
  const end = (request: Request) => {
    if (pending.delete(request)) changed = Date.now()
  }
  page.on('request', (request) => {
    const url = request.url()
    if (!url.includes('/api/') || url.endsWith('/api/events')) return
    changed = Date.now()
    asked.push({ url, time: changed })
    pending.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isSettled = () => pending.size === 0 && Date.now() - changed > QUIET
  return { asked, settled: () => expect.poll(isSettled, { timeout: 30_000 }).toBe(true) }
}
