import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { madeOnce } from '../../../../test/once-a-run/made-once.js'
import { ConsoleServer, KEY } from './console-server.js'
import { findChromium } from './find-chromium.js'

const CHROMIUM = findChromium()
/** How long anything may take to appear. Milliseconds. */
const PATIENCE = 10_000
/** What the browser logs of answers that are no success; the pages tell of those themselves. */
const REFUSED_REQUEST = 'Failed to load resource'

/**
 * A suite that drives a browser; where there is none it is not run, and that was said (`findChromium`). A test may be
 * repeated once: where two processors serve tests, server and browser, a page can come later than anybody waits.
 */
export function describeInBrowser(name: string, suite: () => void): void {
  describe.skipIf(CHROMIUM === undefined)(name, { retry: 1 }, suite)
}

interface Opened extends BrowserContextOptions {
  /** What the tab is signed in with; `null` = nothing. */
  readonly key?: string | null
  /** Whether the test may put the clock of the page forward, which goes on by itself too. */
  readonly clock?: boolean
  /** Whether the page lacks what browsers keep from pages that came over plain HTTP from another machine. */
  readonly plain?: boolean
}

/** A console in a browser, for the tests of one suite. Whatever the browser complains of fails the test. */
export class ConsoleInBrowser {
  #server: ConsoleServer | undefined
  #browser: Browser | undefined
  readonly #contexts: BrowserContext[] = []
  readonly complaints: string[] = []

  get server(): ConsoleServer {
    if (this.#server === undefined) throw new Error('the server is not started')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = await ConsoleServer.start()
    this.#browser = await chromium.connect(await madeOnce('browser'))
  }

  /** Opens a page of the console in a window of its own: `/topologies`. */
  async open(path: string, { key = KEY, clock = false, plain = false, ...options }: Opened = {}): Promise<Page> {
    if (this.#browser === undefined) throw new Error('the browser is not started')
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    this.#contexts.push(context)
    context.setDefaultTimeout(PATIENCE)
    if (clock) await context.clock.install()
    if (plain) await context.addInitScript(forgetSecureContext)
    if (key !== null) await context.addInitScript((kept) => window.sessionStorage.setItem('opsgraph.key', kept), key)
    const page = await context.newPage()
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith(REFUSED_REQUEST))
        this.complaints.push(message.text())
    })
    await page.goto(`${this.server.url}/#${path}`)
    return page
  }

  async closePages(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()))
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    await this.#server?.stop()
  }
}

/** Starts a console with an empty database before the suite, and stops it afterwards. */
export function useConsole(): ConsoleInBrowser {
  const web = new ConsoleInBrowser()
  beforeAll(() => web.start())
  afterEach(async () => {
    await web.closePages()
    expect(web.complaints.splice(0)).toEqual([])
  })
  afterAll(() => web.stop())
  return web
}

/** Run in the page. */
function forgetSecureContext(): void {
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
}
