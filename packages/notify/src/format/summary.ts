import type { Notice } from '../notifier.js'
import { cut, oneLine, someLines } from './text.js'

/** How much of a notice a message shows. */
export interface Detail {
  /** UTF-16 units of a line. */
  readonly line: number
  /** UTF-16 units of the text of an alert. */
  readonly text: number
  readonly causes: number
  /** Resources of a path: the first and the last ones. */
  readonly steps: number
  readonly redundancy: number
}

export type Tone = 'bad' | 'warning' | 'good' | 'neutral'

/** What a message says, in lines for people. Nothing is escaped yet. */
export interface Summary {
  readonly tone: Tone
  /** What is the matter, in one line. */
  readonly headline: string
  /** What has changed, as a sentence. */
  readonly change: string
  /** The text of an alert; may be empty, and may have several lines. */
  readonly text: string
  readonly causes: readonly { readonly alert: string; readonly path: string }[]
  readonly redundancy: readonly string[]
  /** Environment and owner, if there are any. */
  readonly facts: readonly string[]
  /** The pages to open. */
  readonly links: readonly { readonly title: string; readonly url: string }[]
  /** Why the reader gets the message. */
  readonly reason: string
}

/** Longer addresses are left out: a part of an address leads nowhere. */
const LONGEST_URL = 2_000
const ELLIPSIS = '…'
const LEFT =
  'This subscription tells of the service no more: its settings have changed, or the service is gone. It may still hurt.'

/** Says what a notice means (rules.md#messages-of-subscriptions-1), in at most `detail`. */
export function summarize(notice: Notice, detail: Detail): Summary {
  const line = (text: string) => cut(oneLine(text), detail.line)
  return {
    tone: toneOf(notice),
    headline: line(headlineOf(notice)),
    change: line(changeOf(notice)),
    text: someLines(cut(notice.text, detail.text)),
    causes: causesOf(notice)
      .slice(0, detail.causes)
      .map((cause) => ({
        alert: line(`${cause.severity}: ${cause.event} on ${cause.resource}${inEnvironment(cause.environment)}`),
        path: line(ends(cause.path.length > 1 ? cause.path : [], detail.steps).join(' → ')),
      })),
    redundancy: listed(notice.redundancy, detail.redundancy, ({ environment, resource, of, healthy, minHealthy }) =>
      line(`${resource}${inEnvironment(environment)}: ${healthy} of ${of} healthy, ${minHealthy} needed`),
    ),
    facts: [
      ...(notice.environment === '' ? [] : [line(`Environment: ${notice.environment}`)]),
      ...(notice.owner === '' ? [] : [line(`Owner: ${notice.owner}`)]),
    ],
    links: [
      { title: 'Open in opsgraph', url: safeUrl(notice.link) },
      { title: 'Runbook', url: safeUrl(notice.runbook) },
    ].filter(({ url }) => url !== ''),
    reason: line(`Sent by the subscription ${notice.subscription.name || notice.subscription.id}`),
  }
}

/** The first and the last items of a list, with `…` between them, so that at most `most` items remain. */
export function ends(items: readonly string[], most: number): readonly string[] {
  if (items.length <= most) return items
  const last = Math.floor((most - 1) / 2)
  return [...items.slice(0, most - 1 - last), ELLIPSIS, ...items.slice(items.length - last)]
}

/** The causes to list. An alert is its own cause, which the headline names already. */
function causesOf({ kind, causes }: Notice): Notice['causes'] {
  return kind === 'alert' || kind === 'unreached' ? [] : causes
}

function headlineOf(notice: Notice): string {
  const title = notice.title || notice.object
  if (notice.kind === 'test') return `Test: ${notice.subscription.name || notice.subscription.id}`
  if (notice.to === null) return `${notice.isLeft ? 'no longer told' : 'over'}: ${title}`
  const state = `${notice.repeat ? 'still ' : ''}${notice.to}${notice.acknowledged ? ', acknowledged' : ''}`
  return `${state}: ${title}${notice.kind === 'unreached' ? ' (reaches no service)' : ''}`
}

function changeOf({ kind, from, to, acknowledged, repeat, isLeft }: Notice): string {
  if (kind === 'test') return 'This is a test of a subscription. Nothing has failed.'
  if (to === null && isLeft) return LEFT
  if (to === null) return from === null ? 'It is over.' : `It is over. It was ${from}.`
  const by = acknowledged ? ' Somebody has acknowledged it.' : ''
  if (repeat) return `It is still ${to}, and nobody has acknowledged it.`
  if (from === null) return `It is ${to}.${by}`
  if (from === to)
    return acknowledged ? `It is still ${to}.${by}` : `It is still ${to}, with other causes or unacknowledged.`
  return `From ${from} to ${to}.${by}`
}

function toneOf({ kind, to, acknowledged, isLeft }: Notice): Tone {
  if (kind === 'test') return 'neutral'
  if (to === null) return isLeft ? 'neutral' : 'good'
  if (acknowledged) return 'neutral'
  if (to === 'security' || to === 'critical' || to === 'major') return 'bad'
  return to === 'minor' || to === 'warning' ? 'warning' : 'neutral'
}

function inEnvironment(environment: string): string {
  return environment === '' ? '' : ` (${environment})`
}

function listed<Item>(items: readonly Item[], most: number, text: (item: Item) => string): readonly string[] {
  const more = items.length - most
  return [...items.slice(0, most).map(text), ...(more > 0 ? [`and ${more} more`] : [])]
}

/**
 * The address as a link that no format takes for markup; empty = it is no address of a web page, or too long. Catalog
 * entries contain what people write.
 */
function safeUrl(text: string): string {
  if (!URL.canParse(text)) return ''
  const { protocol, href } = new URL(text)
  const url = href.replace(/[|()<>[\]\\`]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return (protocol === 'http:' || protocol === 'https:') && url.length <= LONGEST_URL ? url : ''
}
