import { source } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** WCAG 2.2, levels A and AA, and all that came before. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Axe {
  run(
    options: object,
  ): Promise<{ violations: readonly { id: string; help: string; nodes: readonly { html: string }[] }[] }>
}

/** Expects that axe finds nothing wrong with what the page shows now, in the light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await page.evaluate(async (values) => {
      const { axe } = window as unknown as { axe: Axe }
      const found = await axe.run({ runOnly: { type: 'tag', values } })
      return found.violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
    }, RULES)
    expect(violations, colorScheme).toEqual([])
  }
}
