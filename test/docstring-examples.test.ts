import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Block, findBlocks, placeOf, ROOT } from './docs-runner/block.js'
import { compile } from './docs-runner/code.js'
import { linkModules } from './docs-runner/place.js'

const PACKAGES = ['core', 'draw', 'http', 'notify', 'store-memory', 'store-postgres']
const EXAMPLES = PACKAGES.flatMap((name) => sourcesOf(`packages/${name}/src`)).flatMap(examplesOf)
/** The functions and classes that a program calls first. Each has an example in its docstring. */
const CALLED_FIRST = [
  ...['createOpsgraph', 'OpsgraphError', 'MemoryStore', 'openEmbeddedStore', 'openPostgresStore'],
  ...[
    'createApp',
    'listen',
    'createLogger',
    'createNotifier',
    'drawSvg',
    'drawDot',
    'drawMermaid',
    'mergeRelation',
    'rankOf',
  ],
  ...['readFilter', 'examineGraph', 'layOut', 'planCmdbImport', 'readMapping', 'suggestWebhook', 'cmdbTemplate'],
]
/** This example needs the PostgreSQL server that it names. */
const NOT_RUN = 'openPostgresStore'

describe('the examples in docstrings', () => {
  it('should be at every function and class that a program calls first', () => {
    expect(EXAMPLES.map(({ name }) => name).sort()).toEqual([...CALLED_FIRST].sort())
  })

  it('should compile', () => {
    expect(compile(new Map(EXAMPLES.map(({ block }) => [block, block.text])))).toEqual([])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'opsgraph-examples-'))
beforeAll(() => linkModules(folder))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the example of', () => {
  it.each(EXAMPLES.filter(({ name }) => name !== NOT_RUN))('$name should print its comments', async (example) => {
    const { name, block } = example
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const file = join(folder, `${name}.mts`)
    writeFileSync(file, block.text)
    await import(file)
    const printed = log.mock.calls.map((values) => `${format(...values)}\n`).join('')
    expect(printed.trim().replaceAll(/\s+/g, ' '), placeOf(block)).toMatch(patternOf(commentsOf(block.text)))
  })
})

// Helpers

interface Example {
  /** The function or class whose docstring has the example. */
  readonly name: string
  readonly block: Block
}

function sourcesOf(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => `${folder}/${file}`)
}

function examplesOf(file: string): Example[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const docstrings = source.matchAll(
    /^\/\*\*((?:(?!\*\/).)*@example.*?)\*\/\nexport (?:async )?(?:function|class) (\w+)/gms,
  )
  return Array.from(docstrings, ({ 1: docstring = '', 2: name = '', index }) => {
    const line = source.slice(0, index).split('\n').length
    const [block] = findBlocks(file, docstring.replaceAll(/^ \* ?/gm, ''))
    if (block === undefined) throw new Error(`${file}:${line}: an @example without code`)
    return { name, block: { ...block, line: line + block.line - 1 } }
  })
}

/** What an example says that it prints: the comments at the ends of the lines that print. */
function commentsOf(code: string): string {
  const lines = code.split('\n').filter((line) => /\bconsole\.log\(|\blogger\.warn\(/.test(line))
  return lines.flatMap((line) => / \/\/ (.*)$/.exec(line)?.[1] ?? []).join(' ')
}

/** In a comment, `…` stands for any text. */
function patternOf(comments: string): RegExp {
  const parts = comments.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
