import {
  closeWhen,
  defaultsOf,
  fill,
  firstOf,
  inOrder,
  nameWorkload,
  openSeverities,
  orElse,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** Incidents of Google Cloud Monitoring, payload versions 1.1 and 1.2. */
export const GCP: WebhookPreset = {
  id: 'gcp',
  name: 'Google Cloud Monitoring',
  config: {
    ...STATIC,
    testPayloads: { clauses: [{ key: 'version', op: '=', value: 'test' }] },
    fieldMappings: {
      resource: 'incident.resource_display_name',
      event: 'incident.condition_name',
      severity: 'incident.severity',
      text: 'incident.summary',
      value: 'incident.observed_value',
      service: 'incident.policy_user_labels.service[]',
      fingerprint: 'incident.incident_id',
      attributes: {
        namespace: 'incident.resource.labels.namespace_name',
        pod: 'incident.resource.labels.pod_name',
        policyStage: 'incident.policy_user_labels.environment',
        userStage: 'incident.metadata.user_labels.environment',
        state: 'incident.state',
        resourceName: 'incident.resource_name',
        project: 'incident.scoping_project_id',
        policySeverity: 'incident.policy_user_labels.severity',
        userSeverity: 'incident.metadata.user_labels.severity',
        systemSeverity: 'incident.metadata.system_labels.severity',
        policy: 'incident.policy_name',
        url: 'incident.url',
      },
    },
    defaultValues: defaultsOf('Google Cloud', 'gcp'),
  },
  policies: inOrder(
    'Google Cloud',
    nameWorkload('attributes.namespace', 'attributes.pod'),
    fill(
      replacedBy('environment', 'attributes.policyStage', 'attributes.userStage'),
      firstOf('resource', 'attributes.resourceName', 'attributes.project'),
      orElse('resource', 'Google Cloud'),
      firstOf('severity', 'attributes.policySeverity', 'attributes.userSeverity', 'attributes.systemSeverity'),
    ),
    openSeverities('major'),
    closeWhen('attributes.state', ['closed']),
  ),
  hints: [
    'Add a notification channel of the kind Webhook with basic authentication; the secret of this webhook is Basic, a space, and the base64 of user:password.',
    'The severity of the policy is the severity of the alert; a label severity replaces it if there is none.',
  ],
}

/** Alibaba Cloud CloudMonitor, in the form of CloudEvents. */
export const ALIBABA: WebhookPreset = {
  id: 'alibaba-cloud',
  name: 'Alibaba Cloud CloudMonitor',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'resource.entity.entity_id',
      event: 'subject',
      severity: 'severity',
      text: 'alertMessage',
      service: 'resource.tags.service[]',
      attributes: {
        state: 'status',
        domain: 'resource.entity.domain',
        kind: 'resource.entity.entity_type',
        stage: 'resource.tags.environment',
      },
    },
    defaultValues: defaultsOf('Alibaba Cloud', 'alibaba'),
  },
  policies: inOrder(
    'Alibaba Cloud',
    fill(replacedBy('environment', 'attributes.stage')),
    severities('warning'),
    closeWhen('attributes.state', ['resolved', 'recovered']),
  ),
  hints: ['In the alert contact or the event subscription, enter the URL of this webhook.', URL_HINT],
}

/** Alarms of Huawei Cloud Eye through Simple Message Notification. The names of its levels are Chinese or English. */
export const HUAWEI: WebhookPreset = {
  id: 'huawei-cloud',
  name: 'Huawei Cloud Eye through SMN',
  config: {
    ...STATIC,
    jsonFields: ['message'],
    testPayloads: {
      clauses: [{ key: 'type', op: 'IN', value: ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] }],
    },
    fieldMappings: {
      resource: 'message.data.ResourceName',
      event: 'message.data.AlarmRuleName',
      severity: 'message.data.AlarmLevel',
      text: 'message.data.MetricName',
      attributes: { alarm: 'message.data.IsAlarm', metric: 'message.data.MetricName', topic: 'topic_urn' },
    },
    defaultValues: defaultsOf('Huawei Cloud', 'huawei'),
  },
  policies: inOrder(
    'Huawei Cloud',
    severities('major', {
      values: { 紧急: 'critical', 重要: 'major', 次要: 'minor', 提示: 'informational', 一般: 'warning' },
    }),
    closeWhen('attributes.alarm', ['false']),
  ),
  hints: ['Confirm the subscription with the subscribe_url of the first payload, which this webhook keeps.', URL_HINT],
}

export const VREALIZE: WebhookPreset = {
  id: 'vrealize',
  name: 'VMware Aria Operations (vRealize)',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'resourceName',
      event: 'subType',
      severity: 'criticality',
      text: 'info',
      fingerprint: 'alertId',
      attributes: { state: 'status', kind: 'resourceKind', problem: 'type', alertId: 'alertId' },
    },
    defaultValues: defaultsOf('VMware', 'vrealize'),
  },
  policies: inOrder(
    'vRealize',
    fill({ extract: 'severity', from: 'severity', pattern: '(?i)^ALERT_CRITICALITY_LEVEL_(\\w+)$' }),
    severities('warning', { values: { immediate: 'major', none: 'informational', auto: 'warning' } }),
    closeWhen('attributes.state', ['canceled', 'cancelled']),
  ),
  hints: ['Add an outbound setting of the kind Rest Notification, with a user name and a password.'],
}
