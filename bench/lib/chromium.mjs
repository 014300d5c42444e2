import { chromium } from 'playwright-core'

/** @returns {Promise<import('playwright-core').Browser>} headless; drawn by the processor where there is no graphics card */
export async function openChromium() {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium'
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}
