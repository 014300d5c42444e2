import { chromium } from 'playwright-core'

/**
 * Opens a headless browser. Without a graphics card, it renders in software.
 *
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function openChromium() {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium'
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}
