import {
  closeWhen,
  defaultsOf,
  dropWhen,
  fill,
  firstOf,
  inOrder,
  openSeverities,
  orElse,
  STATIC,
  signedIn,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

const SERVICE_HINT =
  'The label service (one name) puts the alert onto the topology of that service; the label environment is its environment (Production if it is missing).'
const SEVERITY_HINT =
  'The label severity may be any common word, such as info, page, P2 or high. An alert without the label, or with another word, is a warning; one with the severity none is ignored.'

/** Labels that name the resource of an alert, in addition to the label `instance`. */
const RESOURCE_LABELS = { host: 'labels.host', node: 'labels.node', pod: 'labels.pod', device: 'labels.device' }
const RESOURCE_FIELDS = ['attributes.host', 'attributes.node', 'attributes.pod', 'attributes.device'] as const

/** Prometheus Alertmanager, payload version 4. */
export const ALERTMANAGER: WebhookPreset = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  config: {
    ...STATIC,
    arrayPath: 'alerts',
    fieldMappings: {
      resource: 'labels.instance',
      event: 'labels.alertname',
      environment: 'labels.environment',
      severity: 'labels.severity',
      service: 'labels.service[]',
      group: 'labels.job',
      text: 'annotations.summary',
      createTime: 'startsAt',
      attributes: {
        ...RESOURCE_LABELS,
        state: 'status',
        message: 'annotations.message',
        description: 'annotations.description',
        runbook: 'annotations.runbook_url',
        generatorURL: 'generatorURL',
        fingerprint: 'fingerprint',
        labels: 'labels',
      },
    },
    defaultValues: { environment: 'Production', group: 'Prometheus', type: 'prometheusAlert', origin: 'alertmanager' },
  },
  policies: inOrder(
    'Alertmanager',
    dropWhen('severity', ['none']),
    fill(
      firstOf('resource', ...RESOURCE_FIELDS),
      orElse('resource', 'Prometheus'),
      firstOf('text', 'attributes.message', 'attributes.description'),
      orElse('text', 'no summary'),
    ),
    openSeverities('warning'),
    closeWhen('attributes.state', ['resolved']),
  ),
  hints: [
    'In webhook_configs, http_config.authorization.credentials is a token of your choice; the secret of this webhook is the whole header, Bearer and the token. Or use authMode api_key with type: Key and an API key as credentials.',
    'Keep send_resolved: true, which is the default, so that resolved alerts close.',
    SEVERITY_HINT,
    SERVICE_HINT,
  ],
}

/** Grafana Alerting (unified alerting, since Grafana 8). Its payload is similar to that of Alertmanager. */
export const GRAFANA: WebhookPreset = {
  id: 'grafana',
  name: 'Grafana Alerting',
  config: {
    ...signedIn('X-Grafana-Alerting-Signature'),
    arrayPath: 'alerts',
    testPayloads: {
      clauses: [
        { key: 'commonLabels.alertname', op: '=', value: 'TestAlert' },
        { key: 'commonLabels.instance', op: '=', value: 'Grafana' },
      ],
    },
    fieldMappings: {
      resource: 'labels.instance',
      event: 'labels.alertname',
      environment: 'labels.environment',
      severity: 'labels.severity',
      service: 'labels.service[]',
      group: 'labels.grafana_folder',
      text: 'annotations.summary',
      value: 'valueString',
      createTime: 'startsAt',
      attributes: {
        ...RESOURCE_LABELS,
        state: 'status',
        description: 'annotations.description',
        runbook: 'annotations.runbook_url',
        dashboardURL: 'dashboardURL',
        panelURL: 'panelURL',
        silenceURL: 'silenceURL',
        generatorURL: 'generatorURL',
        fingerprint: 'fingerprint',
        values: 'values',
        labels: 'labels',
      },
    },
    defaultValues: { environment: 'Production', group: 'Grafana', type: 'grafanaAlert', origin: 'grafana' },
  },
  policies: inOrder(
    'Grafana',
    dropWhen('severity', ['none']),
    fill(
      firstOf('resource', ...RESOURCE_FIELDS),
      orElse('resource', 'Grafana'),
      firstOf('text', 'attributes.description'),
      orElse('text', 'no summary'),
    ),
    openSeverities('warning'),
    closeWhen('attributes.state', ['resolved']),
  ),
  hints: [
    'In the contact point, enter the secret under HMAC signature and leave its timestamp header empty. A Grafana without that setting can use authHeaderScheme static with authHeaderName Authorization.',
    'Leave Disable resolved message off, so that resolved alerts close.',
    SEVERITY_HINT,
    SERVICE_HINT,
  ],
}

/**
 * Grafana's legacy alerting, before version 8. Each rule has only one alert, not one alert for each series: when the
 * problem is over, the payload names the rule but not the series.
 */
export const GRAFANA_LEGACY: WebhookPreset = {
  id: 'grafana-legacy',
  name: 'Grafana legacy alerting',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'tags.instance',
      event: 'ruleName',
      severity: 'tags.severity',
      service: 'tags.service[]',
      text: 'message',
      attributes: {
        state: 'state',
        host: 'tags.host',
        instances: 'evalMatches[].tags.instance',
        metrics: 'evalMatches[].metric',
        values: 'evalMatches[].value',
        ruleUrl: 'ruleUrl',
        title: 'title',
      },
    },
    defaultValues: defaultsOf('Grafana', 'grafana', { text: 'no message' }),
  },
  policies: inOrder(
    'Grafana legacy alerting',
    dropWhen('attributes.state', ['pending', 'paused']),
    fill(firstOf('resource', 'attributes.host'), orElse('resource', 'Grafana')),
    openSeverities('major'),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: [
    'The notification channel sends a user name and a password; the secret of this webhook is the whole header, Basic and the base64 of both.',
    'Each rule makes one alert. The tags instance, severity and service of the rule are its resource, severity and service; without them it is Grafana and major. The series are in attributes.instances.',
  ],
}
