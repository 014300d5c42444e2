import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { madeOnce } from '../../../../test/once-a-run/made-once.js'
import { ConsoleServer, KEY } from './console-server.js'
import { findChromium } from './find-chromium.js'

const CHROMIUM = findChromium()
/** The maximum time in milliseconds for anything to appear on a page. */
const TIMEOUT = 20_000
/** The milliseconds after which a page reads its data again when the user comes back to its tab. */
const STALE = 1_500
/**
 * The message that the browser logs for an answer with an error status. Tests ignore it, because pages show these
 * errors themselves.
 */
const REFUSED_REQUEST = 'Failed to load resource'

/** A test suite that needs a browser. If `findChromium` finds none, the suite is skipped. */
export function describeInBrowser(name: string, suite: () => void): void {
  describe.skipIf(CHROMIUM === undefined)(name, suite)
}

/**
 * Makes a page read its data again, as it does when the user comes back to its tab. The page must have been opened with
 * `clock`.
 */
export async function rereadData(page: Page): Promise<void> {
  await page.clock.fastForward(STALE)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

/** Returns the time on the clock of a page, in milliseconds since 1970. */
export async function readClock(page: Page): Promise<number> {
  return await page.evaluate(() => Date.now())
}

/**
 * Lets the clock of a page run second by second until a condition is met, which must be so after this number of seconds.
 * The page must have been opened with `clock`. The clock also runs by itself, and on a busy machine seconds pass between
 * two lines of a test. So a test reads with `readClock` whether something has lasted long enough, instead of looking for
 * it shortly before its end.
 */
export async function runUntil(page: Page, isMet: () => Promise<boolean>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds && !(await isMet()); second++) await page.clock.runFor(1_000)
  await expect.poll(isMet).toBe(true)
}

interface Opened {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly permissions?: readonly string[]
  /** The URL of the server to use instead of the server of the suite. */
  readonly at?: string
  /** The API key that the tab uses; `null` if the user is not signed in. */
  readonly key?: string | null
  /** Whether the test can fast-forward the clock of the page. Apart from that, the clock runs normally. */
  readonly clock?: boolean
  /** Whether to remove the browser features that are missing on pages loaded over plain HTTP from another machine. */
  readonly plain?: boolean
}

/** A console in a browser for the tests of one suite. A test fails on any error or warning of the browser. */
export class ConsoleInBrowser {
  #server: ConsoleServer | undefined
  #browser: Browser | undefined
  /**
   * The browser context that pages share, so that the code of the console is loaded and compiled only once. The storage
   * of the context is cleared after each test.
   */
  #shared: BrowserContext | undefined
  /** An empty page of `#shared` that opens the other pages: pages with an opener share its process. */
  #opener: Page | undefined
  readonly #own: BrowserContext[] = []
  readonly complaints: string[] = []

  get server(): ConsoleServer {
    if (this.#server === undefined) throw new Error('the server is not started')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = await ConsoleServer.start()
    this.#browser = await chromium.connect(await madeOnce('browser'))
    this.#shared = await this.#context()
    this.#opener = await this.#shared.newPage()
    await this.#opener.goto(`${this.#server.url}/healthz`)
  }

  /**
   * Opens a page of the console, such as `/topologies`. The page is brought to the foreground, because browsers delay
   * drawing in background tabs.
   */
  async open(
    path: string,
    { at = this.server.url, key = KEY, viewport, colorScheme, ...special }: Opened = {},
  ): Promise<Page> {
    const isFirst = this.#sharedPages().length === 0 && Object.keys(special).length === 0
    const page = isFirst ? await this.#openShared() : await (await this.#ownContext(special)).newPage()
    if (viewport !== undefined) await page.setViewportSize(viewport)
    if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
    if (key !== null) await page.addInitScript((stored) => window.sessionStorage.setItem('opsgraph.key', stored), key)
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith(REFUSED_REQUEST))
        this.complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (isCrossOrigin(request)) this.complaints.push(`request to another origin: ${request.url()}`)
    })
    await page.goto(`${at}/#${path}`)
    return page
  }

  async closePages(): Promise<void> {
    await Promise.all(this.#own.splice(0).map((context) => context.close()))
    const pages = this.#sharedPages()
    await Promise.all(pages.map((page) => page.evaluate(() => window.localStorage.clear())))
    await Promise.all(pages.map((page) => page.close()))
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    await this.#server?.stop()
  }

  #sharedPages(): readonly Page[] {
    return this.#shared?.pages().filter((page) => page !== this.#opener) ?? []
  }

  async #openShared(): Promise<Page> {
    if (this.#opener === undefined) throw new Error('the browser is not started')
    const opened = this.#opener.waitForEvent('popup')
    await this.#opener.evaluate(() => void window.open('about:blank'))
    return await opened
  }

  async #context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    if (this.#browser === undefined) throw new Error('the browser is not started')
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    context.setDefaultTimeout(TIMEOUT)
    return context
  }

  /** Creates a separate browser context, for options that affect all pages of a context. */
  async #ownContext({ clock, plain, permissions = [] }: Opened): Promise<BrowserContext> {
    const context = await this.#context({ permissions: [...permissions] })
    this.#own.push(context)
    if (clock) await context.clock.install()
    if (plain) await context.addInitScript(forgetSecureContext)
    return context
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

/** Whether a request goes to another origin than the origin of its page. */
function isCrossOrigin(request: Request): boolean {
  const { protocol, origin } = new URL(request.url())
  return (
    protocol.startsWith('http') && !request.isNavigationRequest() && origin !== new URL(request.frame().url()).origin
  )
}

/** Removes the features that browsers offer only in secure contexts. This function runs in the browser. */
function forgetSecureContext(): void {
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
  Reflect.deleteProperty(Navigator.prototype, 'locks')
}
