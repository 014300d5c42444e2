import type { Notice } from '../notifier.js'

/** The input of a format. */
export interface MessageDraft {
  readonly notice: Notice
  /** The signing secrets, the newest first; for PagerDuty the routing key. */
  readonly secrets: readonly string[]
  /** When the try begins. */
  readonly now: Date
}

/** The body of a request, with its headers. */
export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Writes the request of a format that is posted to a URL. */
export type PostedFormat = (draft: MessageDraft) => Posting

/** Returns a JSON body with the usual headers. */
export function jsonBody(body: string): Posting {
  return { headers: { 'content-type': 'application/json' }, body }
}
