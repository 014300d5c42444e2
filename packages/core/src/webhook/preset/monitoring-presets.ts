import type { AlertAction } from '../../alert-policy/alert-action.js'
import {
  acknowledgeWhen,
  closeWhen,
  defaultsOf,
  dropWhen,
  extractIfEmpty,
  fill,
  fingerprintOf,
  firstOf,
  inOrder,
  nameWorkload,
  openSeverities,
  orElse,
  reopenWhen,
  STATIC,
  secretIn,
  severities,
  signedIn,
  when,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** The severities of Zabbix as numbers, from "not classified" to "disaster": the larger the number, the worse. */
const NUMBERS_OF_ZABBIX = {
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
    ...signedIn('X-Zabbix-Signature'),
    // The button Test of a media type sends the names of the macros.
    testPayloads: { clauses: [{ key: 'host', op: '=', value: '{HOST.HOST}' }] },
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
    defaultValues: { environment: 'Production', group: 'Zabbix', type: 'zabbixAlert', origin: 'zabbix' },
  },
  policies: inOrder(
    'Zabbix',
    extractIfEmpty('fingerprint', 'attributes.link', '\\beventid=([0-9]+)'),
    fill(
      { extract: 'environment', from: 'tags', pattern: '(?i)^env(?:ironment)?:\\s*(\\S.*)$' },
      firstOf('resource', 'attributes.hostname'),
      firstOf('text', 'attributes.item'),
      orElse('text', 'no description'),
    ),
    severities('indeterminate', { values: NUMBERS_OF_ZABBIX }),
    reopenWhen('attributes.update', ['.*unacknowledged.*']),
    {
      name: 'acknowledge',
      description: 'A problem that is acknowledged in Zabbix, and not over, is acknowledged.',
      filters: {
        clauses: [...when('attributes.acknowledged', ['yes']).clauses, { key: 'severity', op: '!=', value: 'cleared' }],
      },
      actions: [{ set: 'status', value: 'ack' }],
    },
    closeWhen('attributes.state', ['ok', 'resolved']),
  ),
  hints: [
    'Make a media type Webhook with the script and the parameters of examples/webhooks/zabbix/README.md, Zabbix 6.0 or newer; its parameter secret is the secret of this webhook.',
    'Zabbix sends the times of its server: set the timezone of this webhook to that of the server.',
    'A media type of your own may send the names hostname, trigger, severity, status, item and link: Disaster, High and the others, or their numbers, are translated, and the status OK closes the alert.',
    'The tag service of a trigger puts the alert onto the topology of that service.',
  ],
}

/** What tags such as `env:prod,service:shop` say; a later tag wins, and a scope wins over a tag of its name. */
const TAGS = [
  ['environment', 'env|environment'],
  ['service', 'service'],
  ['attributes.namespace', 'kube_namespace'],
  ['attributes.workload', 'pod_name'],
  ['attributes.workload', 'kube_job'],
  ['attributes.workload', 'kube_daemon_set'],
  ['attributes.workload', 'kube_stateful_set'],
  ['attributes.workload', 'kube_deployment'],
] as const

const READ_TAGS: readonly AlertAction[] = TAGS.flatMap(([extract, names]) =>
  (['attributes.tags', 'attributes.scopes'] as const).map((from) => ({
    extract,
    from,
    pattern: `(?:^|,)\\s*(?:${names}):([^,]+)`,
  })),
)

/** Datadog, with the custom payload of examples/webhooks/datadog/payload-template.json. */
export const DATADOG: WebhookPreset = {
  id: 'datadog',
  name: 'Datadog',
  config: {
    ...secretIn('X-Webhook-Token'),
    fieldMappings: {
      resource: 'host',
      event: 'monitor_id',
      severity: 'severity',
      text: 'body',
      value: 'alert_transition',
      eventTime: 'date',
      attributes: {
        state: 'alert_transition',
        kind: 'alert_type',
        title: 'title',
        query: 'alert_query',
        scopes: 'scopes',
        tags: 'tags',
        url: 'url',
      },
    },
    defaultValues: defaultsOf('Datadog', 'datadog', { text: 'no body' }),
  },
  policies: inOrder(
    'Datadog',
    extractIfEmpty('resource', 'attributes.scopes', '(?:^|,)\\s*host:([^,]+)'),
    {
      name: 'read the tags',
      description: 'Takes environment, service and the workload of Kubernetes from tags and scopes.',
      actions: READ_TAGS,
    },
    nameWorkload('attributes.namespace', 'attributes.workload', {
      clauses: [{ key: 'resource', op: '!~', value: '.' }],
    }),
    fill(
      orElse('resource', 'Datadog'),
      firstOf('severity', 'attributes.kind'),
      fingerprintOf('event', 'attributes.scopes'),
    ),
    severities('major'),
    closeWhen('attributes.state', ['recovered.*']),
  ),
  hints: [
    'In the Webhooks integration, use the payload of examples/webhooks/datadog/payload-template.json and the custom header {"X-Webhook-Token": "<the secret>"}, and name the webhook in the messages of monitors.',
    'The priority of a monitor (P1 to P5) is the severity; without a priority, its alert type is. Its tags env and service are environment and service. Each group of a monitor (its scope) opens and closes on its own.',
  ],
}

/** Checkmk, through a notification script that posts the variables of a notification. */
export const CHECKMK: WebhookPreset = {
  id: 'checkmk',
  name: 'Checkmk',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'host',
      event: 'service',
      severity: 'severity',
      text: 'output',
      eventTime: 'time',
      attributes: { state: 'notification_type', what: 'what', change: 'event', address: 'address', site: 'site' },
    },
    defaultValues: defaultsOf('Checkmk', 'checkmk', { text: 'no output' }),
  },
  policies: inOrder(
    'Checkmk',
    dropWhen('attributes.state', ['flapping.*', 'downtime.*', 'custom.*', 'alerthandler.*']),
    fill(firstOf('event', 'attributes.what')),
    severities('indeterminate', { values: { down: 'critical', unreach: 'major', unreachable: 'major' } }),
    acknowledgeWhen('attributes.state', ['acknowledgement']),
    closeWhen('attributes.state', ['recovery']),
  ),
  hints: [
    'The notification script posts a JSON object with host, what, severity, notification_type and output, taken from the variables NOTIFY_…; service (NOTIFY_SERVICEDESC) tells the services of a host apart.',
    'It may also post time (NOTIFY_MICROTIME), so that a notification that arrives late changes nothing.',
  ],
}

/** Icinga 2, through a notification command that posts the macros of a notification. */
export const ICINGA: WebhookPreset = {
  id: 'icinga',
  name: 'Icinga',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'host',
      event: 'service',
      severity: 'state',
      text: 'output',
      eventTime: 'time',
      attributes: { state: 'type', address: 'address', comment: 'comment' },
    },
    defaultValues: defaultsOf('Icinga', 'icinga', { text: 'no output' }),
  },
  policies: inOrder(
    'Icinga',
    dropWhen('attributes.state', ['flapping.*', 'downtime.*', 'custom']),
    fill(orElse('event', 'host')),
    severities('indeterminate', { values: { down: 'critical' } }),
    acknowledgeWhen('attributes.state', ['acknowledgement']),
    closeWhen('attributes.state', ['recovery']),
  ),
  hints: [
    'A NotificationCommand posts a JSON object: host ($host.name$), service ($service.name$, empty for the host itself), state ($service.state$ or $host.state$), type ($notification.type$) and output.',
    'It may also post time ($icinga.timet$), so that a notification that arrives late changes nothing.',
  ],
}

export const LIBRENMS: WebhookPreset = {
  id: 'librenms',
  name: 'LibreNMS',
  config: {
    ...STATIC,
    // The templates of LibreNMS do not escape line breaks.
    payloadFormat: 'lenient',
    fieldMappings: {
      resource: 'hostname',
      event: 'name',
      severity: 'severity',
      text: 'title',
      fingerprint: 'alert_id',
      eventTime: 'timestamp',
      attributes: { state: 'state', device: 'sysName', location: 'location', alertId: 'alert_id' },
    },
    defaultValues: defaultsOf('LibreNMS', 'librenms'),
  },
  policies: inOrder(
    'LibreNMS',
    openSeverities('warning'),
    acknowledgeWhen('attributes.state', ['2']),
    closeWhen('attributes.state', ['0']),
  ),
  hints: [
    'Make an alert transport API with method POST, the header Authorization and a JSON body of the fields hostname, name, severity, state, title, sysName, location, alert_id and timestamp.',
    'The timestamp of LibreNMS has no zone: set the timezone of this webhook to that of LibreNMS.',
  ],
}

export const RIEMANN: WebhookPreset = {
  id: 'riemann',
  name: 'Riemann',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'host',
      event: 'service',
      severity: 'state',
      text: 'description',
      value: 'metric',
      tags: 'tags[]',
      eventTime: 'time',
    },
    defaultValues: defaultsOf('Riemann', 'riemann'),
  },
  policies: inOrder('Riemann', dropWhen('severity', ['expired']), severities('indeterminate')),
  hints: ['Post events as JSON, with the header Authorization. The state ok closes an alert; expired is ignored.'],
}
