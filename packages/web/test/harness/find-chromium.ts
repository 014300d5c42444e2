import { existsSync } from 'node:fs'

/** Where Debian, Ubuntu, Fedora, Alpine and macOS put it. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ADVICE = 'install one (Debian: apt-get install chromium), or name it in CHROMIUM'

/**
 * The browser to test in. In CI there must be one; elsewhere the tests say plainly that they did not run.
 *
 * @throws when there is none in CI
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM
  const found = named === undefined || named === '' ? PLACES.find((place) => existsSync(place)) : named
  if (found !== undefined) return found
  if (process.env.CI) throw new Error(`the console cannot be tested: there is no Chromium here; ${ADVICE}`)
  process.stderr.write(`NOT TESTED: the console in a browser, for there is no Chromium here; ${ADVICE}\n`)
  return undefined
}
