import { createHash } from 'node:crypto'
import type { Notice } from '../notifier.js'
import { jsonBody, type MessageDraft, type Posting } from './format.js'
import { firstReason, summarize } from './summary.js'
import { truncateEscaped } from './text.js'

type PagerDutySeverity = 'critical' | 'error' | 'warning' | 'info'
const SEVERITIES: Readonly<Partial<Record<NonNullable<Notice['to']>, PagerDutySeverity>>> = {
  security: 'critical',
  critical: 'critical',
  major: 'error',
  minor: 'warning',
  warning: 'warning',
}
/** The limits of PagerDuty, in characters. An event may have 512 KB; with `DETAIL_LIMITS`, it is much smaller. */
const MAX_SUMMARY_CHARACTERS = 1_024
const MAX_KEY_CHARACTERS = 255
const DETAIL_LIMITS = { line: MAX_SUMMARY_CHARACTERS, text: 3_000, causes: 10, steps: 50, redundancy: 20 }

/** The address of PagerDuty in the United States; accounts in Europe have another one. */
export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue'

/**
 * Writes an event of the Events API v2: it triggers, acknowledges or resolves the incident of the service or the alert
 * (rules.md#messages-of-subscriptions-7).
 */
export function writePagerduty({ notice, secrets }: MessageDraft): Posting {
  const action = chooseAction(notice)
  const event = { routing_key: secrets[0] ?? '', event_action: action, dedup_key: buildDeduplicationKey(notice) }
  const isEnded = notice.remains === undefined && !notice.isLeft
  const hasDetails = action === 'trigger' || (action === 'resolve' && !isEnded)
  return jsonBody(JSON.stringify(hasDetails ? { ...event, ...buildDetails(notice) } : event))
}

function chooseAction({ kind, to, acknowledged }: Notice): 'trigger' | 'acknowledge' | 'resolve' {
  if (kind === 'test') return 'trigger'
  if (to === null) return 'resolve'
  return acknowledged ? 'acknowledge' : 'trigger'
}

/** Returns the key of the incident: the same for all messages about an object, and different for any other object. */
function buildDeduplicationKey({ kind, object, subscription }: Notice): string {
  const name = kind === 'test' ? subscription.id : object
  const key = `${kind}:${name}`
  return key.length <= MAX_KEY_CHARACTERS ? key : `${kind}:${createHash('sha256').update(name).digest('hex')}`
}

function buildDetails(notice: Notice) {
  const summary = summarize(notice, DETAIL_LIMITS)
  const { headline, change, remains, text, causes, redundancy, links, reason } = summary
  return {
    client: 'opsgraph',
    links: links.map(({ title, url }) => ({ href: url, text: title })),
    payload: {
      // Phones show only this text of an incident.
      summary: truncateEscaped([headline, ...firstReason(summary)].join('; '), MAX_SUMMARY_CHARACTERS),
      source: notice.object || notice.subscription.id,
      severity: notice.kind === 'test' || notice.to === null ? 'info' : (SEVERITIES[notice.to] ?? 'info'),
      timestamp: notice.time,
      class: notice.kind,
      ...(notice.environment === '' ? {} : { group: notice.environment }),
      custom_details: {
        change: [change, ...remains].join(' '),
        text,
        causes: causes.map(({ alert, path }) => (path === '' ? alert : `${alert}, by ${path}`)),
        redundancy,
        owner: notice.owner,
        subscription: reason,
      },
    },
  }
}
