import { chromium } from 'playwright-core'
import type { Kept } from '../../../../test/once-a-run/kept.js'
import { findChromium } from './find-chromium.js'

/**
 * Parts of the browser's own window, which nobody looks at: without the first three a window takes a third of the work.
 * The switch takes the place of playwright's, hence the others: what is drawn early, asks elsewhere, or is left for later.
 */
const NOT_WANTED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'PaintHolding',
  'MediaRouter',
  'OptimizationHints',
  'PreconnectToSearch',
  'NetworkTimeServiceQuerying',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
]

/** One browser for all tests. */
export async function startSharedBrowser(): Promise<Kept> {
  const browser = await chromium.launchServer({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', `--disable-features=${NOT_WANTED.join(',')}`],
  })
  return { place: browser.wsEndpoint(), remove: () => browser.close() }
}
