import { chromium } from 'playwright-core'
import type { SharedResource } from '../../../../test/once-a-run/shared-resource.js'
import { findChromium } from './find-chromium.js'

/**
 * Features of the browser that the tests do not need. Without the first three, a window needs only a third of the CPU
 * time. By default, playwright disables the other features, for example because they send requests to other hosts. This
 * list repeats these other features, because our switch `--disable-features` replaces the switch of playwright.
 */
const DISABLED_FEATURES = [
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

/** Starts the browser that all tests share. */
export async function startSharedBrowser(): Promise<SharedResource> {
  const browser = await chromium.launchServer({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', `--disable-features=${DISABLED_FEATURES.join(',')}`],
  })
  return { place: browser.wsEndpoint(), remove: () => browser.close() }
}
