import type { Draft, Posting } from './format.js'
import { jsonBody } from './format.js'
import { type Summary, summarize, type Tone } from './summary.js'
import { cut } from './text.js'

const SYMBOLS: Readonly<Record<Tone, string>> = { bad: '🔴', warning: '🟡', good: '🟢', neutral: '🔵' }
/** The limits of Slack, in characters. */
const HEADER = 150
const SECTION = 3_000
/** With these lengths, every message fits, because each cause has its own block. */
const DETAIL = { line: 500, text: SECTION, causes: 10, steps: 12, redundancy: 5 }

/**
 * Writes a message of blocks. Texts of alerts and people are plain text, in which Slack finds no mentions, links and
 * formatting (rules.md#messages-of-subscriptions-3).
 */
export function writeSlack({ notice }: Draft): Posting {
  return jsonBody(JSON.stringify(messageOf(summarize(notice, DETAIL))))
}

function messageOf(summary: Summary) {
  const headline = `${SYMBOLS[summary.tone]} ${summary.headline}`
  return {
    // The notification of the operating system shows this.
    text: cut([headline, ...summary.causes.slice(0, 1).map(({ alert }) => alert)].join('; '), SECTION, escapeSlack),
    blocks: [
      { type: 'header', text: plain(headline, HEADER) },
      section([summary.change, ...summary.facts]),
      ...(summary.text === '' ? [] : [section([summary.text])]),
      ...summary.causes.map(({ alert, path }) => section([`Cause: ${alert}`, ...(path === '' ? [] : [path])])),
      ...(summary.redundancy.length === 0 ? [] : [section(['Redundancy left:', ...summary.redundancy])]),
      ...summary.links.map(({ title, url }) => ({
        type: 'section',
        text: { type: 'mrkdwn', text: `<${escapeSlack(url)}|${title}>`, verbatim: true },
      })),
      { type: 'context', elements: [plain(summary.reason, SECTION)] },
    ],
  }
}

function section(lines: readonly string[]) {
  return { type: 'section', text: plain(lines.join('\n'), SECTION) }
}

function plain(text: string, length: number) {
  return { type: 'plain_text', text: cut(text, length, escapeSlack), emoji: false }
}

/** Escapes the three characters that Slack requires. Without `<`, no mention or link can begin. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
