import type { Ports } from './ports.js'
import type { RemoteServer } from './remote-server.js'
import { toQuery, toRefusalError } from './resource-text.js'
import { type Cell, createPaint, escapeControlCharacters, formatTable } from './text.js'

/** Maximum number of items that one request reads. */
export const PAGE_SIZE = 1_000

interface ServerList {
  readonly path: string
  /** The field of the answer that holds the items. */
  readonly key: string
  /** The query parameters; `undefined` = not given. */
  readonly query: Readonly<Record<string, string | undefined>>
}

/**
 * Reads a list of a server, page by page.
 *
 * @throws UsageError if the server answers that a parameter is wrong
 * @throws StartError if the server does not answer, or refuses
 */
export async function* serverPages<Item>(
  server: RemoteServer,
  { path, key, query }: ServerList,
): AsyncGenerator<readonly Item[]> {
  for (let page = 1, more = true; more; page++) {
    const answer = await server.get(
      `${path}${toQuery({ ...query, page: String(page), 'page-size': String(PAGE_SIZE) })}`,
    )
    const { [key]: items, more: hasMore } = (answer.body ?? {}) as Readonly<Record<string, unknown>>
    if (answer.status !== 200 || !Array.isArray(items)) throw toRefusalError(server, answer)
    if (items.length > 0) yield items
    more = hasMore === true
  }
}

interface ListText<Item> {
  /** The field that holds the items in the JSON form. */
  readonly key: string
  /** What is printed if there are no items. */
  readonly none: string
  /** Whether to print JSON in the form of the HTTP API instead of a table. */
  readonly isJson: boolean | undefined
  /** The values of an item, by the titles of the columns. */
  readonly toRow: (item: Item) => Readonly<Record<string, string | number>>
}

/** Prints a list as a table or as JSON. */
export async function printList<Item>(
  pages: AsyncIterable<readonly Item[]>,
  { key, none, isJson = false, toRow }: ListText<Item>,
  { print, note, terminal }: Ports,
): Promise<void> {
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  const rows = items.map(toRow)
  const [first] = rows
  if (isJson) print(JSON.stringify({ status: 'ok', [key]: items, total: items.length }))
  else if (first === undefined) note(none)
  else {
    const titles = Object.keys(first).map((title) => wordCell(title, 'dim'))
    const cells = rows.map((row) => Object.values(row).map((value) => wordCell(String(value))))
    for (const line of formatTable([titles, ...cells], createPaint(terminal.isColored))) print(line)
  }
}

function wordCell(text: string, style?: Cell['style']): Cell {
  return { text: escapeControlCharacters(text), isLeftAligned: true, style }
}
