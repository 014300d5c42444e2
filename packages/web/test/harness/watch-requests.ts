import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Milliseconds without a request after which a page is settled. */
const QUIET = 500

/**
 * Records the requests of a page to the API, except for the stream of events, which never ends. (Because of this
 * stream, the page is never `networkidle`.)
 *
 * @returns the recorded addresses, a function that waits until every request is answered, and one that also waits until
 * no further request follows
 */
export function watchRequests(page: Page) {
  const asked: string[] = []
  const pending = new Set<Request>()
  let changed = Date.now()
  const end = (request: Request) => {
    if (pending.delete(request)) changed = Date.now()
  }
  page.on('request', (request) => {
    const url = request.url()
    if (!url.includes('/api/') || url.endsWith('/api/events')) return
    changed = Date.now()
    asked.push(url)
    pending.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isSettled = () => pending.size === 0 && Date.now() - changed > QUIET
  return {
    asked,
    answered: () => expect.poll(() => pending.size, { interval: 20 }).toBe(0),
    settled: () => expect.poll(isSettled, { timeout: 30_000 }).toBe(true),
  }
}
