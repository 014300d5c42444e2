import {
  closeWhen,
  defaultsOf,
  dropUnless,
  dropWhen,
  fill,
  firstLine,
  firstOf,
  inOrder,
  nameWorkload,
  orElse,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
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
      attributes: { description: 'Description', attacker: 'SourceIP', ip: 'CanaryIP', port: 'CanaryPort' },
    },
    defaultValues: {
      environment: 'Production',
      group: 'Security',
      type: 'canaryAlert',
      origin: 'canary',
      severity: 'security',
    },
  },
  policies: inOrder('Canary', fill(firstOf('text', 'attributes.description'), orElse('text', 'no text'))),
  hints: ['Add a generic webhook in the global settings. Alerts do not close by themselves.', URL_HINT],
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
      attributes: {
        kind: 'type',
        tag: 'event_data.resources[0].tag',
        digest: 'event_data.resources[0].digest',
        level:
          'event_data.resources[0].scan_overview["application/vnd.security.vulnerability.report; version=1.1"].severity',
      },
    },
    defaultValues: defaultsOf('Security', 'harbor'),
  },
  policies: inOrder(
    'Harbor',
    dropUnless('attributes.kind', ['scanningcompleted', 'scanning_completed']),
    fill(firstOf('severity', 'attributes.level')),
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
    'Add a webhook with the header Authorization and the event Scanning finished. A scan without findings closes.',
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
        pod: 'output_fields["k8s.pod.name"]',
        namespace: 'output_fields["k8s.ns.name"]',
        container: 'output_fields["container.id"]',
        process: 'output_fields["proc.cmdline"]',
        source: 'source',
      },
    },
    defaultValues: defaultsOf('Security', 'falco'),
  },
  policies: inOrder(
    'Falco',
    fill(firstOf('attributes.workload', 'attributes.deployment', 'attributes.pod')),
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
    nameWorkload('attributes.namespace', 'resource'),
    severities('warning'),
    // Kubernetes repeats the event while the problem lasts. When the problem is over, Kubernetes sends no event.
    fill({ set: 'timeout', value: 3600 }),
  ),
  hints: [
    'In kubernetes-event-exporter, add a receiver webhook with the header Authorization, without a layout.',
    'Normal events are ignored. A warning expires if it is not repeated for an hour.',
  ],
}

/** CloudEvents of any source, in the structured JSON format. */
export const CLOUDEVENTS: WebhookPreset = {
  id: 'cloudevents',
  name: 'CloudEvents',
  config: {
    ...STATIC,
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
      },
    },
    defaultValues: defaultsOf('CloudEvents', 'cloudevents'),
  },
  policies: inOrder(
    'CloudEvents',
    fill(
      replacedBy('environment', 'attributes.stage'),
      firstOf('resource', 'attributes.source'),
      firstLine('event'),
      firstOf('severity', 'attributes.extension'),
    ),
    severities('indeterminate'),
    closeWhen('attributes.state', ['resolved', 'closed', 'ok', 'recovered', 'cleared', 'inactive']),
  ),
  hints: [
    'Send application/cloudevents+json. data.severity and data.status are the severity and the state of the alert.',
  ],
}
