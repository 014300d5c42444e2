import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGES, placeOf, readPage } from './docs-runner/block.js'
import { buildPrograms, compile } from './docs-runner/code.js'
import { explainNotRun, PageRun } from './docs-runner/page-run.js'
import { type DocumentedPostgres, startDocumentedPostgres } from './docs-runner/postgres.js'

const BLOCKS = PAGES.map((page) => readPage(page))

describe('the blocks of code in the documents', () => {
  it('should be run, except for blocks with a reason not to', ({ annotate }) => {
    const left = BLOCKS.flat().filter((block) => explainNotRun(block) !== undefined)
    for (const block of left) void annotate(`${placeOf(block)} is not run: ${explainNotRun(block)}`)
    const anywhere = left.filter(({ attributes }) => attributes['not-run'] !== undefined)
    expect(anywhere.map(placeOf).length).toBeLessThanOrEqual(NOT_RUN)
  })

  it('should compile', () => {
    const programs = BLOCKS.flatMap((blocks) => [...buildPrograms(blocks)])
    expect(programs.length).toBeGreaterThan(0)
    expect(compile(new Map(programs))).toEqual([])
  })
})

let postgres: DocumentedPostgres | undefined
beforeAll(async () => {
  postgres = await startDocumentedPostgres()
})
afterAll(() => postgres?.stop())

describe.concurrent('the code of a page should do what the page shows', { timeout: 300_000 }, () => {
  const pages = PAGES.filter((_, index) => BLOCKS[index]?.some((block) => explainNotRun(block) === undefined))
  it.each(pages)('%s', async (page) => await PageRun.of(page, await postgres?.database(PAGES.indexOf(page))))
})

// Helpers

/**
 * The number of code blocks that are never run. These blocks clone this repository, install a clone, start containers
 * (2 blocks), use systemd, show a URL pattern, run a command of another project, or start the console for development.
 */
const NOT_RUN = 8
