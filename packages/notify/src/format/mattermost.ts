import { writeWithinLimit } from './fit.js'
import { jsonBody, type MessageDraft, type Posting } from './format.js'
import type { Summary, Tone } from './summary.js'
import { joinBlocks } from './text.js'

const COLOR_BY_TONE: Readonly<Record<Tone, string>> = {
  bad: '#d24b4e',
  warning: '#f2c744',
  good: '#3db887',
  neutral: '#2389d7',
}
/** Maximum length of a message that Mattermost accepts, in characters. */
const MAX_MESSAGE_CHARACTERS = 16_383

/**
 * Writes one attachment. Texts of alerts and people are formatted as code, in which Mattermost finds no mentions, links
 * and formatting. The title cannot be code. Without a link, Mattermost reads it as Markdown.
 */
export function writeMattermost({ notice }: MessageDraft): Posting {
  const write = (summary: Summary) => JSON.stringify(buildMessage(summary))
  return jsonBody(writeWithinLimit(notice, write, (text) => text.length <= MAX_MESSAGE_CHARACTERS))
}

function buildMessage(summary: Summary) {
  const title = withoutMarkup(summary.headline)
  const [link] = summary.links
  return {
    attachments: [
      {
        fallback: title,
        color: COLOR_BY_TONE[summary.tone],
        title,
        ...(link?.title === 'Open in opsgraph' ? { title_link: link.url } : {}),
        text: messageText(summary),
        footer: withoutMarkup(summary.reason),
      },
    ],
  }
}

function messageText(summary: Summary): string {
  return joinBlocks([
    [summary.change, ...[...summary.remains, ...summary.facts].map(toCodeBlock)],
    summary.text === '' ? [] : ['```', withoutBackticks(summary.text), '```'],
    summary.causes.map(
      ({ alert, path }) => `- Cause: ${toCodeBlock(alert)}${path === '' ? '' : `, by ${toCodeBlock(path)}`}`,
    ),
    summary.redundancy.length === 0
      ? []
      : ['Redundancy left:', ...summary.redundancy.map((text) => `- ${toCodeBlock(text)}`)],
    [summary.links.map(({ title, url }) => `[${title}](${url})`).join(' · ')],
  ])
}

function toCodeBlock(text: string): string {
  return `\`${withoutBackticks(text)}\``
}

/** Replaces backticks, because a backtick ends the code. */
function withoutBackticks(text: string): string {
  return text.replaceAll('`', "'")
}

/** Inserts a zero-width space after `@` and `]`: the text looks the same, but mentions nobody and makes no link. */
function withoutMarkup(text: string): string {
  return text.replace(/[@\]]/g, '$&\u200b')
}
