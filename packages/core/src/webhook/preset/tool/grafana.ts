import {
  HELD_BACK_HINT,
  LABEL_ATTRIBUTES,
  LABEL_FIELDS,
  nameByLabels,
  RESOURCE_HINT,
  SERVICE_HINT,
  SEVERITY_HINT,
} from '../label-parts.js'
import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithoutText,
  defaultsWithText,
  dropWhen,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  signatureInHeader,
  translateOpenSeverity,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Grafana Alerting (unified alerting, since Grafana 8). Its payload is similar to that of Alertmanager. */
export const GRAFANA: WebhookPreset = {
  id: 'grafana',
  name: 'Grafana Alerting',
  config: {
    ...signatureInHeader('X-Grafana-Alerting-Signature'),
    arrayPath: 'alerts',
    testPayloads: {
      clauses: [
        { key: 'commonLabels.alertname', op: '=', value: 'TestAlert' },
        { key: 'commonLabels.instance', op: '=', value: 'Grafana' },
      ],
    },
    fieldMappings: {
      ...LABEL_FIELDS,
      group: 'labels.grafana_folder',
      value: 'valueString',
      fingerprint: 'fingerprint',
      attributes: {
        ...LABEL_ATTRIBUTES,
        state: 'status',
        dashboardURL: 'dashboardURL',
        panelURL: 'panelURL',
        silenceURL: 'silenceURL',
        generatorURL: 'generatorURL',
        fingerprint: 'fingerprint',
        values: 'values',
        ruleName: 'labels.rulename',
        error: 'annotations.Error',
      },
    },
    defaultValues: defaultsWithoutText('Grafana', 'grafana'),
  },
  policies: numberedPolicies(
    'Grafana',
    dropWhen('severity', ['none']),
    {
      name: 'read the error',
      description: 'The summary of a rule that cannot be evaluated is about the problem that it looks for.',
      actions: [copyFirst('text', 'attributes.error')],
    },
    ...nameByLabels('Grafana'),
    {
      name: 'name the rule',
      description: 'DatasourceError and DatasourceNoData name only their rule, and each rule is an alert of its own.',
      filters: whenMatches('event', ['DatasourceError', 'DatasourceNoData']),
      actions: [copyFirst('resource', 'attributes.ruleName')],
    },
    translateOpenSeverity('warning'),
    closeWhen('attributes.state', ['resolved']),
  ),
  hints: [
    'In the contact point, enter the secret under HMAC signature and leave its timestamp header empty. A Grafana without that setting can use authHeaderScheme static with authHeaderName Authorization.',
    'Leave Disable resolved message off, so that resolved alerts close.',
    HELD_BACK_HINT,
    'The resource of DatasourceNoData and DatasourceError is the name of their rule.',
    RESOURCE_HINT,
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
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'ruleName', op: '=', value: 'Test notification' }] },
    fieldMappings: {
      resource: 'tags.instance',
      event: 'ruleName',
      severity: 'tags.severity',
      service: 'tags.service[]',
      text: 'message',
      environment: 'tags.environment',
      fingerprint: 'ruleId',
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
    defaultValues: defaultsWithText('Grafana', 'grafana', { text: 'no message' }),
  },
  policies: numberedPolicies(
    'Grafana legacy alerting',
    dropWhen('attributes.state', ['pending', 'paused']),
    fillFields(copyIfEmpty('resource', 'attributes.host'), setIfEmpty('resource', 'Grafana')),
    translateOpenSeverity('major'),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: [
    'The notification channel sends a user name and a password; the secret of this webhook is the whole header, Basic and the base64 of both.',
    'Each rule makes one alert. The tags instance, severity and service of the rule are its resource, severity and service; without them it is Grafana and major. The series are in attributes.instances.',
  ],
}
