import type { Notice } from '../notifier.js'
import { describeEnd, describeRemainders, nameOfEnd } from './end.js'
import { toOneLine, toVisibleLines, truncateEscaped } from './text.js'

/** How much of a notice a message may show. */
export interface DetailLimits {
  /** Maximum number of UTF-16 units in a line. */
  readonly line: number
  /** Maximum number of UTF-16 units in the text of an alert. */
  readonly text: number
  /** Maximum number of causes. */
  readonly causes: number
  /** Maximum number of resources in a path: its first and its last ones. */
  readonly steps: number
  /** Maximum number of redundancy rules. */
  readonly redundancy: number
}

export type Tone = 'bad' | 'warning' | 'good' | 'neutral'

/** A message in lines for people. The formats escape them. */
export interface Summary {
  readonly tone: Tone
  /** The state and the object, in one line. */
  readonly headline: string
  /** What has changed, as a sentence. */
  readonly change: string
  /** The text of an alert; may be empty, and may have several lines. */
  readonly text: string
  readonly causes: readonly { readonly alert: string; readonly path: string }[]
  readonly redundancy: readonly string[]
  /** What remains although the state is over, as sentences. */
  readonly remains: readonly string[]
  /** Environment and owner, if there are any. */
  readonly facts: readonly string[]
  /** The pages to open. */
  readonly links: readonly { readonly title: string; readonly url: string }[]
  /** Why the reader gets the message. */
  readonly reason: string
}

/** Maximum length of a URL. A longer one is left out, because a shortened URL leads nowhere. */
const MAX_URL_CHARACTERS = 2_000
const ELLIPSIS = '…'

/** Turns a notice into lines for people, at most as long as `detail` says (rules.md#messages-of-subscriptions-1). */
export function summarize(notice: Notice, detail: DetailLimits): Summary {
  const line = (text: string) => truncateEscaped(toOneLine(text), detail.line)
  return {
    tone: chooseTone(notice),
    headline: line(writeHeadline(notice)),
    change: line(describeChange(notice)),
    text: toVisibleLines(truncateEscaped(notice.text, detail.text)),
    causes: listCauses(notice)
      .slice(0, detail.causes)
      .map((cause) => ({
        alert: line(`${cause.severity}: ${cause.event} on ${cause.resource}${environmentSuffix(cause.environment)}`),
        path: line(firstAndLast(cause.path.length > 1 ? cause.path : [], detail.steps).join(' → ')),
      })),
    redundancy: listWithRest(
      notice.redundancy,
      detail.redundancy,
      ({ environment, resource, of, healthy, minHealthy }) =>
        line(`${resource}${environmentSuffix(environment)}: ${healthy} of ${of} healthy, ${minHealthy} needed`),
    ),
    remains: describeRemainders(notice).map(line),
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

/** The first cause; if the state is over, the first sentence about what remains; empty = there is neither. */
export function firstReason({ causes, remains }: Summary): readonly string[] {
  return [...causes.map(({ alert }) => alert), ...remains].slice(0, 1)
}

/** Returns at most `most` items of a list: its first and its last ones, with `…` between them. */
export function firstAndLast(items: readonly string[], most: number): readonly string[] {
  if (items.length <= most) return items
  const last = Math.floor((most - 1) / 2)
  return [...items.slice(0, most - 1 - last), ELLIPSIS, ...items.slice(items.length - last)]
}

/** Returns the causes to list: none for a single alert, because the headline names it already. */
function listCauses({ kind, causes }: Notice): Notice['causes'] {
  return kind === 'alert' || kind === 'unreached' ? [] : causes
}

function writeHeadline(notice: Notice): string {
  const title = notice.title || notice.object
  if (notice.kind === 'test') return `Test: ${notice.subscription.name || notice.subscription.id}`
  if (notice.to === null) return `${nameOfEnd(notice)}: ${title}`
  const state = `${notice.repeat ? 'still ' : ''}${notice.to}${notice.acknowledged ? ', acknowledged' : ''}`
  return `${state}: ${title}${notice.kind === 'unreached' ? ' (reaches no service)' : ''}`
}

function describeChange(notice: Notice): string {
  const { kind, from, to, acknowledged, repeat } = notice
  if (kind === 'test') return 'This is a test of a subscription. Nothing has failed.'
  if (to === null) return describeEnd(notice)
  const by = acknowledged ? ' Somebody has acknowledged it.' : ''
  if (repeat) return `It is still ${to}, and nobody has acknowledged it.`
  if (from === null) return `It is ${to}.${by}`
  if (from === to)
    return acknowledged ? `It is still ${to}.${by}` : `It is still ${to}, with other causes or unacknowledged.`
  return `From ${from} to ${to}.${by}`
}

function chooseTone({ kind, to, acknowledged, isLeft, remains }: Notice): Tone {
  if (kind === 'test') return 'neutral'
  if (to === null) return isLeft || remains !== undefined ? 'neutral' : 'good'
  if (acknowledged) return 'neutral'
  if (to === 'security' || to === 'critical' || to === 'major') return 'bad'
  return to === 'minor' || to === 'warning' ? 'warning' : 'neutral'
}

function environmentSuffix(environment: string): string {
  return environment === '' ? '' : ` (${environment})`
}

function listWithRest<Item>(items: readonly Item[], most: number, text: (item: Item) => string): readonly string[] {
  const more = items.length - most
  return [...items.slice(0, most).map(text), ...(more > 0 ? [`and ${more} more`] : [])]
}

/**
 * Returns a URL that contains no markup of any format; empty = the text is no URL of a web page, or is too long. The
 * text may come from a catalog entry, in which people write anything.
 */
function safeUrl(text: string): string {
  if (!URL.canParse(text)) return ''
  const { protocol, href } = new URL(text)
  const url = href.replace(/[|()<>[\]\\`]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return (protocol === 'http:' || protocol === 'https:') && url.length <= MAX_URL_CHARACTERS ? url : ''
}
