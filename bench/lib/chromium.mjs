import { chromium } from 'playwright-core'

/** @returns {Promise<import('playwright-core').Browser>} headless; without a graphics card it renders in software */
export async function openChromium() {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium'
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}
