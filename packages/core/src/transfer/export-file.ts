import { type Steps, withoutPauses } from '../steps.js'
import type { ExportBundle, ExportDocument } from './export-document.js'

/** A file to download or save: its content and its name. */
export interface ExportFile<Document> {
  readonly document: Document
  /** The document as text, written by {@link exportText}. */
  readonly text: string
  /** Contains only `A-Za-z0-9._-`, so that it needs no escaping in a header (rules.md#topology-export-8). */
  readonly fileName: string
}

export function* toDocumentFile(document: ExportDocument): Steps<ExportFile<ExportDocument>> {
  const service = document.topology.service.replace(/[^A-Za-z0-9._-]/gu, '_')
  const text = yield* textInSteps(document)
  return { document, text, fileName: `topology-${service}-${formatMinute(document.exportedAt)}.json` }
}

export function* toBundleFile(document: ExportBundle): Steps<ExportFile<ExportBundle>> {
  const text = yield* textInSteps(document)
  return { document, text, fileName: `topologies-${formatMinute(document.exportedAt)}.json` }
}

/** The time in a file name: `20261120-1200` for `2026-11-20T12:00:00.000Z`. */
function formatMinute(time: string): string {
  return time.slice(0, 16).replace(/[-:]/g, '').replace('T', '-')
}

/**
 * Writes a document as JSON with one line for each node, edge and policy, so that a changed node is one changed line in
 * version control. More line breaks would make the file larger, and an import accepts at most `LIMITS.transferBytes`.
 */
export function exportText(document: ExportDocument | ExportBundle): string {
  return withoutPauses(textInSteps(document))
}

function* textInSteps(document: ExportDocument | ExportBundle): Steps<string> {
  return `${yield* objectText(document, '')}\n`
}

/** Yields after this many items, which take a few milliseconds. */
const ITEMS_AT_ONCE = 5_000

type ObjectFields = Readonly<Record<string, unknown>>

/** @param indent the indentation of the line on which the object begins */
function* objectText(value: object, indent: string): Steps<string> {
  const fields: string[] = []
  for (const [key, field] of Object.entries(value as ObjectFields)) {
    const text: string = Array.isArray(field) ? yield* listText(field, `${indent}  `) : JSON.stringify(field)
    fields.push(`${indent}  ${JSON.stringify(key)}: ${text}`)
  }
  yield
  return `{\n${fields.join(',\n')}\n${indent}}`
}

/**
 * Writes a list with one line for each item, except that each document of a bundle is written like a file of its own.
 */
function* listText(items: readonly object[], indent: string): Steps<string> {
  if (items.length === 0) return '[]'
  const lines: string[] = []
  for (const item of items) {
    const text = 'topology' in item ? yield* objectText(item, `${indent}  `) : JSON.stringify(item)
    lines.push(`${indent}  ${text}`)
    if (lines.length % ITEMS_AT_ONCE === 0) yield
  }
  yield
  return `[\n${lines.join(',\n')}\n${indent}]`
}
