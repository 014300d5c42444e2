import type { CmdbWarning, Issue } from '@opsgraph/core'
import { withFlagNames } from '../flag-names.js'
import { requireAboutFile } from '../importing/importer.js'
import {
  COUNTER_NAMES,
  counterCells,
  formatConclusion,
  formatRefusal,
  hasChanges,
  headCells,
  listedChangeLines,
  type PlanCommand,
  remarkLines,
  sumCounters,
  unlistedLines,
} from '../importing/plan-text.js'
import type { Ports } from '../ports.js'
import {
  createPaint,
  escapeControlCharacters,
  formatCount,
  formatNumber,
  formatRanges,
  formatTable,
  type Paint,
  shortenText,
} from '../text.js'
import { type Answer, changesAnything, type FileReport, type ImportFlags, isRefused, removesTooMuch } from './answer.js'
import { type CmdbInput, findRecordLines } from './read-cmdb-input.js'

/** Maximum number of topologies in the table of changed topologies. */
const MAX_SHOWN_TOPOLOGIES = 40
/** Maximum length of a service name in the table of changed topologies, in characters. A longer name is shortened. */
const MAX_NAME_CHARACTERS = 40

/**
 * Prints an answer for people.
 *
 * @throws StartError if the import was refused for a reason that is not in the file, such as an invalid key
 */
export async function printAnswer(
  input: CmdbInput,
  { answer, flags, command }: { readonly answer: Answer; readonly flags: ImportFlags; readonly command: PlanCommand },
  { print, terminal }: Pick<Ports, 'print' | 'terminal'>,
): Promise<void> {
  requireAboutFile(answer)
  const lines = answer.status === 'ok' && answer.warnings.length > 0 ? await findRecordLines(input, flags) : undefined
  const content = { name: input.name, answer, lines, command }
  for (const line of answerLines(content, createPaint(terminal.isColored))) print(line)
}

interface AnswerText {
  /** The display name of the file. */
  readonly name: string
  readonly answer: Answer
  /**
   * The line where each record of a CSV file begins, by row. `undefined` if the file is JSON or the lines cannot be
   * found.
   */
  readonly lines: readonly number[] | undefined
  readonly command: PlanCommand
}

/** Formats an answer as text for people: counters, warnings and errors. */
export function answerLines({ name, answer, lines, command }: AnswerText, paint: Paint): readonly string[] {
  const title = paint('bold', escapeControlCharacters(name))
  if (answer.status === 'error') {
    return [`${title}: ${formatRefusal(answer, paint)}`, ...errorLines(answer.errors ?? [], paint)]
  }
  return [
    `${title}: ${summaryLine(answer)}`,
    ...reportLines(answer, paint),
    ...listedChangeLines(answer, paint),
    ...warningLines(answer.warnings, lines, paint),
    ...skippedLines(answer, paint),
    ...noRecordsLines(answer, paint),
    ...errorLines(answer.errors, paint),
    '',
    formatConclusion(
      { isRefused: isRefused(answer), isChanging: changesAnything(answer), command, hint: chooseHint(answer) },
      paint,
    ),
  ]
}

function chooseHint(answer: FileReport): string {
  return removesTooMuch(answer) ? '. If all of this is really gone, pass --max-removals none' : ''
}

function skippedLines({ records: { skipped = 0 } }: FileReport, paint: Paint): readonly string[] {
  return skipped === 0 ? [] : ['', `  ${paint('red', 'left out')}: ${formatCount(skipped, 'record')} with errors`]
}

/**
 * Warns about a file without records. A failed CMDB export is often empty, and its plan must not look like the plan of
 * a good file without changes.
 */
function noRecordsLines({ records }: FileReport, paint: Paint): readonly string[] {
  return records.total + (records.skipped ?? 0) > 0
    ? []
    : ['', `  ${paint('red', 'the file has no records')}: check whether it is complete`]
}

/** Formats only the counters of an import: how many items it creates, updates, removes and leaves unchanged. */
export function reportLines(report: FileReport, paint: Paint): readonly string[] {
  const { relations, catalogServices, topologies } = report
  const head = [headCells('', ...COUNTER_NAMES), [{ text: 'relations' }, ...counterCells(relations)]]
  if (catalogServices === undefined || topologies === undefined) {
    return ['', ...formatTable(head, paint), ...claimLines(report)]
  }
  const nodes = sumCounters(topologies.map((topology) => topology.nodes))
  const edges = sumCounters(topologies.map((topology) => topology.edges))
  const totals = [
    ...head,
    [{ text: 'services in the catalog' }, ...counterCells({ ...catalogServices, update: 0, remove: 0 })],
    [{ text: 'nodes of topologies' }, ...counterCells(nodes)],
    [{ text: 'edges of topologies' }, ...counterCells(edges)],
  ]
  return ['', ...formatTable(totals, paint), ...topologyLines(topologies, paint), ...claimLines(report)]
}

/** Formats how many relations and nodes stay as they are although the source declares something else about them. */
function claimLines({ claims, source }: FileReport): readonly string[] {
  if (claims === undefined) return []
  const lineOf = (count: number, how: string) =>
    count === 0
      ? []
      : [`  unchanged, but ${how} declared by ${escapeControlCharacters(source)}: ${formatNumber(count)}`]
  const lines = [
    ...lineOf(claims.create, 'newly'),
    ...lineOf(claims.update, 'otherwise'),
    ...lineOf(claims.remove, 'no longer'),
  ]
  return ['', ...lines]
}

function topologyLines(topologies: NonNullable<FileReport['topologies']>, paint: Paint): readonly string[] {
  const changed = topologies.filter(
    ({ action, nodes, edges, errors }) =>
      action === 'create' || errors.length > 0 || hasChanges(nodes) || hasChanges(edges),
  )
  const listed = changed.slice(0, MAX_SHOWN_TOPOLOGIES).map(({ service, action, nodes, edges, errors }) => [
    {
      text: shortenText(escapeControlCharacters(service), MAX_NAME_CHARACTERS),
      style: errors.length > 0 ? ('red' as const) : undefined,
    },
    { text: action },
    ...counterCells(nodes),
    { text: ' ' },
    ...counterCells(edges),
  ])
  const heads = [
    headCells('topology', '', 'nodes', '', '', '', '', 'edges'),
    headCells('', '', ...COUNTER_NAMES, '', ...COUNTER_NAMES),
  ]
  return [
    ...(listed.length > 0 ? ['', ...formatTable([...heads, ...listed], paint)] : []),
    ...unlistedLines({ more: changed.length - listed.length, unchanged: topologies.length - changed.length }),
  ]
}

function summaryLine({ records, source, mode }: FileReport): string {
  const { graphOnly: count = 0 } = records
  const graphOnly = count > 0 ? `, ${formatNumber(count)} of them for the resource graph alone` : ''
  return `${formatCount(records.total, 'record')}${graphOnly}; source ${escapeControlCharacters(source)}, mode ${mode}`
}

/**
 * Maximum number of warnings with the same code that are shown in full. For further warnings, only the rows are listed.
 */
const MAX_SHOWN_WARNINGS = 5
/** Maximum number of ranges, such as `3-5`, in a list of rows. */
const MAX_SHOWN_RANGES = 20

/**
 * Formats all errors, grouped by code. No error is left out, since the author of the file must correct each of them.
 */
export function errorLines(errors: readonly Issue[], paint: Paint): readonly string[] {
  const textsOf = (group: readonly Issue[]) =>
    group.map(({ path, message }) => withFlagNames(formatErrorLocation(path, message)))
  return remarkLines({ what: 'error', remarks: errors, textsOf }, paint)
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
  const textsOf = (group: readonly CmdbWarning[]) => [
    ...group.slice(0, MAX_SHOWN_WARNINGS).map((warning) => formatWarning(warning, lines)),
    ...unlistedWarningLines(group.slice(MAX_SHOWN_WARNINGS), lines),
  ]
  return remarkLines({ what: 'warning', remarks: warnings, textsOf }, paint)
}

function unlistedWarningLines(
  warnings: readonly CmdbWarning[],
  lines: readonly number[] | undefined,
): readonly string[] {
  if (warnings.length === 0) return []
  const rows = warnings.flatMap((warning) => (warning.row === null || isOfHeader(warning) ? [] : [warning.row]))
  const remarks = [`… and ${formatNumber(warnings.length)} more`]
  if (rows.length > 0) remarks.push(`in rows ${formatRanges(rows, MAX_SHOWN_RANGES)}`)
  const ofRows = rows.map((row) => lines?.[row] ?? 0)
  if (rows.length > 0 && lines !== undefined) remarks.push(`lines ${formatRanges(ofRows, MAX_SHOWN_RANGES)}`)
  return [remarks.join('; ')]
}

function formatWarning(warning: CmdbWarning, lines: readonly number[] | undefined): string {
  const { row, message } = warning
  const words = escapeControlCharacters(message)
  if (row === null) return words
  if (isOfHeader(warning)) return `header: ${words}`
  const line = lines?.[row]
  return line === undefined ? `row ${row}: ${words}` : `row ${row}, line ${line}: ${words}`
}

/** Whether a warning is about a column of the file, and not about a row. */
function isOfHeader({ code, params }: CmdbWarning): boolean {
  return code === 'unknownColumn' && params.field === undefined
}

/** Formats the path `records[5].parent` with the message `line 7: …` as `row 5, line 7, parent: …`. */
function formatErrorLocation(path: string, message: string): string {
  const [, row, field] = /^records\[(\d+)\](?:\.(.+))?$/.exec(path) ?? []
  const words = escapeControlCharacters(message)
  if (row === undefined) return `${escapeControlCharacters(path)}: ${words}`
  const [, line, rest = words] = /^line (\d+): (.*)$/.exec(words) ?? []
  const place = [`row ${row}`, line && `line ${line}`, field && escapeControlCharacters(field)].filter(Boolean)
  return `${place.join(', ')}: ${rest}`
}
