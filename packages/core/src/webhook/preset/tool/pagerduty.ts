import {
  acknowledgeWhen,
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  reopenWhen,
  STATIC_AUTHORIZATION,
  translateOpenSeverity,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** PagerDuty, webhooks of version 3. */
export const PAGERDUTY: WebhookPreset = {
  id: 'pagerduty',
  name: 'PagerDuty',
  config: {
    ...STATIC_AUTHORIZATION,
    authHeaderScheme: 'list',
    authHeaderName: 'X-PagerDuty-Signature',
    testPayloads: { clauses: [{ key: 'event.event_type', op: '=', value: 'pagey.ping' }] },
    fieldMappings: {
      resource: 'event.data.service.summary',
      event: 'event.data.id',
      severity: 'event.data.priority.summary',
      text: 'event.data.title',
      createTime: 'event.data.created_at',
      service: 'event.data.service.summary[]',
      fingerprint: 'event.data.id',
      eventTime: 'event.occurred_at',
      attributes: {
        change: 'event.event_type',
        state: 'event.data.status',
        urgency: 'event.data.urgency',
        url: 'event.data.html_url',
      },
    },
    defaultValues: defaultsWithText('PagerDuty', 'pagerduty'),
    deduplication: { header: 'X-Webhook-Id', ttlSeconds: 86_400 },
  },
  policies: numberedPolicies(
    'PagerDuty',
    dropUnless('attributes.change', [
      'incident[.](?:triggered|acknowledged|unacknowledged|reopened|escalated|delegated|reassigned|priority_updated|resolved)',
    ]),
    fillFields(copyIfEmpty('severity', 'attributes.urgency')),
    translateOpenSeverity('major'),
    acknowledgeWhen('attributes.change', ['incident[.]acknowledged']),
    reopenWhen('attributes.change', ['incident[.]unacknowledged', 'incident[.]reopened']),
    {
      name: 'reopen for the next person',
      description: 'The alert is open if somebody else gets the incident, and nobody has acknowledged it in PagerDuty.',
      filters: {
        clauses: [
          ...whenMatches('attributes.change', ['incident[.](?:escalated|delegated|reassigned)']).clauses,
          ...whenMatches('attributes.state', ['triggered']).clauses,
        ],
      },
      actions: [{ set: 'status', value: 'open' }],
    },
    closeWhen('attributes.change', ['incident[.]resolved']),
    // A resolved incident may still change, for example its priority.
    closeWhen('attributes.state', ['resolved']),
  ),
  hints: [
    'First add a generic webhook (V3) to a service, a team or the account, with the URL of your server and /api/webhooks/custom/pagerduty. PagerDuty then shows the secret once: create this webhook with it.',
    'The priority of an incident is the severity of the alert; without a priority, its urgency is.',
    'Acknowledge incidents in PagerDuty: an alert opens again when its incident is escalated or reassigned, and nobody has acknowledged it there.',
    'If an incident moves to another service, its next change opens a second alert, with the new service as resource. The alert of the first service then stays open: close it by hand.',
  ],
}

/** PagerDuty, webhooks of version 2. */
export const PAGERDUTY_V2: WebhookPreset = {
  id: 'pagerduty-v2',
  name: 'PagerDuty V2',
  config: {
    ...STATIC_AUTHORIZATION,
    arrayPath: 'messages',
    fieldMappings: {
      resource: 'incident.service.name',
      event: 'incident.incident_key',
      severity: 'incident.priority.summary',
      text: 'incident.title',
      createTime: 'incident.created_at',
      service: 'incident.service.name[]',
      fingerprint: 'incident.id',
      eventTime: 'created_on',
      attributes: {
        change: 'event',
        id: 'incident.id',
        title: 'incident.title',
        urgency: 'incident.urgency',
        number: 'incident.incident_number',
        url: 'incident.html_url',
      },
    },
    defaultValues: defaultsWithText('PagerDuty', 'pagerduty'),
  },
  policies: numberedPolicies(
    'PagerDuty V2',
    dropUnless('attributes.change', ['incident[.](?:trigger|acknowledge|unacknowledge|escalate|resolve)']),
    fillFields(copyIfEmpty('event', 'attributes.id'), copyIfEmpty('severity', 'attributes.urgency')),
    translateOpenSeverity('major'),
    acknowledgeWhen('attributes.change', ['incident[.]acknowledge']),
    reopenWhen('attributes.change', ['incident[.]unacknowledge']),
    closeWhen('attributes.change', ['incident[.]resolve']),
  ),
  hints: [
    'Version 2 has no signature: add the custom header Authorization to the extension.',
    'The event is the key that the monitoring tool gave the incident. An incident that a person opened has none: its event is its id.',
  ],
}
