import { chromium } from 'playwright-core'
import type { Kept } from '../../../../test/once-a-run/kept.js'
import { findChromium } from './find-chromium.js'

/**
 * Features of the browser that the tests do not need. Without the first three, a window takes a third of the CPU time.
 * The others repeat the list of playwright, which this switch replaces: early painting, requests to other hosts, and
 * delayed work.
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
