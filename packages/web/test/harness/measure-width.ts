import type { Page } from 'playwright-core'

/** Returns the width of the page or of its scrollable content, whichever is larger. */
export async function measureWidth(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const parts = [document.documentElement, document.getElementById('content')]
    return Math.max(...parts.map((part) => part?.scrollWidth ?? 0))
  })
}
