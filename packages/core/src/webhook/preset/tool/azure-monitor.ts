import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithoutText,
  extractIfEmpty,
  fillFields,
  nameWorkload,
  numberedPolicies,
  removeAttributes,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
  URL_HINT,
  whenFilled,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Azure sends every alert of its activity log with the severity Sev4, so the severity comes from these words. */
const WORDS_OF_HEALTH = {
  incident: 'major',
  maintenance: 'informational',
  actionrequired: 'minor',
  unavailable: 'major',
  degraded: 'minor',
  unknown: 'warning',
  available: 'ok',
} as const

/** Azure Monitor, the common alert schema. */
export const AZURE_MONITOR: WebhookPreset = {
  id: 'azure-monitor',
  name: 'Azure Monitor',
  config: {
    ...STATIC_AUTHORIZATION,
    // What the button "Test" of an action group sends.
    testPayloads: {
      operator: 'OR',
      clauses: [
        { key: 'data.essentials.alertId', op: '~', value: '/Test_Alert$' },
        { key: 'data.essentials.alertRule', op: '~', value: '^test-(?:[a-zA-Z]+AlertRule|availabilityTest-test-)' },
      ],
    },
    fieldMappings: {
      resource: 'data.essentials.configurationItems[0]',
      event: 'data.essentials.alertRule',
      severity: 'data.essentials.severity',
      text: 'data.essentials.description',
      service: 'data.customProperties.service[]',
      createTime: 'data.essentials.firedDateTime',
      fingerprint: 'data.alertContext.properties.trackingId',
      eventTime: 'data.essentials.firedDateTime',
      endTime: 'data.essentials.resolvedDateTime',
      attributes: {
        title: 'data.alertContext.properties.title',
        stage: 'data.alertContext.properties.stage',
        incident: 'data.alertContext.properties.incidentType',
        health: 'data.alertContext.properties.currentHealthStatus',
        threat: 'data.alertContext.properties.severity',
        entity: 'data.alertContext.properties.compromisedEntity',
        budget: 'data.alertContext.AlertData.BudgetName',
        state: 'data.essentials.monitorCondition',
        target: 'data.essentials.alertTargetIDs[0]',
        service: 'data.essentials.monitoringService',
        alertId: 'data.essentials.alertId',
        customStage: 'data.customProperties.environment',
        ruleStage: 'data.alertContext.properties.environment',
        labels: 'data.alertContext.labels',
        labelStage: 'data.alertContext.labels.environment',
        labelService: 'data.alertContext.labels.service',
        namespace: 'data.alertContext.labels.namespace',
        deployment: 'data.alertContext.labels.deployment',
        statefulset: 'data.alertContext.labels.statefulset',
        daemonset: 'data.alertContext.labels.daemonset',
        jobName: 'data.alertContext.labels.job_name',
        pod: 'data.alertContext.labels.pod',
        summary: 'data.alertContext.annotations.summary',
      },
    },
    defaultValues: defaultsWithoutText('Azure', 'azure'),
  },
  policies: numberedPolicies(
    'Azure Monitor',
    extractIfEmpty('resource', 'attributes.target', '([^/]+)$'),
    {
      name: 'tell the resources of Resource Health apart',
      description: 'Resource Health gives each change a new alertId. So the resource itself is the fingerprint.',
      filters: { clauses: [{ key: 'attributes.service', op: '~', value: '(?i)^resource\\s?health$' }] },
      actions: [
        { join: 'fingerprint', from: ['event', 'attributes.target'], with: ' ' },
        copyFirst('severity', 'attributes.health'),
      ],
    },
    {
      name: 'name what Security is about',
      description: 'An alert of Security names its severity and the threatened resource among its properties.',
      filters: { clauses: [{ key: 'attributes.service', op: '~', value: '(?i)security' }] },
      actions: [copyFirst('severity', 'attributes.threat'), copyFirst('resource', 'attributes.entity')],
    },
    {
      name: 'name the budget',
      description: 'An alert of a budget has no rule; its resource is the budget.',
      filters: whenFilled('attributes.budget'),
      actions: [
        copyFirst('resource', 'attributes.budget'),
        setIfEmpty('event', 'Budget'),
        setIfEmpty('severity', 'warning'),
      ],
    },
    fillFields(
      copyIfEmpty('attributes.deployment', 'attributes.statefulset', 'attributes.daemonset', 'attributes.jobName'),
      copyIfEmpty('attributes.deployment', 'attributes.pod'),
    ),
    nameWorkload('attributes.namespace', 'attributes.deployment'),
    fillFields(
      copyIfEmpty('fingerprint', 'attributes.alertId'),
      copyIfEmpty('text', 'attributes.summary', 'attributes.title'),
      setIfEmpty('text', 'no text'),
      setIfEmpty('resource', 'Azure'),
      copyFirst('environment', 'attributes.customStage', 'attributes.ruleStage', 'attributes.labelStage'),
      copyIfEmpty('service', 'attributes.labelService'),
      copyFirst('severity', 'attributes.incident'),
    ),
    translateSeverity('warning', { values: WORDS_OF_HEALTH }),
    closeWhen('attributes.state', ['resolved']),
    closeWhen('attributes.stage', ['resolved', 'complete', 'canceled', 'rca']),
    closeWhen('attributes.health', ['available']),
    removeAttributes(
      'attributes.threat',
      'attributes.entity',
      'attributes.customStage',
      'attributes.ruleStage',
      'attributes.labelStage',
      'attributes.labelService',
      'attributes.deployment',
      'attributes.statefulset',
      'attributes.daemonset',
      'attributes.jobName',
      'attributes.summary',
    ),
  ),
  hints: [
    'In the action group, add a webhook action and enable the common alert schema.',
    'The custom properties environment and service of a rule are those of its alerts.',
    URL_HINT,
  ],
}

const METRIC_PATH = 'data.context'

const ACTIVITY_PATH = 'data.context.activityLog'

/**
 * Attributes that only the policies below need. Current metric alerts have the fields of classic metric alerts under
 * `data`.
 */
const HELPERS_OF_CLASSIC = {
  metricState: 'data.status',
  metricResource: `${METRIC_PATH}.resourceName`,
  metricRule: `${METRIC_PATH}.name`,
  metricSeverity: `${METRIC_PATH}.severity`,
  metricText: `${METRIC_PATH}.description`,
  metricTime: `${METRIC_PATH}.timestamp`,
  metricUrl: `${METRIC_PATH}.portalLink`,
  metricRuleId: `${METRIC_PATH}.id`,
  metricTarget: `${METRIC_PATH}.resourceId`,
  dimensions: `${METRIC_PATH}.condition.allOf[0].dimensions[].value`,
  ruleStage: 'data.properties.environment',
  source: `${ACTIVITY_PATH}.eventSource`,
  target: `${ACTIVITY_PATH}.resourceId`,
  level: `${ACTIVITY_PATH}.level`,
  activityTime: `${ACTIVITY_PATH}.eventTimestamp`,
  activityText: `${ACTIVITY_PATH}.description`,
  eventDataId: `${ACTIVITY_PATH}.eventDataId`,
  trackingId: `${ACTIVITY_PATH}.properties.trackingId`,
  logRule: 'AlertRuleName',
  logSeverity: 'Severity',
  logText: 'Description',
  logTarget: 'ResourceId',
} as const

/** Alerts of Azure Monitor without the common alert schema: metrics, the activity log and log searches. */
export const AZURE_CLASSIC: WebhookPreset = {
  id: 'azure-monitor-classic',
  name: 'Azure Monitor without the common schema',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'context.resourceName',
      event: 'context.name',
      severity: 'context.severity',
      text: 'context.description',
      value: 'context.condition.metricValue',
      service: 'data.properties.service[]',
      createTime: 'context.timestamp',
      eventTime: 'context.timestamp',
      attributes: {
        ...HELPERS_OF_CLASSIC,
        state: 'status',
        region: 'context.resourceRegion',
        url: 'context.portalLink',
        operation: `${ACTIVITY_PATH}.operationName`,
        title: `${ACTIVITY_PATH}.properties.title`,
        stage: `${ACTIVITY_PATH}.properties.stage`,
        incident: `${ACTIVITY_PATH}.properties.incidentType`,
        health: `${ACTIVITY_PATH}.properties.currentHealthStatus`,
      },
    },
    defaultValues: defaultsWithoutText('Azure', 'azure'),
  },
  policies: numberedPolicies(
    'Azure Monitor',
    fillFields(
      copyIfEmpty('attributes.state', 'attributes.metricState'),
      copyIfEmpty('attributes.url', 'attributes.metricUrl'),
      copyIfEmpty('resource', 'attributes.metricResource'),
      copyIfEmpty('event', 'attributes.metricRule', 'attributes.logRule'),
      // The health of a resource, and the kind of a notice of Service Health, come before the level: Azure calls an
      // outage informational.
      copyIfEmpty('severity', 'attributes.metricSeverity', 'attributes.incident', 'attributes.health'),
      copyIfEmpty('severity', 'attributes.level', 'attributes.logSeverity'),
      copyIfEmpty('text', 'attributes.metricText', 'attributes.title', 'attributes.activityText', 'attributes.logText'),
      setIfEmpty('text', 'no text'),
      copyIfEmpty('eventTime', 'attributes.metricTime', 'attributes.activityTime'),
      copyFirst('environment', 'attributes.ruleStage'),
      {
        join: 'fingerprint',
        from: ['attributes.metricRuleId', 'attributes.metricTarget', 'attributes.dimensions'],
        with: ' ',
      },
      copyIfEmpty('fingerprint', 'attributes.trackingId'),
    ),
    {
      name: 'name what Azure itself reports',
      description: 'Service Health and Resource Health have no rule, and another operation when the problem is over.',
      filters: {
        operator: 'OR',
        clauses: ['attributes.incident', 'attributes.health'].map((key) => ({ key, op: '~', value: '\\S' })),
      },
      actions: [copyIfEmpty('event', 'attributes.source'), copyIfEmpty('fingerprint', 'attributes.target')],
    },
    fillFields(copyIfEmpty('event', 'attributes.operation'), copyIfEmpty('fingerprint', 'attributes.eventDataId')),
    extractIfEmpty('resource', 'attributes.target', '([^/]+)$'),
    extractIfEmpty('resource', 'attributes.logTarget', '([^/]+)$'),
    fillFields(setIfEmpty('resource', 'Azure')),
    translateSeverity('major', {
      values: {
        ...{ '0': 'critical', '1': 'major', '2': 'warning', '3': 'informational', '4': 'debug' },
        ...WORDS_OF_HEALTH,
      },
    }),
    closeWhen('attributes.state', ['resolved', 'deactivated']),
    closeWhen('attributes.stage', ['resolved', 'complete', 'canceled', 'rca']),
    closeWhen('attributes.health', ['available']),
    removeAttributes(...Object.keys(HELPERS_OF_CLASSIC).map((name) => `attributes.${name}` as const)),
  ),
  hints: [
    'Add the URL of this webhook to the alert rule. The common schema says more: if you can, enable it, and use the preset azure-monitor.',
    URL_HINT,
  ],
}
