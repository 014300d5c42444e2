import { jsonBody, type MessageDraft, type Posting } from './format.js'
import { firstReason, type Summary, summarize, type Tone } from './summary.js'
import { truncateEscaped } from './text.js'

const SYMBOL_BY_TONE: Readonly<Record<Tone, string>> = { bad: '🔴', warning: '🟡', good: '🟢', neutral: '🔵' }
/** The limits of Slack, in characters. */
const MAX_HEADER_CHARACTERS = 150
const MAX_SECTION_CHARACTERS = 3_000
/** With these limits, Slack accepts every message, because each cause has its own block. */
const DETAIL_LIMITS = { line: 500, text: MAX_SECTION_CHARACTERS, causes: 10, steps: 12, redundancy: 5 }

/**
 * Writes a message of blocks. Texts of alerts and people are plain text, in which Slack finds no mentions, links and
 * formatting (rules.md#messages-of-subscriptions-3).
 */
export function writeSlack({ notice }: MessageDraft): Posting {
  return jsonBody(JSON.stringify(buildMessage(summarize(notice, DETAIL_LIMITS))))
}

function buildMessage(summary: Summary) {
  const headline = `${SYMBOL_BY_TONE[summary.tone]} ${summary.headline}`
  return {
    // Notifications of the operating system show this text.
    text: truncateEscaped([headline, ...firstReason(summary)].join('; '), MAX_SECTION_CHARACTERS, escapeSlack),
    blocks: [
      { type: 'header', text: plainTextElement(headline, MAX_HEADER_CHARACTERS) },
      sectionBlock([summary.change, ...summary.remains, ...summary.facts]),
      ...(summary.text === '' ? [] : [sectionBlock([summary.text])]),
      ...summary.causes.map(({ alert, path }) => sectionBlock([`Cause: ${alert}`, ...(path === '' ? [] : [path])])),
      ...(summary.redundancy.length === 0 ? [] : [sectionBlock(['Redundancy left:', ...summary.redundancy])]),
      ...summary.links.map(({ title, url }) => ({
        type: 'section',
        text: { type: 'mrkdwn', text: `<${escapeSlack(url)}|${title}>`, verbatim: true },
      })),
      { type: 'context', elements: [plainTextElement(summary.reason, MAX_SECTION_CHARACTERS)] },
    ],
  }
}

function sectionBlock(lines: readonly string[]) {
  return { type: 'section', text: plainTextElement(lines.join('\n'), MAX_SECTION_CHARACTERS) }
}

function plainTextElement(text: string, length: number) {
  return { type: 'plain_text', text: truncateEscaped(text, length, escapeSlack), emoji: false }
}

/** Escapes the three characters that Slack requires. Without `<`, no mention or link can begin. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
