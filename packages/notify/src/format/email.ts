import { createHash } from 'node:crypto'
import type { Notice } from '../notifier.js'
import { type Summary, summarize } from './summary.js'
import { cut } from './text.js'

/** A mail, without its sender and recipients. */
export interface Mail {
  readonly subject: string
  /** Without angle brackets and domain: the same for all tries. */
  readonly id: string
  /** The same for all mails of the subscription about one object, so that mail programs show them together. */
  readonly thread: string
  readonly text: string
}

/** Mail programs show about this many characters of a subject. */
const SUBJECT = 150
const DETAIL = { line: 1_000, text: 5_000, causes: 10, steps: 50, redundancy: 20 }

/** A mail of plain text: no mail program finds markup in what alerts say (rules.md#messages-of-subscriptions-8). */
export function writeEmail(notice: Notice): Mail {
  const summary = summarize(notice, DETAIL)
  const { subscription, kind, object } = notice
  return {
    subject: cut(`[opsgraph] ${summary.headline}`, SUBJECT),
    id: hashOf(notice.id),
    thread: hashOf(JSON.stringify([subscription.id, kind, object])),
    text: textOf(summary, notice.time),
  }
}

function textOf(summary: Summary, time: string): string {
  const blocks = [
    [summary.headline, summary.change, `Since ${time}`, ...summary.facts],
    [summary.text],
    titled(
      'Causes:',
      summary.causes.flatMap(({ alert, path }) => [`- ${alert}`, ...(path === '' ? [] : [`  ${path}`])]),
    ),
    titled(
      'Redundancy left:',
      summary.redundancy.map((line) => `- ${line}`),
    ),
    summary.links.map(({ title, url }) => `${title}: ${url}`),
    ['-- ', summary.reason],
  ]
  return `${blocks
    .map((lines) => lines.join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

/** Names may contain characters that a mail header may not. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
