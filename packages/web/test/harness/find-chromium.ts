import { existsSync } from 'node:fs'

/**
 * The usual paths of Chromium on Debian, Ubuntu, Fedora, Alpine and macOS. `chromium-headless-shell` comes first,
 * because with it the tests take about a third less time than with the complete browser.
 */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ADVICE = 'install one (Debian: apt-get install chromium-headless-shell), or set its path in CHROMIUM'

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly exists: (path: string) => boolean
  readonly say: (text: string) => void
}

const THIS: Machine = { env: process.env, exists: existsSync, say: (text) => process.stderr.write(text) }

/**
 * Finds the browser for the tests. If there is no browser, it prints that the tests do not run.
 *
 * @throws Error if there is no browser in CI
 */
export function findChromium({ env, exists, say }: Machine = THIS): string | undefined {
  const found = env.CHROMIUM || PATHS.find(exists)
  if (found !== undefined) return found
  if (env.CI) throw new Error(`the console cannot be tested: there is no Chromium here; ${ADVICE}`)
  say(`NOT TESTED: the console in a browser, because there is no Chromium here; ${ADVICE}\n`)
  return undefined
}
