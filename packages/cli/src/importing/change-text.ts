import type { Change, ChangeAction, ListedChanges } from '@opsgraph/core'
import { changeWords } from '@opsgraph/core/pure'
import { number, type Paint, printable, type Style } from '../text.js'

const MARKS: Readonly<Record<ChangeAction, { readonly sign: string; readonly style: Style }>> = {
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
    const title = titleOf(change)
    const before = changes[index - 1]
    const isNext = before !== undefined && titleOf(before) === title
    return [...(isNext ? [] : ['', `  ${paint('bold', title)}`]), `    ${changeLine(change, paint)}`]
  })
  const rest = `  … and ${number(more)} more; removals are listed first, then updates`
  return more > 0 ? [...lines, '', rest] : lines
}

function titleOf(change: Change): string {
  return change.kind === 'relation' ? 'changes of the resource graph' : `changes of ${printable(change.service)}`
}

function changeLine(change: Change, paint: Paint): string {
  const { sign, style } = MARKS[change.action]
  const { kind, name, detail } = changeWords(change)
  const words = [kind, printable(name), detail && `(${printable(detail)})`].filter(Boolean)
  return `${paint(style, sign)} ${words.join(' ')}`
}
