import type { Notice } from '../notifier.js'

/** What a format writes from: a notice, and what belongs to the try. */
export interface Draft {
  readonly notice: Notice
  /** The secrets to sign with, or the routing key: the newest first. */
  readonly secrets: readonly string[]
  /** When the try begins. */
  readonly now: Date
}

/** The body of a request, with its headers. */
export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A format that is posted to a URL. */
export type PostedFormat = (draft: Draft) => Posting

/** A body of JSON without headers of its own. */
export function jsonBody(body: string): Posting {
  return { headers: { 'content-type': 'application/json' }, body }
}
