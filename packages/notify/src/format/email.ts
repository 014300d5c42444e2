import { createHash } from 'node:crypto'
import type { Notice } from '../notifier.js'
import { type Summary, summarize } from './summary.js'
import { joinBlocks, truncateEscaped } from './text.js'

/** The content of a mail, without sender and recipients. */
export interface Mail {
  readonly subject: string
  /** The local part of the Message-ID: the same for all tries of a message. */
  readonly id: string
  /** The same for all mails of a subscription about one object, so that mail programs group them into one thread. */
  readonly thread: string
  readonly text: string
}

/** Maximum number of characters of a subject: mail programs show about as many. */
const MAX_SUBJECT_CHARACTERS = 150
const DETAIL_LIMITS = { line: 1_000, text: 5_000, causes: 10, steps: 50, redundancy: 20 }

/** Writes a mail of plain text, so that texts of alerts are no markup (rules.md#messages-of-subscriptions-8). */
export function writeEmail(notice: Notice): Mail {
  const summary = summarize(notice, DETAIL_LIMITS)
  const { subscription, kind, object } = notice
  return {
    subject: truncateEscaped(`[opsgraph] ${summary.headline}`, MAX_SUBJECT_CHARACTERS),
    id: hashOf(notice.id),
    thread: hashOf(JSON.stringify([subscription.id, kind, object])),
    text: mailText(summary, notice.time),
  }
}

function mailText(summary: Summary, time: string): string {
  const blocks = [
    [summary.headline, summary.change, ...summary.remains, `Since ${time}`, ...summary.facts],
    [summary.text],
    titledBlock(
      'Causes:',
      summary.causes.flatMap(({ alert, path }) => [`- ${alert}`, ...(path === '' ? [] : [`  ${path}`])]),
    ),
    titledBlock(
      'Redundancy left:',
      summary.redundancy.map((line) => `- ${line}`),
    ),
    summary.links.map(({ title, url }) => `${title}: ${url}`),
    ['-- ', summary.reason],
  ]
  return `${joinBlocks(blocks)}\n`
}

function titledBlock(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

/** Hashes a text, because it may contain characters that mail headers cannot contain. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
