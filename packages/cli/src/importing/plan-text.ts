import type { Change, ChangeAction, Counters, ListedChanges } from '@opsgraph/core'
import { changeWords, groupBy } from '@opsgraph/core/pure'
import { withFlagNames } from '../flag-names.js'
import { type Cell, escapeControlCharacters, formatCount, formatNumber, type Paint, type Style } from '../text.js'
import type { Refusal } from './importer.js'

const CHANGE_MARKS: Readonly<Record<ChangeAction, { readonly sign: string; readonly style: Style }>> = {
  create: { sign: '+', style: 'green' },
  update: { sign: '~', style: 'yellow' },
  remove: { sign: '-', style: 'red' },
}

/** Formats the listed changes of an answer, grouped by service; no lines if changes were not requested. */
export function listedChangeLines(
  { changes = [], changesTotal = 0 }: Partial<ListedChanges>,
  paint: Paint,
): readonly string[] {
  const more = changesTotal - changes.length
  const lines = changes.flatMap((change, index) => {
    const title = buildTitle(change)
    const before = changes[index - 1]
    const isNext = before !== undefined && buildTitle(before) === title
    return [...(isNext ? [] : ['', `  ${paint('bold', title)}`]), `    ${changeLine(change, paint)}`]
  })
  const moreText = `  … and ${formatNumber(more)} more; removals are listed first, then updates`
  return more > 0 ? [...lines, '', moreText] : lines
}

function buildTitle(change: Change): string {
  const service = 'service' in change ? change.service : undefined
  return service === undefined ? 'changes of the resource graph' : `changes of ${escapeControlCharacters(service)}`
}

function changeLine(change: Change, paint: Paint): string {
  const { sign, style } = CHANGE_MARKS[change.action]
  const { kind, name, detail } = changeWords(change)
  const words = [kind, escapeControlCharacters(name), detail && `(${escapeControlCharacters(detail)})`].filter(Boolean)
  return `${paint(style, sign)} ${words.join(' ')}`
}

export const COUNTER_NAMES = ['create', 'update', 'remove', 'unchanged'] as const

const COUNTER_STYLES: Readonly<Record<(typeof COUNTER_NAMES)[number], Style>> = {
  create: 'green',
  update: 'yellow',
  remove: 'red',
  unchanged: 'dim',
}

/** A row of headings. */
export function headCells(...texts: readonly string[]): readonly Cell[] {
  return texts.map((text) => ({ text, style: 'bold' }))
}

/** The cells of the counters, in the order of `COUNTER_NAMES`. */
export function counterCells(counters: Counters): readonly Cell[] {
  return COUNTER_NAMES.map((name) => ({
    text: formatNumber(counters[name]),
    style: counters[name] === 0 ? 'dim' : COUNTER_STYLES[name],
  }))
}

/** Whether the counters show any change. */
export function hasChanges({ create, update, remove }: Counters): boolean {
  return create + update + remove > 0
}

export function sumCounters(addends: readonly Counters[]): Counters {
  const sum = { create: 0, update: 0, remove: 0, unchanged: 0 }
  for (const counters of addends) for (const name of COUNTER_NAMES) sum[name] += counters[name]
  return sum
}

/** The style of errors and of warnings. */
export const REMARK_STYLES: Readonly<Record<'error' | 'warning', Style>> = { error: 'red', warning: 'yellow' }

interface RemarkText<Remark> {
  readonly what: 'error' | 'warning'
  readonly remarks: readonly Remark[]
  /** Formats the remarks with the same code, without indentation. */
  readonly textsOf: (group: readonly Remark[]) => readonly string[]
}

/** Formats errors or warnings, grouped by code in the order of the first appearance. */
export function remarkLines<Remark extends { readonly code: string }>(
  { what, remarks, textsOf }: RemarkText<Remark>,
  paint: Paint,
): readonly string[] {
  return [...groupBy(remarks, ({ code }) => code)].flatMap(([code, group]) => [
    '',
    `  ${paint(REMARK_STYLES[what], escapeControlCharacters(code))} (${formatCount(group.length, what)})`,
    ...textsOf(group).map((text) => `    ${text}`),
  ])
}

/** Formats what follows the name of a refused file in the title line. */
export function formatRefusal({ message, errors = [] }: Refusal, paint: Paint): string {
  return `${paint('red', escapeControlCharacters(withFlagNames(message)))}, ${formatCount(errors.length, 'error')}; nothing is written`
}

/** Formats the number of topologies that are not in the table of changed topologies. */
export function unlistedLines({ more, unchanged }: { readonly more: number; readonly unchanged: number }) {
  return [
    ...(more > 0 ? [`  … and ${formatCount(more, 'more topology', 'more topologies')} (--json lists all)`] : []),
    ...(unchanged > 0 ? ['', `  unchanged: ${formatCount(unchanged, 'topology', 'topologies')}`] : []),
  ]
}

/** The kind of command that prints a plan. */
export type PlanCommand = 'plan' | 'import'

/** The last line of a plan with changes. */
const CONCLUSION_WORDS = { plan: 'a plan: nothing is written', import: 'the plan: nothing is written yet' } as const

interface Conclusion {
  readonly isRefused: boolean
  readonly isChanging: boolean
  readonly command: PlanCommand
  /** How the user can import the file nevertheless. */
  readonly hint?: string
}

/** The last line of a plan. */
export function formatConclusion({ isRefused, isChanging, command, hint = '' }: Conclusion, paint: Paint): string {
  const refusal = command === 'plan' ? 'the import would be refused' : 'the import is refused: nothing is written'
  if (isRefused) return paint('red', `${refusal}${hint}`)
  return isChanging ? CONCLUSION_WORDS[command] : paint('green', 'nothing to change')
}
