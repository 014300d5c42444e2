import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The rules of WCAG 2.2 and earlier versions, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Expects that axe finds no violation on the page in its current state, in the light and in the dark theme. In the dark
 * theme, axe checks only the colors, because nothing else differs.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${await source};0`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findViolations(page, colorScheme === 'dark'), colorScheme).toEqual([])
  }
}

async function findViolations(page: Page, isOfColors: boolean): Promise<readonly string[]> {
  return await page.evaluate(
    async ({ tags, isOfColors: isPart }) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      // Leave out experimental and deprecated rules. By itself, axe leaves them out only if rules are selected by tags,
      // but here rules are selected by name.
      const isTried = (rule: { tags: readonly string[] }) =>
        !rule.tags.includes('experimental') && !rule.tags.includes('deprecated')
      const rules = axe.getRules(tags).filter((rule) => isTried(rule) && (!isPart || rule.tags.includes('cat.color')))
      const runOnly = { type: 'rule' as const, values: rules.map(({ ruleId }) => ruleId) }
      const found = await axe.run({ runOnly, resultTypes: ['violations'] })
      return found.violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
    },
    { tags: RULES, isOfColors },
  )
}
