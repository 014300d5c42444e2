import type { Notifier } from '@opsgraph/core'

/**
 * A notifier that accepts every message and sends it to nobody. It accepts addresses that begin with `https:` or
 * `mailto:`.
 */
export const ACCEPTING_NOTIFIER: Notifier = {
  faultOf: (_, url) => (/^(https|mailto):/.test(url) ? undefined : 'must begin with https: or mailto:'),
  usualUrl: (format) => (format === 'pagerduty' ? 'https://events.pagerduty.com/v2/enqueue' : undefined),
  send: async () => ({ delivered: true, status: 200, error: null, retryAfter: null, took: 1 }),
}
