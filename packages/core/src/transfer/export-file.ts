import type { ExportBundle, ExportDocument } from './export-document.js'

/** A file to download or save: its content and its name. */
export interface ExportFile<Document> {
  readonly document: Document
  /** The document as text, written by {@link exportText}. */
  readonly text: string
  /** Contains only `A-Za-z0-9._-`, so that it needs no escaping in a header (rules.md#topology-export-8). */
  readonly fileName: string
}

export function documentFile(document: ExportDocument): ExportFile<ExportDocument> {
  const service = document.topology.service.replace(/[^A-Za-z0-9._-]/gu, '_')
  return { document, text: exportText(document), fileName: `topology-${service}-${minuteOf(document.exportedAt)}.json` }
}

export function bundleFile(document: ExportBundle): ExportFile<ExportBundle> {
  return { document, text: exportText(document), fileName: `topologies-${minuteOf(document.exportedAt)}.json` }
}

/** The time in a file name: `20261120-1200` for `2026-11-20T12:00:00.000Z`. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace(/[-:]/g, '').replace('T', '-')
}

/**
 * Writes a document as JSON with one line for each node, edge and policy. So if the file is under version control, a
 * changed node is one changed line. More line breaks would make the file larger, and an import accepts at most
 * `LIMITS.transferBytes`.
 */
export function exportText(document: ExportDocument | ExportBundle): string {
  return `${objectText(document, '')}\n`
}

type Fields = Readonly<Record<string, unknown>>

/** @param indent the indentation of the line on which the object begins */
function objectText(value: object, indent: string): string {
  const fields = Object.entries(value as Fields).map(([key, field]) => {
    const text = Array.isArray(field) ? listText(field, `${indent}  `) : JSON.stringify(field)
    return `${indent}  ${JSON.stringify(key)}: ${text}`
  })
  return `{\n${fields.join(',\n')}\n${indent}}`
}

/**
 * Each document of a bundle is written in the same form as a file with one document. Every other item takes one line.
 */
function listText(items: readonly object[], indent: string): string {
  if (items.length === 0) return '[]'
  const lines = items.map((item) => {
    const text = 'topology' in item ? objectText(item, `${indent}  `) : JSON.stringify(item)
    return `${indent}  ${text}`
  })
  return `[\n${lines.join(',\n')}\n${indent}]`
}
