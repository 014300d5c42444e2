import {
  acknowledgeWhen,
  closeWhen,
  defaultsOf,
  dropUnless,
  fill,
  firstOf,
  inOrder,
  openSeverities,
  orElse,
  reopenWhen,
  STATIC,
  severities,
  signedIn,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** PagerDuty, webhooks of version 3. */
export const PAGERDUTY: WebhookPreset = {
  id: 'pagerduty',
  name: 'PagerDuty',
  config: {
    ...STATIC,
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
    defaultValues: defaultsOf('PagerDuty', 'pagerduty'),
    deduplication: { header: 'X-Webhook-Id', ttlSeconds: 86_400 },
  },
  policies: inOrder(
    'PagerDuty',
    dropUnless('attributes.change', [
      'incident[.](?:triggered|acknowledged|unacknowledged|reopened|escalated|priority_updated|resolved)',
    ]),
    fill(firstOf('severity', 'attributes.urgency')),
    openSeverities('major'),
    acknowledgeWhen('attributes.change', ['incident[.]acknowledged']),
    reopenWhen('attributes.change', ['incident[.]unacknowledged', 'incident[.]reopened']),
    closeWhen('attributes.change', ['incident[.]resolved']),
    // A resolved incident may still change, for example its priority.
    closeWhen('attributes.state', ['resolved']),
  ),
  hints: [
    'Add a generic webhook (V3) to a service, a team or the account; PagerDuty shows its secret once.',
    'The priority of an incident is the severity of the alert; without a priority, its urgency is.',
  ],
}

/** PagerDuty, webhooks of version 2. */
export const PAGERDUTY_V2: WebhookPreset = {
  id: 'pagerduty-v2',
  name: 'PagerDuty V2',
  config: {
    ...STATIC,
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
    defaultValues: defaultsOf('PagerDuty', 'pagerduty'),
  },
  policies: inOrder(
    'PagerDuty V2',
    dropUnless('attributes.change', ['incident[.](?:trigger|acknowledge|unacknowledge|escalate|resolve)']),
    fill(firstOf('event', 'attributes.id'), firstOf('severity', 'attributes.urgency')),
    openSeverities('major'),
    acknowledgeWhen('attributes.change', ['incident[.]acknowledge']),
    reopenWhen('attributes.change', ['incident[.]unacknowledge']),
    closeWhen('attributes.change', ['incident[.]resolve']),
  ),
  hints: [
    'Version 2 has no signature: add the custom header Authorization to the extension.',
    'The event is the key that the monitoring tool gave the incident. An incident that a person opened has none: its event is its id.',
  ],
}

export const OPSGENIE: WebhookPreset = {
  id: 'opsgenie',
  name: 'Opsgenie',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'alert.entity',
      event: 'alert.alias',
      severity: 'alert.priority',
      text: 'alert.message',
      tags: 'alert.tags[]',
      fingerprint: 'alert.alertId',
      eventTime: 'alert.updatedAt',
      attributes: {
        change: 'action',
        description: 'alert.description',
        source: 'alert.source',
        alertId: 'alert.alertId',
      },
    },
    defaultValues: defaultsOf('Opsgenie', 'opsgenie'),
  },
  policies: inOrder(
    'Opsgenie',
    dropUnless('attributes.change', [
      'create',
      'acknowledge',
      'unacknowledge',
      'escalate',
      'updatepriority',
      'updatemessage',
      'close',
      'delete',
    ]),
    // Opsgenie sends description and details only when it creates an alert, and the tags each time. So the environment,
    // which is part of the key, is a tag.
    fill(
      firstOf('event', 'attributes.alertId'),
      orElse('resource', 'Opsgenie'),
      { extract: 'environment', from: 'tags', pattern: '(?i)^env(?:ironment)?\\s*[:=]\\s*(.+)$' },
      { extract: 'service', from: 'tags', pattern: '(?i)^service\\s*[:=]\\s*(.+)$' },
    ),
    severities('minor'),
    acknowledgeWhen('attributes.change', ['acknowledge']),
    reopenWhen('attributes.change', ['unacknowledge']),
    closeWhen('attributes.change', ['close', 'delete']),
  ),
  hints: [
    'Add a webhook integration with the custom header Authorization, and send it the alert payload. The resource of an alert is its entity; its event is its alias.',
    'The tags environment:<name> and service:<name> of an alert are its environment and service.',
  ],
}

/** Issues of Jira. */
export const JIRA: WebhookPreset = {
  id: 'jira',
  name: 'Jira',
  config: {
    ...signedIn('X-Hub-Signature'),
    fieldMappings: {
      resource: 'issue.fields.project.key',
      event: 'issue.key',
      severity: 'issue.fields.priority.id',
      text: 'issue.fields.summary',
      createTime: 'issue.fields.created',
      tags: 'issue.fields.labels[]',
      fingerprint: 'issue.id',
      eventTime: 'issue.fields.updated',
      attributes: {
        change: 'issue_event_type_name',
        webhookEvent: 'webhookEvent',
        category: 'issue.fields.status.statusCategory.key',
        resolution: 'issue.fields.resolution.name',
        status: 'issue.fields.status.name',
        kind: 'issue.fields.issuetype.name',
      },
    },
    defaultValues: defaultsOf('Jira', 'jira'),
  },
  policies: inOrder(
    'Jira',
    fill(firstOf('attributes.change', 'attributes.webhookEvent')),
    dropUnless('attributes.change', [
      'issue_(?:created|updated|generic|assigned|reopened|resolved|closed)',
      'jira:issue_deleted',
    ]),
    severities('minor'),
    closeWhen('attributes.webhookEvent', ['jira:issue_deleted']),
    closeWhen('attributes.category', ['done']),
    closeWhen('attributes.resolution', ['.+']),
  ),
  hints: [
    'Add a webhook with a secret and a JQL filter for the issues that are to be alerts. Jira Data Center has no secret: use authHeaderScheme static there.',
    'Priorities 1 to 5 are critical to informational. An issue closes its alert when it is resolved or done.',
  ],
}
