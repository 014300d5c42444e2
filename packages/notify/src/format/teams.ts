import { writeFitting } from './fit.js'
import { type Draft, jsonBody, type Posting } from './format.js'
import type { Summary, Tone } from './summary.js'

const COLORS: Readonly<Record<Tone, string>> = { bad: 'attention', warning: 'warning', good: 'good', neutral: 'accent' }
/** Maximum size of a message that Teams accepts, in bytes. */
const MAX_BYTES = 28 * 1024

/**
 * Writes an adaptive card, in the envelope that webhooks of the app Workflows accept. All texts are `TextRun`s, in
 * which Teams finds no Markdown. A mention would need an entry in `msteams.entities`
 * (rules.md#messages-of-subscriptions-6).
 */
export function writeTeams({ notice }: Draft): Posting {
  const write = (summary: Summary) => JSON.stringify(buildMessage(summary))
  return jsonBody(writeFitting(notice, write, (text) => Buffer.byteLength(text) <= MAX_BYTES))
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
      runs({ text: summary.headline, weight: 'bolder', size: 'large', color: COLORS[summary.tone] }),
      ...[summary.change, ...summary.remains, ...summary.facts, ...summary.text.split('\n').filter(isNotEmpty)].map(
        line,
      ),
      ...summary.causes.flatMap(({ alert, path }) => [
        runs({ text: 'Cause: ', weight: 'bolder' }, { text: alert }),
        ...(path === '' ? [] : [runs({ text: path, isSubtle: true })]),
      ]),
      ...(summary.redundancy.length === 0 ? [] : [runs({ text: 'Redundancy left:', weight: 'bolder' })]),
      ...summary.redundancy.map(line),
      runs({ text: summary.reason, size: 'small', isSubtle: true }),
    ],
    actions: summary.links.map(({ title, url }) => ({ type: 'Action.OpenUrl', title, url })),
  }
}

interface Run {
  readonly text: string
  readonly weight?: 'bolder'
  readonly size?: 'small' | 'large'
  readonly color?: string
  readonly isSubtle?: boolean
}

function runs(...inlines: readonly Run[]) {
  return { type: 'RichTextBlock', inlines: inlines.map((run) => ({ type: 'TextRun', ...run })) }
}

function line(text: string) {
  return runs({ text })
}

function isNotEmpty(text: string): boolean {
  return text.trim() !== ''
}
