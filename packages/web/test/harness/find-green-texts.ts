import type { Page } from 'playwright-core'

/**
 * Finds everything on the page that is green. Returns, for each, the text of the nearest surrounding element that
 * matches the selector `around`.
 */
export async function findGreenTexts(page: Page, around: string): Promise<readonly string[]> {
  return await page.evaluate((selector) => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.color = 'var(--good)'
    const good = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll('main *')].flatMap((element) => {
      const hasText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
      if (!hasText || getComputedStyle(element).color !== good) return []
      return element.closest(selector)?.textContent ?? element.textContent ?? ''
    })
  }, around)
}
