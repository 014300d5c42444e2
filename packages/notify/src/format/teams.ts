import { writeWithinLimit } from './fit.js'
import { jsonBody, type MessageDraft, type Posting } from './format.js'
import type { Summary, Tone } from './summary.js'

const COLOR_BY_TONE: Readonly<Record<Tone, string>> = {
  bad: 'attention',
  warning: 'warning',
  good: 'good',
  neutral: 'accent',
}
/** Maximum size of a message that Teams accepts, in bytes. */
const MAX_BODY_BYTES = 28 * 1024

/**
 * Writes an adaptive card, in the envelope that webhooks of the app Workflows accept. All texts are `TextRun`s, in
 * which Teams finds no Markdown. A mention would need an entry in `msteams.entities`
 * (rules.md#messages-of-subscriptions-6).
 */
export function writeTeams({ notice }: MessageDraft): Posting {
  const write = (summary: Summary) => JSON.stringify(buildMessage(summary))
  return jsonBody(writeWithinLimit(notice, write, (text) => Buffer.byteLength(text) <= MAX_BODY_BYTES))
}

function buildMessage(summary: Summary) {
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: buildCard(summary) },
    ],
  }
}

function buildCard(summary: Summary) {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      richTextBlock({ text: summary.headline, weight: 'bolder', size: 'large', color: COLOR_BY_TONE[summary.tone] }),
      ...[summary.change, ...summary.remains, ...summary.facts, ...summary.text.split('\n').filter(isNotEmpty)].map(
        plainTextBlock,
      ),
      ...summary.causes.flatMap(({ alert, path }) => [
        richTextBlock({ text: 'Cause: ', weight: 'bolder' }, { text: alert }),
        ...(path === '' ? [] : [richTextBlock({ text: path, isSubtle: true })]),
      ]),
      ...(summary.redundancy.length === 0 ? [] : [richTextBlock({ text: 'Redundancy left:', weight: 'bolder' })]),
      ...summary.redundancy.map(plainTextBlock),
      richTextBlock({ text: summary.reason, size: 'small', isSubtle: true }),
    ],
    actions: summary.links.map(({ title, url }) => ({ type: 'Action.OpenUrl', title, url })),
  }
}

interface TextRun {
  readonly text: string
  readonly weight?: 'bolder'
  readonly size?: 'small' | 'large'
  readonly color?: string
  readonly isSubtle?: boolean
}

function richTextBlock(...inlines: readonly TextRun[]) {
  return { type: 'RichTextBlock', inlines: inlines.map((run) => ({ type: 'TextRun', ...run })) }
}

function plainTextBlock(text: string) {
  return richTextBlock({ text })
}

function isNotEmpty(text: string): boolean {
  return text.trim() !== ''
}
