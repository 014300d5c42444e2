import {
  closeWhen,
  defaultsOf,
  dropUnless,
  dropWhen,
  fill,
  fingerprintOf,
  firstLine,
  firstOf,
  inOrder,
  nameWorkload,
  orElse,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
  when,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

export const CANARY: WebhookPreset = {
  id: 'thinkst-canary',
  name: 'Thinkst Canary',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'CanaryName',
      event: 'AlertType',
      text: 'Intro',
      fingerprint: 'IncidentHash',
      attributes: {
        reminder: 'Reminder',
        memo: 'memo',
        token: 'Token',
        channel: 'channel',
        time: 'Timestamp',
        time2: 'time',
        description: 'Description',
        attacker: 'SourceIP',
        attacker2: 'additional_data.src_ip',
        ip: 'CanaryIP',
        port: 'CanaryPort',
        location: 'CanaryLocation',
        url: 'manage_url',
      },
    },
    defaultValues: {
      environment: 'Production',
      group: 'Security',
      type: 'canaryAlert',
      origin: 'canary',
      severity: 'security',
    },
  },
  policies: inOrder(
    'Canary',
    fill(
      // A token has no name; its reminder says where it lies. canarytokens.org calls it memo.
      firstOf('resource', 'attributes.reminder', 'attributes.memo', 'attributes.token'),
      firstLine('resource'),
      orElse('event', 'CanarytokenIncident'),
      firstOf('attributes.time', 'attributes.time2'),
      { extract: 'eventTime', from: 'attributes.time', pattern: '^([0-9-]+ [0-9:]+) \\(UTC\\)$' },
      firstOf('attributes.attacker', 'attributes.attacker2'),
      firstOf('text', 'attributes.description', 'attributes.channel'),
      orElse('text', 'no text'),
      { set: 'attributes.time2', value: null },
      { set: 'attributes.attacker2', value: null },
    ),
  ),
  hints: [
    'Add a generic webhook in the global settings; a token of canarytokens.org takes the URL too. Alerts do not close by themselves.',
    URL_HINT,
  ],
}

/** Scans of Harbor. The severity is a number in Harbor 1, and a word in Harbor 2. */
export const HARBOR: WebhookPreset = {
  id: 'harbor',
  name: 'Harbor scans',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'event_data.repository.repo_full_name',
      event: 'type',
      severity: 'event_data.resources[0].scan_overview.severity',
      text: 'event_data.resources[0].resource_url',
      eventTime: 'occur_at',
      attributes: {
        kind: 'type',
        tag: 'event_data.resources[0].tag',
        digest: 'event_data.resources[0].digest',
        level:
          'event_data.resources[0].scan_overview["application/vnd.security.vulnerability.report; version=1.1"].severity',
        level2:
          'event_data.resources[0].scan_overview["application/vnd.scanner.adapter.vuln.report.harbor+json; version=1.0"].severity',
      },
    },
    defaultValues: defaultsOf('Security', 'harbor'),
  },
  policies: inOrder(
    'Harbor',
    dropUnless('attributes.kind', ['scanningcompleted', 'scanning_completed']),
    fill(
      firstOf('severity', 'attributes.level', 'attributes.level2'),
      // A tag that moves on to a mended image is over with its scan; the digest of the old image would never be.
      firstOf('attributes.tag', 'attributes.digest'),
      fingerprintOf('resource', 'attributes.tag'),
    ),
    severities('indeterminate', {
      values: {
        '5': 'critical',
        '4': 'major',
        '3': 'minor',
        '2': 'indeterminate',
        '1': 'ok',
        none: 'ok',
        negligible: 'ok',
        unknown: 'indeterminate',
      },
    }),
  ),
  hints: [
    'Add a webhook with the header Authorization, the default payload format and the event Scanning finished. A scan without findings closes, for each tag on its own.',
  ],
}

/** fail2ban, through its action for Alerta, or through any other action that sends the fields of an alert. */
export const FAIL2BAN: WebhookPreset = {
  id: 'fail2ban',
  name: 'fail2ban',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'resource',
      event: 'event',
      environment: 'environment',
      severity: 'severity',
      service: 'service[]',
      text: 'message',
      attributes: { text: 'text' },
    },
    defaultValues: {
      environment: 'Production',
      group: 'Security',
      type: 'fail2banAlert',
      origin: 'fail2ban',
    },
  },
  policies: inOrder(
    'fail2ban',
    fill(firstOf('text', 'attributes.text'), orElse('text', 'no text')),
    severities('security'),
  ),
  hints: [
    'The action posts resource (the jail), event (the address), message and severity; unban with severity ok closes.',
  ],
}

/** Falco, through falcosidekick or through the HTTP output of Falco itself. */
export const FALCO: WebhookPreset = {
  id: 'falco',
  name: 'Falco',
  config: {
    ...STATIC,
    testPayloads: { clauses: [{ key: 'rule', op: '=', value: 'Test rule' }] },
    fieldMappings: {
      resource: 'hostname',
      event: 'rule',
      severity: 'priority',
      text: 'output',
      createTime: 'time',
      tags: 'tags[]',
      eventTime: 'time',
      attributes: {
        deployment: 'output_fields["k8s.deployment.name"]',
        metaDeployment: 'output_fields["k8smeta.deployment.name"]',
        pod: 'output_fields["k8s.pod.name"]',
        metaPod: 'output_fields["k8smeta.pod.name"]',
        namespace: 'output_fields["k8s.ns.name"]',
        metaNamespace: 'output_fields["k8smeta.ns.name"]',
        container: 'output_fields["container.id"]',
        process: 'output_fields["proc.cmdline"]',
        source: 'source',
      },
    },
    defaultValues: defaultsOf('Security', 'falco'),
  },
  policies: inOrder(
    'Falco',
    fill(
      firstOf('attributes.namespace', 'attributes.metaNamespace'),
      firstOf(
        'attributes.workload',
        'attributes.deployment',
        'attributes.metaDeployment',
        'attributes.pod',
        'attributes.metaPod',
      ),
    ),
    nameWorkload('attributes.namespace', 'attributes.workload'),
    fill(firstOf('resource', 'attributes.container'), orElse('resource', 'Falco')),
    severities('security'),
  ),
  hints: [
    'In falcosidekick, set webhook.address, and webhook.customHeaders with Authorization.',
    'Falco does not say when something is over, so close its alerts by hand.',
  ],
}

/** Warnings of Kubernetes, through kubernetes-event-exporter. */
export const KUBERNETES: WebhookPreset = {
  id: 'kubernetes-events',
  name: 'Kubernetes events',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'involvedObject.name',
      event: 'reason',
      severity: 'type',
      text: 'message',
      value: 'count',
      eventTime: 'lastTimestamp',
      attributes: {
        kind: 'involvedObject.kind',
        object: 'involvedObject.name',
        owner: 'involvedObject.ownerReferences[0].name',
        ownerKind: 'involvedObject.ownerReferences[0].kind',
        seenAt: 'series.lastObservedTime',
        firstAt: 'eventTime',
        cluster: 'clusterName',
        namespace: 'involvedObject.namespace',
        component: 'source.component',
        node: 'source.host',
      },
    },
    defaultValues: defaultsOf('Kubernetes', 'kubernetes'),
  },
  policies: inOrder(
    'Kubernetes',
    dropWhen('severity', ['normal']),
    {
      name: 'find the workload',
      description: 'A pod belongs to the workload that owns it, and is a part of it with its own name.',
      filters: when('attributes.ownerKind', ['StatefulSet', 'DaemonSet', 'Job', 'ReplicaSet']),
      actions: [replacedBy('resource', 'attributes.owner')],
    },
    {
      name: 'find the deployment',
      description: 'The name of a replica set is that of its deployment, and a hash.',
      filters: {
        clauses: [
          {
            operator: 'OR',
            clauses: [
              { key: 'attributes.ownerKind', op: '~', value: '(?i)^replicaset$' },
              { key: 'attributes.kind', op: '~', value: '(?i)^replicaset$' },
            ],
          },
        ],
      },
      actions: [{ extract: 'resource', from: 'resource', pattern: '^(.+)-[0-9a-z]{6,10}$' }],
    },
    fill(
      firstOf('eventTime', 'attributes.seenAt', 'attributes.firstAt'),
      fingerprintOf('attributes.kind', 'attributes.object'),
    ),
    nameWorkload('attributes.namespace', 'resource'),
    severities('warning'),
    // Kubernetes repeats the event while the problem lasts. When the problem is over, Kubernetes sends no event.
    fill({ set: 'timeout', value: 3600 }),
  ),
  hints: [
    'In kubernetes-event-exporter, add a receiver webhook with the header Authorization, without a layout.',
    'Normal events are ignored. A warning expires if it is not repeated for an hour.',
    'The resource is namespace/name of the workload that owns the pod, if the exporter is new enough to send ownerReferences, else of the pod.',
  ],
}

/** What an event with `data` says, and an event with `data_base64`, whose text is the base64 of JSON. */
const OF_CLOUDEVENT = {
  severity: 'severity',
  text: 'message',
  fingerprint: 'fingerprint',
  service: 'service[]',
  stage: 'environment',
  state: 'status',
} as const

/** CloudEvents of any source, in the structured JSON format. */
export const CLOUDEVENTS: WebhookPreset = {
  id: 'cloudevents',
  name: 'CloudEvents',
  config: {
    ...STATIC,
    base64Fields: ['data_base64'],
    jsonFields: ['data_base64'],
    fieldMappings: {
      resource: 'subject',
      event: 'type',
      severity: 'data.severity',
      text: 'data.message',
      createTime: 'time',
      service: 'data.service[]',
      fingerprint: 'data.fingerprint',
      eventTime: 'time',
      attributes: {
        stage: 'data.environment',
        source: 'source',
        state: 'data.status',
        extension: 'severity',
        eventId: 'id',
        data: 'data',
        ...Object.fromEntries(
          Object.entries(OF_CLOUDEVENT).map(([name, key]) => [`packed ${name}`, `data_base64.${key}`]),
        ),
      },
    },
    defaultValues: { environment: 'Production', group: 'CloudEvents', type: 'cloudeventsAlert', origin: 'cloudevents' },
  },
  policies: inOrder(
    'CloudEvents',
    fill(
      replacedBy('environment', 'attributes.stage', 'attributes.packed stage'),
      firstOf('resource', 'attributes.source'),
      firstLine('event'),
      firstOf('severity', 'attributes.packed severity', 'attributes.extension'),
      firstOf('text', 'attributes.packed text'),
      orElse('text', 'no text'),
      firstOf('fingerprint', 'attributes.packed fingerprint'),
      firstOf('service', 'attributes.packed service'),
      firstOf('attributes.state', 'attributes.packed state'),
      ...Object.keys(OF_CLOUDEVENT).map((name) => ({ set: `attributes.packed ${name}`, value: null }) as const),
    ),
    severities('indeterminate'),
    closeWhen('attributes.state', ['resolved', 'closed', 'ok', 'recovered', 'cleared', 'inactive']),
  ),
  hints: [
    'Send application/cloudevents+json. data.severity and data.status are the severity and the state of the alert; so are those in the JSON of data_base64.',
  ],
}
