import {
  closeWhen,
  defaultsOf,
  dropUnless,
  dropWhen,
  extractIfEmpty,
  fill,
  firstOf,
  inOrder,
  orElse,
  replacedBy,
  STATIC,
  severities,
  signedIn,
  URL_HINT,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

export const PINGDOM: WebhookPreset = {
  id: 'pingdom',
  name: 'Pingdom',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'check_params.hostname',
      event: 'check_type',
      severity: 'importance_level',
      text: 'long_description',
      tags: 'tags[]',
      fingerprint: 'check_id',
      eventTime: 'state_changed_utc_time',
      attributes: {
        state: 'current_state',
        check: 'check_name',
        url: 'check_params.full_url',
      },
    },
    defaultValues: defaultsOf('Pingdom', 'pingdom'),
  },
  policies: inOrder(
    'Pingdom',
    fill(firstOf('resource', 'attributes.check')),
    severities('critical', { values: { high: 'critical', low: 'minor' } }),
    closeWhen('attributes.state', ['up', 'success']),
  ),
  hints: [
    'Add an integration of the kind Webhook, and select it in the checks. An alert is critical, and minor if the importance of its check is low.',
    URL_HINT,
  ],
}

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
    ...STATIC,
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
    defaultValues: { ...defaultsOf('Uptime Kuma', 'uptime-kuma'), event: 'Down', text: 'no message' },
  },
  policies: inOrder(
    'Uptime Kuma',
    extractIfEmpty('resource', 'attributes.message', '^\\[([^\\]]{1,200})\\]'),
    {
      name: 'name the notices',
      description: 'A notice has no heartbeat. It does not say that the monitor is down.',
      filters: { clauses: [WITHOUT_HEARTBEAT] },
      actions: [
        { set: 'event', value: 'Notice' },
        replacedBy('text', 'attributes.message'),
        { extract: 'resource', from: 'attributes.message', pattern: '(?i)^domain name (\\S{1,200}) will expire' },
        orElse('resource', 'Uptime Kuma'),
      ],
    },
    noticeOf('Certificate', '(?i)\\bcertificate\\b.*\\bexpire'),
    noticeOf('Domain', '(?i)^domain name \\S+ will expire'),
    fill({
      translate: 'severity',
      values: { '0': 'critical', '2': 'warning', '3': 'informational' },
      otherwise: 'warning',
    }),
    closeWhen('attributes.state', ['1']),
  ),
  hints: [
    'Add a notification of the kind Webhook with the body application/json and the header Authorization.',
    'Uptime Kuma does not say when a certificate or a domain is renewed, so close the alerts Certificate and Domain by hand.',
  ],
}

export const UPDOWN: WebhookPreset = {
  id: 'updown',
  name: 'updown.io',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'check.url',
      event: 'event',
      severity: 'event',
      text: 'description',
      eventTime: 'time',
      attributes: {
        change: 'event',
        alias: 'check.alias',
        token: 'check.token',
        since: 'downtime.started_at',
        until: 'downtime.ended_at',
        error: 'downtime.error',
        certificateError: 'ssl.error',
      },
    },
    defaultValues: { environment: 'Production', group: 'updown.io', type: 'updownAlert', origin: 'updown' },
  },
  policies: inOrder(
    'updown.io',
    fill(
      {
        translate: 'event',
        values: {
          'check.down': 'down',
          'check.up': 'down',
          'check.ssl_invalid': 'certificate',
          'check.ssl_valid': 'certificate',
          'check.ssl_expiration': 'certificate',
          'check.ssl_renewed': 'certificate',
          'check.performance_drop': 'performance',
        },
      },
      { join: 'fingerprint', from: ['attributes.token', 'event'], with: ' ' },
      firstOf('eventTime', 'attributes.until', 'attributes.since'),
      firstOf('text', 'attributes.error', 'attributes.certificateError'),
      orElse('text', 'no error'),
    ),
    severities('critical', { values: { 'check.ssl_expiration': 'warning', 'check.performance_drop': 'warning' } }),
    closeWhen('attributes.change', ['check[.]up', 'check[.]ssl_valid', 'check[.]ssl_renewed']),
  ),
  hints: ['Add the URL of this webhook in the settings. A drop of performance does not close by itself.', URL_HINT],
}

export const STATUSCAKE: WebhookPreset = {
  id: 'statuscake',
  name: 'StatusCake',
  config: {
    ...STATIC,
    payloadFormat: 'form',
    fieldMappings: {
      resource: 'Name',
      text: 'URL',
      value: 'StatusCode',
      attributes: { state: 'Status', url: 'URL', tags: 'Tags', ip: 'IP' },
    },
    defaultValues: defaultsOf('StatusCake', 'statuscake', { event: 'AppDown', severity: 'major' }),
  },
  policies: inOrder('StatusCake', closeWhen('attributes.state', ['up'])),
  hints: ['In a contact group, enter the URL of this webhook as its webhook URL, with the method POST.', URL_HINT],
}

export const CHECKLY: WebhookPreset = {
  id: 'checkly',
  name: 'Checkly',
  config: {
    ...signedIn('X-Checkly-Signature'),
    fieldMappings: {
      resource: 'check_name',
      severity: 'alert_type',
      text: 'event',
      fingerprint: 'check_id',
      eventTime: 'started_at',
      attributes: {
        state: 'alert_type',
        check: 'check_id',
        domain: 'ssl_check_domain',
        error: 'check_error_message',
        location: 'run_location',
        group: 'group_name',
        url: 'link',
      },
    },
    defaultValues: defaultsOf('Checkly', 'checkly', { event: 'check' }),
  },
  policies: inOrder(
    'Checkly',
    dropWhen('attributes.state', ['no_alert']),
    {
      name: 'tell the certificate of a check apart',
      description: 'A check that recovers says nothing about its certificate.',
      filters: { clauses: [{ key: 'attributes.state', op: '~', value: '(?i)^alert_ssl$' }] },
      actions: [
        { set: 'event', value: 'certificate' },
        { join: 'fingerprint', from: ['attributes.check', 'event'], with: ' ' },
        firstOf('resource', 'attributes.domain'),
      ],
    },
    severities('major', {
      values: {
        alert_degraded: 'minor',
        alert_degraded_remain: 'minor',
        alert_failure_degraded: 'minor',
        alert_ssl: 'warning',
      },
    }),
    closeWhen('attributes.state', ['.*_recovery']),
  ),
  hints: [
    'Checkly does not say when a certificate is renewed, so close the alerts certificate by hand.',
    'In the webhook channel, enter the secret as the webhook secret. The payload holds the default variables: check_name, alert_type, event and the others, as in the default template.',
  ],
}

export const INSPING: WebhookPreset = {
  id: 'insping',
  name: 'insping',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'webhook_event_data.request_url',
      event: 'webhook_event_data.application_name',
      text: 'webhook_event_data.check_state_name',
      value: 'webhook_event_data.http_status_code',
      fingerprint: 'webhook_event_data.check_id',
      eventTime: 'webhook_event_data.request_start_time',
      attributes: { state: 'webhook_event_data.check_state_name', check: 'webhook_event_data.check_id' },
    },
    defaultValues: defaultsOf('insping', 'insping', { severity: 'major' }),
  },
  policies: inOrder('insping', closeWhen('attributes.state', ['available'])),
  hints: ['Add the URL of this webhook to the application.', URL_HINT],
}

export const RUNSCOPE: WebhookPreset = {
  id: 'runscope',
  name: 'Runscope (BlazeMeter API Monitoring)',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'test_name',
      eventTime: 'finished_at',
      text: 'result',
      attributes: {
        test: 'test_id',
        state: 'result',
        stage: 'environment_name',
        stageId: 'environment_uuid',
        region: 'region_name',
        regionId: 'region',
        agent: 'agent',
        url: 'test_run_url',
      },
    },
    defaultValues: defaultsOf('Runscope', 'runscope', { event: 'test failed', severity: 'major' }),
  },
  policies: inOrder(
    'Runscope',
    dropUnless('attributes.state', ['fail', 'failed', 'pass', 'passed']),
    fill(replacedBy('environment', 'attributes.stage'), {
      join: 'fingerprint',
      from: ['attributes.test', 'attributes.stageId', 'attributes.regionId', 'attributes.agent'],
      with: ' ',
    }),
    closeWhen('attributes.state', ['pass', 'passed']),
  ),
  hints: ['Add a webhook to the integrations of the team, and select it in the environments of the tests.', URL_HINT],
}
