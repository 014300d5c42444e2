import {
  closeWhen,
  defaultsOf,
  fill,
  fingerprintOf,
  firstLine,
  firstOf,
  inOrder,
  orElse,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
  when,
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
      attributes: {
        definition: 'event_definition_id',
        key: 'event.key',
        host: 'event.group_by_fields.source',
        host2: 'event.fields.source',
        description: 'event_definition_description',
        eventId: 'event.id',
        fields: 'event.fields',
        groups: 'event.group_by_fields',
      },
    },
    defaultValues: defaultsOf('Graylog', 'graylog'),
  },
  policies: inOrder(
    'Graylog',
    {
      name: 'name the host',
      description: 'The source of an event is a server of Graylog, not the host that wrote the messages.',
      actions: [
        replacedBy('resource', 'attributes.host', 'attributes.host2'),
        { set: 'attributes.host', value: null },
        { set: 'attributes.host2', value: null },
      ],
    },
    fill(fingerprintOf('attributes.definition', 'attributes.key')),
    severities('minor', { values: { '4': 'critical', '3': 'major', '2': 'minor', '1': 'informational' } }),
  ),
  hints: [
    'Add a notification of the kind HTTP with basic authentication; the secret is Basic, a space, and the base64.',
    'Group the aggregation by source, or give the event a field source, so that the resource is the host that wrote the messages.',
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
      eventTime: 'check_result.triggered_at',
      fingerprint: 'check_result.triggered_condition.id',
      attributes: { stream: 'stream.description', condition: 'check_result.triggered_condition.description' },
    },
    defaultValues: defaultsOf('Graylog', 'graylog', { severity: 'minor' }),
  },
  policies: inOrder('Graylog 2'),
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
        timeName: 'fields[30].key',
        time: 'fields[30].value',
        keyName: 'fields[39].key',
        key: 'fields[39].value',
        url: 'alert_url',
      },
    },
    defaultValues: defaultsOf('Coralogix', 'coralogix'),
  },
  policies: inOrder(
    'Coralogix',
    fill(firstOf('severity', 'attributes.level')),
    {
      name: 'read the key',
      description: 'Each group of an alert has a key of its own, if the body still has that field at its place.',
      filters: when('attributes.keyName', ['dedupKey']),
      actions: [replacedBy('fingerprint', 'attributes.key')],
    },
    {
      name: 'read the time',
      description: 'The body has the time of an alert, if that field is still at its place.',
      filters: when('attributes.timeName', ['timestampISO']),
      actions: [replacedBy('eventTime', 'attributes.time')],
    },
    fill(
      ...(['timeName', 'time', 'keyName', 'key'] as const).map(
        (name) => ({ set: `attributes.${name}`, value: null }) as const,
      ),
    ),
    severities('major'),
    closeWhen('attributes.state', ['resolved?']),
  ),
  hints: [
    'Add an outbound webhook with the header Authorization, and keep the fields of its default body in their order.',
    'Have the alert notify when it is resolved. If the field dedupKey is missing, or is elsewhere, all groups of an alert close with the first.',
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
      eventTime: 'event.timestamp',
      attributes: {
        state: 'action',
        title: 'event.title',
        description: 'event.description',
        group: { path: 'event.groupValues', join: ', ' },
      },
    },
    defaultValues: defaultsOf('Axiom', 'axiom', { severity: 'major' }),
  },
  policies: inOrder(
    'Axiom',
    fill(fingerprintOf('event', 'attributes.group'), replacedBy('resource', 'attributes.group')),
    closeWhen('attributes.state', ['closed?']),
  ),
  hints: [
    'Add a notifier of the kind Custom webhook with the header Authorization, and keep its default body. Every alert is major.',
    'A monitor that notifies by group has a resource for each group. Alerts of match monitors do not close by themselves.',
  ],
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
      service: 'result.service[]',
      eventTime: 'result._time',
      attributes: {
        stage: 'result.environment',
        stage2: 'result.env',
        app: 'app',
        owner: 'owner',
        source: 'result.source',
        url: 'results_link',
      },
    },
    defaultValues: defaultsOf('Splunk', 'splunk'),
  },
  policies: inOrder(
    'Splunk',
    fill(
      orElse('resource', 'Splunk'),
      // A search that is not saved has no name.
      orElse('event', 'search'),
      replacedBy('environment', 'attributes.stage', 'attributes.stage2'),
      { set: 'attributes.stage2', value: null },
    ),
    severities('major'),
  ),
  hints: [
    'Add the trigger action Webhook to the alert. Its search should return host, and may return severity (otherwise the alert is major), environment and service.',
    'Splunk does not say when an alert is over.',
    URL_HINT,
  ],
}
