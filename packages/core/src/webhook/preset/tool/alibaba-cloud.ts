import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithoutText,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  setIfEmpty,
  translateSeverity,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Events that a subscription of Alibaba Cloud CloudMonitor pushes as JSON. */
export const ALIBABA: WebhookPreset = {
  id: 'alibaba-cloud',
  name: 'Alibaba Cloud CloudMonitor',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'resource.entity.entity_id',
      event: 'subject',
      severity: 'severity',
      text: 'alertMessage',
      service: 'resource.tags.service[]',
      eventTime: 'time',
      attributes: {
        state: 'status',
        domain: 'resource.entity.domain',
        kind: 'resource.entity.entity_type',
        stage: 'resource.tags.environment',
      },
    },
    defaultValues: defaultsWithText('Alibaba Cloud', 'alibaba'),
  },
  policies: numberedPolicies(
    'Alibaba Cloud',
    fillFields(
      copyFirst('environment', 'attributes.stage'),
      copyIfEmpty('resource', 'attributes.domain'),
      setIfEmpty('resource', 'Alibaba Cloud'),
    ),
    translateSeverity('warning'),
    closeWhen('attributes.state', ['resolved', 'recovered']),
  ),
  hints: [
    'In the event subscription, add a push channel of the type Webhook with POST and JSON. For the alert callback of an alert rule, use the preset alibaba-cloud-callback.',
    URL_HINT,
  ],
}

/** Alerts that the callback of an alert rule of CloudMonitor posts as a form. */
export const ALIBABA_CALLBACK: WebhookPreset = {
  id: 'alibaba-cloud-callback',
  name: 'Alibaba Cloud CloudMonitor, alert callback',
  config: {
    ...STATIC_AUTHORIZATION,
    payloadFormat: 'form',
    fieldMappings: {
      resource: 'instanceName',
      event: 'alertName',
      severity: 'triggerLevel',
      text: 'metricName',
      service: 'productGroupName[]',
      value: 'curValue',
      eventTime: 'timestamp',
      attributes: {
        state: 'alertState',
        expression: 'expression',
        instance: 'instanceName',
        dimensions: 'dimensions',
        namespace: 'namespace',
        region: 'regionId',
        rule: 'ruleId',
      },
    },
    defaultValues: defaultsWithoutText('Alibaba Cloud', 'alibaba'),
  },
  policies: numberedPolicies(
    'Alibaba Cloud',
    fillFields(
      // An instance without a name is called null.
      { translate: 'resource', values: { null: null } },
      { extract: 'resource', from: 'attributes.dimensions', pattern: '[{ ]instanceId=([^,}]+)' },
      copyIfEmpty('resource', 'attributes.namespace'),
      { join: 'text', from: ['text', 'attributes.expression'], with: ' ' },
      setFingerprint('attributes.rule', 'attributes.dimensions'),
    ),
    translateSeverity('warning'),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: [
    'In the alert rule, enter the URL of this webhook as the alert callback. The resource is the instanceId among the dimensions, else the name of the instance.',
    URL_HINT,
  ],
}
