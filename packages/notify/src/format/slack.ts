import { type Draft, jsonBody, type Posting } from './format.js'
import { firstReason, type Summary, summarize, type Tone } from './summary.js'
import { cut } from './text.js'

const SYMBOLS: Readonly<Record<Tone, string>> = { bad: '🔴', warning: '🟡', good: '🟢', neutral: '🔵' }
/** The limits of Slack, in characters. */
const MAX_HEADER = 150
const MAX_SECTION = 3_000
/** With these limits, Slack accepts every message, because each cause has its own block. */
const DETAIL_LIMITS = { line: 500, text: MAX_SECTION, causes: 10, steps: 12, redundancy: 5 }

/**
 * Writes a message of blocks. Texts of alerts and people are plain text, in which Slack finds no mentions, links and
 * formatting (rules.md#messages-of-subscriptions-3).
 */
export function writeSlack({ notice }: Draft): Posting {
  return jsonBody(JSON.stringify(buildMessage(summarize(notice, DETAIL_LIMITS))))
}

function buildMessage(summary: Summary) {
  const headline = `${SYMBOLS[summary.tone]} ${summary.headline}`
  return {
    // Notifications of the operating system show this text.
    text: cut([headline, ...firstReason(summary)].join('; '), MAX_SECTION, escapeSlack),
    blocks: [
      { type: 'header', text: plain(headline, MAX_HEADER) },
      section([summary.change, ...summary.remains, ...summary.facts]),
      ...(summary.text === '' ? [] : [section([summary.text])]),
      ...summary.causes.map(({ alert, path }) => section([`Cause: ${alert}`, ...(path === '' ? [] : [path])])),
      ...(summary.redundancy.length === 0 ? [] : [section(['Redundancy left:', ...summary.redundancy])]),
      ...summary.links.map(({ title, url }) => ({
        type: 'section',
        text: { type: 'mrkdwn', text: `<${escapeSlack(url)}|${title}>`, verbatim: true },
      })),
      { type: 'context', elements: [plain(summary.reason, MAX_SECTION)] },
    ],
  }
}

function section(lines: readonly string[]) {
  return { type: 'section', text: plain(lines.join('\n'), MAX_SECTION) }
}

function plain(text: string, length: number) {
  return { type: 'plain_text', text: cut(text, length, escapeSlack), emoji: false }
}

/** Escapes the three characters that Slack requires. Without `<`, no mention or link can begin. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
