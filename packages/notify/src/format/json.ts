import { Webhook } from 'standardwebhooks'
import type { Notice } from '../notifier.js'
import { findFirstFitting } from './fit.js'
import { jsonBody, type MessageDraft, type Posting } from './format.js'
import { firstAndLast } from './summary.js'

/** Maximum size of a message, in bytes. */
const MAX_BODY_BYTES = 512 * 1024
/** The maximum numbers of items in the lists of a message, tried in turn until the message is small enough. */
const LIST_LIMITS = [Number.POSITIVE_INFINITY, 100, 20]

/**
 * Writes a message for programs, signed according to Standard Webhooks with each secret
 * (rules.md#messages-of-subscriptions-4, rules.md#messages-of-subscriptions-5).
 */
export function writeJson({ notice, secrets, now }: MessageDraft): Posting {
  const body = writeBody(notice)
  const { headers } = jsonBody(body)
  return {
    body,
    headers: {
      ...headers,
      'webhook-id': notice.id,
      'webhook-timestamp': `${Math.floor(now.getTime() / 1_000)}`,
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(notice.id, now, body)).join(' '),
    },
  }
}

function writeBody(notice: Notice): string {
  const write = (most: number) =>
    JSON.stringify({ type: eventTypeOf(notice), timestamp: notice.time, data: buildData(notice, most) })
  return findFirstFitting(LIST_LIMITS, write, (body) => Buffer.byteLength(body) <= MAX_BODY_BYTES)
}

function eventTypeOf({ kind }: Notice): string {
  return kind === 'test' ? 'subscription.test' : `${kind}.changed`
}

/** @param most maximum number of items in `redundancy`, and of resources in a path */
function buildData(notice: Notice, most: number) {
  const { kind, object, sequence, from, to, acknowledged, repeat, causes, redundancy, owner, runbook, link } = notice
  const { remains, isLeft } = notice
  return {
    kind,
    ...(kind === 'alert' || kind === 'unreached' ? { alertId: object } : { service: object }),
    sequence,
    from,
    to,
    acknowledged,
    ...(repeat ? { repeat } : {}),
    ...(remains === undefined ? {} : { remains }),
    ...(isLeft ? { noLongerTold: true } : {}),
    causes: causes.map(({ path, ...cause }) => ({ ...cause, path: firstAndLast(path, most) })),
    redundancy: redundancy.slice(0, most),
    owner,
    runbook,
    link,
  }
}
