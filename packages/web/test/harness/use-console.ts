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
/** How long anything may take to appear. Milliseconds. */
const PATIENCE = 20_000
/** Within this time a page looks again. Milliseconds. */
const PACE = 6_000
/** What the browser logs of answers that are no success; the pages tell of those themselves. */
const REFUSED_REQUEST = 'Failed to load resource'

/** A suite that drives a browser; where there is none it is not run, and that was said (`findChromium`). */
export function describeInBrowser(name: string, suite: () => void): void {
  describe.skipIf(CHROMIUM === undefined)(name, suite)
}

/** Has a page that was opened with a clock look at the server again, as it does by itself every few seconds. */
export async function lookAgain(page: Page): Promise<void> {
  await page.clock.fastForward(PACE)
}

interface Opened {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly permissions?: readonly string[]
  /** Where another server listens than that of the suite. */
  readonly at?: string
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
  /** Where pages share what was loaded and compiled once, and nothing else: what a page keeps is cleared after its test. */
  #shared: BrowserContext | undefined
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
  }

  /** Opens a page of the console: `/topologies`. Each is in front in its window: what is behind another one is drawn late. */
  async open(
    path: string,
    { at = this.server.url, key = KEY, viewport, colorScheme, ...special }: Opened = {},
  ): Promise<Page> {
    const isFirst = this.#shared?.pages().length === 0 && Object.keys(special).length === 0
    const context = (isFirst && this.#shared) || (await this.#ownContext(special))
    const page = await context.newPage()
    if (viewport !== undefined) await page.setViewportSize(viewport)
    if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
    if (key !== null) await page.addInitScript((kept) => window.sessionStorage.setItem('opsgraph.key', kept), key)
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith(REFUSED_REQUEST))
        this.complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (isOfAnother(request)) this.complaints.push(`another origin was asked: ${request.url()}`)
    })
    await page.goto(`${at}/#${path}`)
    return page
  }

  async closePages(): Promise<void> {
    await Promise.all(this.#own.splice(0).map((context) => context.close()))
    const pages = this.#shared?.pages() ?? []
    await Promise.all(pages.map((page) => page.evaluate(() => window.localStorage.clear())))
    await Promise.all(pages.map((page) => page.close()))
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    await this.#server?.stop()
  }

  async #context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    if (this.#browser === undefined) throw new Error('the browser is not started')
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    context.setDefaultTimeout(PATIENCE)
    return context
  }

  /** For what concerns all pages of a context. */
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

/** Whether a page asks elsewhere than where it came from. */
function isOfAnother(request: Request): boolean {
  const { protocol, origin } = new URL(request.url())
  return (
    protocol.startsWith('http') && !request.isNavigationRequest() && origin !== new URL(request.frame().url()).origin
  )
}

/** Run in the page. */
function forgetSecureContext(): void {
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
}
