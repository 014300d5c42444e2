import {
  closeWhen,
  defaultsOf,
  fill,
  firstLine,
  firstOf,
  inOrder,
  orElse,
  STATIC,
  severities,
  URL_HINT,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** Event notifications of Graylog since version 3.1. */
export const GRAYLOG: WebhookPreset = {
  id: 'graylog',
  name: 'Graylog',
  config: {
    ...STATIC,
    testPayloads: { clauses: [{ key: 'event_definition_type', op: '=', value: 'test-dummy-v1' }] },
    fieldMappings: {
      resource: 'event.source',
      event: 'event_definition_title',
      severity: 'event.priority',
      text: 'event.message',
      createTime: 'event.timestamp',
      eventTime: 'event.timestamp',
      attributes: { description: 'event_definition_description', eventId: 'event.id', fields: 'event.fields' },
    },
    defaultValues: defaultsOf('Graylog', 'graylog'),
  },
  policies: inOrder(
    'Graylog',
    severities('minor', { values: { '4': 'critical', '3': 'major', '2': 'minor', '1': 'informational' } }),
  ),
  hints: [
    'Add a notification of the kind HTTP with basic authentication; the secret is Basic, a space, and the base64.',
    'Graylog does not say when an event is over, so close its alerts by hand or set a timeout.',
  ],
}

/** Stream alerts of Graylog 2. */
export const GRAYLOG_2: WebhookPreset = {
  id: 'graylog-2',
  name: 'Graylog 2',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'stream.title',
      event: 'check_result.triggered_condition.type',
      text: 'check_result.result_description',
      attributes: { stream: 'stream.description', condition: 'check_result.triggered_condition.description' },
    },
    defaultValues: defaultsOf('Graylog', 'graylog', { severity: 'minor' }),
  },
  policies: inOrder('Graylog 2', fill(firstLine('event'))),
  hints: ['Add an HTTP alarm callback to the stream. Every alert is minor, and none closes by itself.', URL_HINT],
}

/** Wazuh, through an integration script that posts the parts of an alert. */
export const WAZUH: WebhookPreset = {
  id: 'wazuh',
  name: 'Wazuh',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'agent.name',
      event: 'message',
      severity: 'severity',
      text: 'description',
      eventTime: 'timestamp',
      attributes: {
        description: 'description',
        rule: 'rule.description',
        ruleId: 'rule.id',
        level: 'rule.level',
        score: 'rule.level',
        log: 'full_log',
      },
    },
    defaultValues: { environment: 'Production', group: 'Security', type: 'wazuhAlert', origin: 'wazuh' },
  },
  policies: inOrder(
    'Wazuh',
    {
      name: 'find the agent',
      description: 'The description names the agent in a line of its own.',
      filters: { clauses: [{ key: 'resource', op: '!~', value: '.' }] },
      actions: [{ extract: 'resource', from: 'attributes.description', pattern: 'Agent Name:? ([^\\r\\n]{1,200})' }],
    },
    fill(
      orElse('resource', 'Wazuh'),
      // The description of a rule may contain values of the log line, its id does not.
      firstOf('event', 'attributes.ruleId'),
      firstLine('event'),
      firstOf('text', 'attributes.rule', 'attributes.log'),
      orElse('text', 'no text'),
      {
        translate: 'attributes.score',
        ranges: [
          { from: 15, to: 'critical' },
          { from: 12, below: 15, to: 'major' },
          { from: 7, below: 12, to: 'minor' },
          { from: 4, below: 7, to: 'warning' },
          { below: 4, to: 'informational' },
        ],
      },
      firstOf('severity', 'attributes.score'),
      { set: 'attributes.score', value: null },
    ),
    severities('warning'),
  ),
  hints: [
    'The integration script posts the alert as Wazuh writes it, or message, severity and description with the line Agent Name. Levels from 15 are critical, from 12 major, from 7 minor.',
    'Wazuh does not say when an alert is over.',
  ],
}

/** Coralogix, with the default fields of its outbound webhook in the default order. */
export const CORALOGIX: WebhookPreset = {
  id: 'coralogix',
  name: 'Coralogix',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'fields[1].value',
      event: 'name',
      severity: 'fields[4].value',
      text: 'description',
      attributes: {
        state: 'alert_action',
        subsystem: 'fields[2].value',
        level: 'fields[3].value',
        team: 'fields[0].value',
        url: 'alert_url',
      },
    },
    defaultValues: defaultsOf('Coralogix', 'coralogix'),
  },
  policies: inOrder(
    'Coralogix',
    fill(firstOf('severity', 'attributes.level')),
    severities('major'),
    closeWhen('attributes.state', ['resolved?']),
  ),
  hints: [
    'Add an outbound webhook with the header Authorization, and keep the first five fields of its body in their order: team, application, subsystem, severity, priority.',
  ],
}

export const DASH0: WebhookPreset = {
  id: 'dash0',
  name: 'Dash0',
  config: {
    ...STATIC,
    testPayloads: { clauses: [{ key: 'type', op: '=', value: 'test' }] },
    fieldMappings: {
      resource: 'data.issue.labels[0].value.stringValue',
      event: 'data.issue.checkrules[0].name',
      severity: 'data.issue.status',
      text: 'data.issue.summary',
      createTime: 'data.issue.start',
      fingerprint: 'data.issue.id',
      attributes: { state: 'type', description: 'data.issue.description', url: 'data.issue.url' },
    },
    defaultValues: defaultsOf('Dash0', 'dash0'),
  },
  policies: inOrder(
    'Dash0',
    fill(orElse('resource', 'Dash0')),
    severities('major', { values: { degraded: 'warning', failed: 'critical' } }),
    closeWhen('attributes.state', ['alert[.]resolved']),
  ),
  hints: [
    'Add a notification channel of the kind Webhook with the header Authorization. The first label is the resource.',
  ],
}

export const AXIOM: WebhookPreset = {
  id: 'axiom',
  name: 'Axiom',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'event.monitorID',
      event: 'event.monitorID',
      text: 'event.body',
      value: 'event.value',
      attributes: { state: 'action', title: 'event.title', description: 'event.description' },
    },
    defaultValues: defaultsOf('Axiom', 'axiom', { severity: 'major' }),
  },
  policies: inOrder('Axiom', closeWhen('attributes.state', ['closed?'])),
  hints: ['Add a notifier of the kind Custom webhook with the header Authorization. Every alert is major.'],
}

export const SPLUNK: WebhookPreset = {
  id: 'splunk',
  name: 'Splunk',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'result.host',
      event: 'search_name',
      severity: 'result.severity',
      text: 'result._raw',
      attributes: { app: 'app', owner: 'owner', source: 'result.source', url: 'results_link' },
    },
    defaultValues: defaultsOf('Splunk', 'splunk'),
  },
  policies: inOrder('Splunk', fill(orElse('resource', 'Splunk')), severities('major')),
  hints: [
    'Add the trigger action Webhook to the alert. Its search must return host; a field severity is the severity, else the alert is major.',
    'Splunk does not say when an alert is over.',
    URL_HINT,
  ],
}
