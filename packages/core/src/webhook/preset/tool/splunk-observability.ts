import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithText,
  extractIfEmpty,
  fillFields,
  nameWorkload,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const SPLUNK_OBSERVABILITY: WebhookPreset = {
  id: 'splunk-observability',
  name: 'Splunk Observability Cloud',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'dimensions.host',
      event: 'rule',
      severity: 'severity',
      text: 'messageBody',
      service: 'dimensions.sf_service[]',
      fingerprint: 'incidentId',
      eventTime: 'timestamp',
      attributes: {
        host: 'inputs.A.key.host',
        hostName: 'dimensions["host.name"]',
        namespace: 'dimensions["k8s.namespace.name"]',
        workload: 'dimensions["k8s.deployment.name"]',
        statefulset: 'dimensions["k8s.statefulset.name"]',
        daemonset: 'dimensions["k8s.daemonset.name"]',
        job: 'dimensions["k8s.job.name"]',
        pod: 'dimensions["k8s.pod.name"]',
        stage: 'dimensions.sf_environment',
        metric: 'originatingMetric',
        state: 'statusExtended',
        detector: 'detectorUrl',
        incident: 'incidentId',
        runbook: 'runbookUrl',
      },
    },
    defaultValues: defaultsWithText('Splunk Observability', 'signalfx'),
  },
  policies: numberedPolicies(
    'Splunk Observability',
    extractIfEmpty('event', 'text', '^Rule "([^"\\r\\n]{1,200})"'),
    fillFields(
      copyIfEmpty(
        'attributes.workload',
        'attributes.statefulset',
        'attributes.daemonset',
        'attributes.job',
        'attributes.pod',
      ),
    ),
    nameWorkload('attributes.namespace', 'attributes.workload'),
    fillFields(
      copyIfEmpty('resource', 'attributes.host', 'attributes.hostName', 'attributes.metric'),
      copyFirst('environment', 'attributes.stage'),
    ),
    translateSeverity('major'),
    closeWhen('attributes.state', ['ok', 'stopped', 'manually resolved']),
  ),
  hints: ['Add a webhook integration with the header Authorization. Its shared secret is not used.'],
}
