import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A fenced code block in a document. Its first line names the language, and may name attributes (`ATTRIBUTES`). */
export interface Block {
  readonly page: string
  /** The line number of the opening fence; the first line of the page is 1. */
  readonly line: number
  readonly language: string
  readonly attributes: Readonly<Partial<Record<Attribute, string>>>
  readonly text: string
}

/**
 * The attributes of a block, with their meanings. An attribute has the form `name="value"`, `name=value` or only
 * `name`.
 */
export const ATTRIBUTES = {
  'not-run': 'the reason why it cannot be run here; reported and counted',
  needs: 'required programs, separated by commas; if one is missing, the block is reported as not run, and CI fails',
  status: 'the exit statuses, other than 0, of its commands, separated by commas; 22 is that of a refused curl',
  server: 'it starts a server in a new terminal, which stays open',
  terminals: 'it runs in each terminal, also in terminals that are opened later',
  stopped: 'the server is stopped before it',
  follows: 'the first command that the server has printed is run, and this is its output',
  save: 'its text is saved as a file of this name in the folder of the page',
  body: 'it is a body that this request accepts: "POST /api/…"',
  check: 'the reader of core that accepts it, one of CHECKS',
  file: 'it is a part of this file, which tests run',
  tested: 'the test file that compares it',
} as const
export type Attribute = keyof typeof ATTRIBUTES

/** The documents whose blocks are run. */
export const PAGES: readonly string[] = [
  'README.md',
  ...markdownIn('docs'),
  ...readdirSync(`${ROOT}packages`)
    .map((name) => `packages/${name}/README.md`)
    .filter((page) => existsSync(ROOT + page)),
]

/** Matches the fence of a code block with its indentation, because a fence in a list is indented. */
const FENCE = /^( *)```(.*)$/

export function readPage(page: string): Block[] {
  return findBlocks(page, readFileSync(ROOT + page, 'utf8'))
}

/**
 * Finds the code blocks of a page.
 *
 * @throws Error for an unclosed fence, and for an unknown attribute
 */
export function findBlocks(page: string, markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', info] = FENCE.exec(lines[at] ?? '') ?? []
    if (info === undefined) continue
    const end = lines.findIndex((line, index) => index > at && FENCE.test(line))
    if (end === -1) throw new Error(`${page}:${at + 1}: this block is never closed`)
    const text = lines
      .slice(at + 1, end)
      .map((line) => `${line.startsWith(indent) ? line.slice(indent.length) : line}\n`)
    blocks.push({ page, line: at + 1, ...readInfo(`${page}:${at + 1}`, info), text: text.join('') })
    at = end
  }
  return blocks
}

export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`
}

function readInfo(place: string, info: string): Pick<Block, 'language' | 'attributes'> {
  const [, language = '', rest = ''] = /^(\S*)(.*)$/.exec(info) ?? []
  const attributes: Partial<Record<Attribute, string>> = {}
  for (const [, name = '', quoted, bare] of rest.matchAll(/([^\s=]+)(?:="([^"]*)"|=(\S+))?/g)) {
    if (!(name in ATTRIBUTES)) throw new Error(`${place}: unknown attribute ${name}; see test/docs-runner/block.ts`)
    attributes[name as Attribute] = quoted ?? bare ?? ''
  }
  return { language, attributes }
}

function markdownIn(folder: string): string[] {
  const files = readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => `${folder}/${file}`)
}
