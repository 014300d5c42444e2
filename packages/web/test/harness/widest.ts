import type { Page } from 'playwright-core'

/** How wide the page is, and what can be scrolled in it. */
export async function widest(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const parts = [document.documentElement, document.getElementById('content')]
    return Math.max(...parts.map((part) => part?.scrollWidth ?? 0))
  })
}
