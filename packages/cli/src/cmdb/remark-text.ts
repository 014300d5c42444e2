import type { CmdbWarning, Issue } from '@opsgraph/core'
import { groupTitle, remarkGroups } from '../importing/remark-groups.js'
import { number, type Paint, printable, ranges } from '../text.js'

/**
 * Maximum number of warnings with the same code that are shown in full. For further warnings, only the rows are listed.
 */
const EXAMPLES = 5
/** Maximum number of ranges, such as `3-5`, in a list of rows. */
const PARTS = 20

/**
 * Formats all errors, grouped by code. No error is left out, since the author of the file must correct each of them.
 */
export function errorLines(errors: readonly Issue[], paint: Paint): readonly string[] {
  return remarkGroups(errors).flatMap(([code, group]) => [
    '',
    groupTitle('error', [code, group], paint),
    ...group.map(({ path, message }) => `    ${errorPlace(path, message)}`),
  ])
}

/**
 * Formats warnings, grouped by code. In each group, the first warnings are shown in full; for the other warnings, only
 * the rows are listed.
 */
export function warningLines(
  warnings: readonly CmdbWarning[],
  lines: readonly number[] | undefined,
  paint: Paint,
): readonly string[] {
  return remarkGroups(warnings).flatMap(([code, group]) => {
    const examples = group.slice(0, EXAMPLES).map((warning) => `    ${warningPlace(warning, lines)}`)
    return ['', groupTitle('warning', [code, group], paint), ...examples, ...others(group.slice(EXAMPLES), lines)]
  })
}

function others(warnings: readonly CmdbWarning[], lines: readonly number[] | undefined): readonly string[] {
  if (warnings.length === 0) return []
  const rows = warnings.flatMap(({ row }) => (row === null ? [] : [row]))
  const parts = [`    … and ${number(warnings.length)} more`]
  if (rows.length > 0) parts.push(`in rows ${ranges(rows, PARTS)}`)
  if (rows.length > 0 && lines !== undefined) {
    parts.push(
      `lines ${ranges(
        rows.map((row) => lines[row] ?? 0),
        PARTS,
      )}`,
    )
  }
  return [parts.join('; ')]
}

function warningPlace({ code, row, message }: CmdbWarning, lines: readonly number[] | undefined): string {
  const words = printable(message)
  if (row === null) return words
  if (code === 'unknownColumn') return `header: ${words}`
  const line = lines?.[row]
  return line === undefined ? `row ${row}: ${words}` : `row ${row}, line ${line}: ${words}`
}

/** Formats the path `records[5].parent` with the message `line 7: …` as `row 5, line 7, parent: …`. */
function errorPlace(path: string, message: string): string {
  const [, row, field] = /^records\[(\d+)\](?:\.(.+))?$/.exec(path) ?? []
  const words = printable(message)
  if (row === undefined) return `${printable(path)}: ${words}`
  const [, line, rest = words] = /^line (\d+): (.*)$/.exec(words) ?? []
  const place = [`row ${row}`, line && `line ${line}`, field && printable(field)].filter(Boolean)
  return `${place.join(', ')}: ${rest}`
}
