import {
  closeWhen,
  copyIfEmpty,
  defaultsWithoutText,
  extractIfEmpty,
  fillFields,
  numberedPolicies,
  reopenWhen,
  setIfEmpty,
  signatureInHeader,
  translateSeverity,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** The severities of Zabbix as numbers, from "not classified" to "disaster": the larger the number, the worse. */
const SEVERITY_OF_ZABBIX_NUMBER = {
  '0': 'indeterminate',
  '1': 'informational',
  '2': 'warning',
  '3': 'minor',
  '4': 'major',
  '5': 'critical',
} as const

/** Zabbix, through the script in examples/webhooks/zabbix/README.md, or through a media type with named parameters. */
export const ZABBIX: WebhookPreset = {
  id: 'zabbix',
  name: 'Zabbix',
  config: {
    ...signatureInHeader('X-Zabbix-Signature'),
    // The button Test of a media type sends the names of the macros instead of their values. A message about a service
    // has no host.
    testPayloads: { clauses: [{ key: 'event_id', op: '=', value: '{EVENT.ID}' }] },
    fieldMappings: {
      resource: 'host',
      event: 'trigger',
      severity: 'severity',
      service: 'services[]',
      group: { path: 'groups[]', join: ', ' },
      text: 'text',
      value: 'value',
      tags: 'tags[]',
      fingerprint: 'event_id',
      eventTime: 'time',
      attributes: {
        eventId: 'event_id',
        triggerId: 'trigger_id',
        url: 'url',
        state: 'status',
        hostname: 'hostname',
        item: 'item',
        link: 'link',
        acknowledged: 'acknowledged',
        update: 'update',
      },
    },
    defaultValues: defaultsWithoutText('Zabbix', 'zabbix'),
  },
  policies: numberedPolicies(
    'Zabbix',
    extractIfEmpty('fingerprint', 'attributes.link', '\\beventid=([0-9]+)'),
    fillFields(
      { extract: 'environment', from: 'tags', pattern: '(?i)^env(?:ironment)?:\\s*(\\S.*)$' },
      copyIfEmpty('resource', 'attributes.hostname'),
      copyIfEmpty('text', 'attributes.item'),
      setIfEmpty('text', 'no description'),
    ),
    translateSeverity('indeterminate', { values: SEVERITY_OF_ZABBIX_NUMBER }),
    reopenWhen('attributes.update', ['.*unacknowledged.*']),
    {
      name: 'acknowledge',
      description: 'A problem that is acknowledged in Zabbix, and not over, is acknowledged.',
      filters: {
        clauses: [
          ...whenMatches('attributes.acknowledged', ['yes']).clauses,
          { key: 'severity', op: '!=', value: 'cleared' },
        ],
      },
      actions: [{ set: 'status', value: 'ack' }],
    },
    closeWhen('attributes.state', ['ok', 'resolved']),
  ),
  hints: [
    'Make a media type Webhook with the script and the parameters of examples/webhooks/zabbix/README.md, Zabbix 6.0 or newer; its parameter secret is the secret of this webhook.',
    'Give the media type to a separate Zabbix user: Zabbix does not send users what they acknowledge themselves.',
    'In the action, send to this user in the operations, the recovery operations and the update operations.',
    'Zabbix sends times in the time zone of the user who has the media type: set this time zone to UTC, or set the timezone of this webhook to the time zone of the user.',
    'A media type of your own may send the names hostname, trigger, severity, status, item and link: Disaster, High and the others, or their numbers, are translated, and the status OK closes the alert.',
    'The tag service of a trigger puts the alert onto the topology of that service.',
  ],
}
