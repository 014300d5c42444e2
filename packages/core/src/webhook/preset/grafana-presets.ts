import type { WebhookPreset } from './webhook-preset.js'

const SERVICE_HINT =
  'The label service (one name) puts the alert onto the topology of that service; the label environment is its environment (Production if it is missing).'
const SEVERITY_HINT =
  'The label severity must be one of the severities of opsgraph; an alert with another one, such as info or page, is rejected, one without it is a warning.'

/** Prometheus Alertmanager, payload version 4. */
export const ALERTMANAGER: WebhookPreset = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  config: {
    enabled: true,
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
        description: 'annotations.description',
        runbook: 'annotations.runbook_url',
        generatorURL: 'generatorURL',
        fingerprint: 'fingerprint',
        labels: 'labels',
      },
    },
    defaultValues: {
      resource: 'Prometheus',
      environment: 'Production',
      severity: 'warning',
      group: 'Prometheus',
      text: 'no summary',
      type: 'prometheusAlert',
      origin: 'alertmanager',
    },
    authMode: 'header',
    authHeaderScheme: 'static',
    authHeaderName: 'Authorization',
  },
  hints: [
    'In webhook_configs, http_config.authorization.credentials is a token of your choice; the secret of this webhook is the whole header, Bearer and the token. Or use authMode api_key with type: Key and an API key as credentials.',
    'Set send_resolved: false. A mapping cannot turn the status resolved into a severity, so a resolved alert would arrive as the same alert once more.',
    SEVERITY_HINT,
    SERVICE_HINT,
  ],
}

/** Grafana Alerting (unified alerting, since Grafana 8). Its payload is similar to that of Alertmanager. */
export const GRAFANA: WebhookPreset = {
  id: 'grafana',
  name: 'Grafana Alerting',
  config: {
    enabled: true,
    arrayPath: 'alerts',
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
    defaultValues: {
      resource: 'Grafana',
      environment: 'Production',
      severity: 'warning',
      group: 'Grafana',
      text: 'no summary',
      type: 'grafanaAlert',
      origin: 'grafana',
    },
    authMode: 'header',
    authHeaderScheme: 'generic',
    authHeaderName: 'X-Grafana-Alerting-Signature',
  },
  hints: [
    'In the contact point, enter the secret under HMAC signature and leave its timestamp header empty. A Grafana without that setting can use authHeaderScheme static with authHeaderName Authorization.',
    'Tick Disable resolved message. A mapping cannot turn the status resolved into a severity.',
    SEVERITY_HINT,
    SERVICE_HINT,
  ],
}

/** Grafana's legacy alerting, before version 8: one alert per matching series. */
export const GRAFANA_LEGACY: WebhookPreset = {
  id: 'grafana-legacy',
  name: 'Grafana legacy alerting',
  config: {
    enabled: true,
    fieldMappings: {
      resource: 'evalMatches[N].tags.instance',
      event: 'ruleName',
      value: { path: 'evalMatches[].value', expand: true },
      text: 'message',
      group: 'evalMatches[N].tags.job',
      attributes: {
        metric: 'evalMatches[N].metric',
        ruleUrl: 'ruleUrl',
        title: 'title',
        state: 'state',
        tags: 'evalMatches[N].tags',
      },
    },
    defaultValues: {
      resource: 'Grafana',
      environment: 'Production',
      severity: 'major',
      group: 'Grafana',
      text: 'no message',
      type: 'grafanaAlert',
      origin: 'grafana',
    },
    authMode: 'header',
    authHeaderScheme: 'static',
    authHeaderName: 'Authorization',
  },
  hints: [
    'The notification channel sends a user name and a password; the secret of this webhook is the whole header, Basic and the base64 of both.',
    'Every alert is major, because the payload has no severity.',
    'A rule that is fine again, or without data, has no matches: it is answered 400 and makes no alert.',
  ],
}
