import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  extractIfEmpty,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

const WITHOUT_HEARTBEAT = { key: 'attributes.state', op: '!~', value: '.' } as const

/** A policy that gives the notices of Uptime Kuma whose text matches `pattern` their own event. */
function noticeOf(event: string, pattern: string) {
  return {
    name: `name the notices: ${event}`,
    description: 'What expires soon is no outage.',
    filters: { clauses: [WITHOUT_HEARTBEAT, { key: 'attributes.message', op: '~', value: pattern }] },
    actions: [{ set: 'event', value: event }],
  } as const
}

export const UPTIME_KUMA: WebhookPreset = {
  id: 'uptime-kuma',
  name: 'Uptime Kuma',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: {
      clauses: [
        { key: 'heartbeat.status', op: '!~', value: '.' },
        { key: 'msg', op: '~', value: 'Testing$' },
      ],
    },
    fieldMappings: {
      resource: 'monitor.name',
      severity: 'heartbeat.status',
      text: 'heartbeat.msg',
      tags: 'monitor.tags[].name',
      fingerprint: 'monitor.id',
      eventTime: 'heartbeat.time',
      attributes: { state: 'heartbeat.status', message: 'msg', url: 'monitor.url', hostname: 'monitor.hostname' },
    },
    defaultValues: { ...defaultsWithText('Uptime Kuma', 'uptime-kuma'), event: 'Down', text: 'no message' },
  },
  policies: numberedPolicies(
    'Uptime Kuma',
    // A name may contain brackets, as in `[[prod] shop][https://shop.example.org] …`.
    extractIfEmpty('resource', 'attributes.message', '^\\[(.{1,200}?)\\](?:\\[|[^\\[\\]]*$)'),
    {
      name: 'name the notices',
      description: 'A notice has no heartbeat. It does not say that the monitor is down.',
      filters: { clauses: [WITHOUT_HEARTBEAT] },
      actions: [
        { set: 'event', value: 'Notice' },
        copyFirst('text', 'attributes.message'),
        { extract: 'resource', from: 'attributes.message', pattern: '(?i)^domain name (\\S{1,200}) will expire' },
        setIfEmpty('resource', 'Uptime Kuma'),
      ],
    },
    noticeOf('Certificate', '(?i)\\bcertificate\\b.*\\bexpire'),
    noticeOf('Domain', '(?i)^domain name \\S+ will expire'),
    fillFields({
      translate: 'severity',
      values: { '0': 'critical', '2': 'warning', '3': 'informational' },
      otherwise: 'warning',
    }),
    closeWhen('attributes.state', ['1']),
  ),
  hints: [
    'Add a notification of the kind Webhook with the body application/json and the additional header Authorization.',
    'Uptime Kuma sends no end if a monitor is up again after a maintenance that began while it was down, or if the monitor is paused or deleted, so close such alerts by hand.',
    'Uptime Kuma does not say when a certificate or a domain is renewed, so close the alerts Certificate and Domain by hand.',
  ],
}
