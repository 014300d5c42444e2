import { chromium } from 'playwright-core'
import type { Kept } from '../../../../test/once-a-run/kept.js'
import { findChromium } from './find-chromium.js'

/** One browser for all tests. */
export async function startSharedBrowser(): Promise<Kept> {
  const browser = await chromium.launchServer({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] })
  return { place: browser.wsEndpoint(), remove: () => browser.close() }
}
