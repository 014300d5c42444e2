import type { AlertAction } from '../../../alert-policy/alert-action.js'
import {
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  extractIfEmpty,
  fillFields,
  nameWorkload,
  numberedPolicies,
  secretInHeader,
  setFingerprint,
  setIfEmpty,
  translateSeverity,
  whenEmpty,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/**
 * Each field with the names of tags that fill it in. Tags look like `env:prod,service:shop`. If several tags fill in a
 * field, the last of them wins, and a scope wins over a tag with the same name.
 */
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
    ...secretInHeader('X-Webhook-Token'),
    // The test notification of a monitor has the id of the monitor and one of its groups, so it would open or close a
    // real alert. A user may have a monitor with [TEST] in its name. Only the text of a test notification also says who
    // has started the test.
    testPayloads: {
      clauses: [
        { key: 'title', op: '~', value: '\\[TEST\\]' },
        { key: 'body', op: '~', value: '(?i)test notification triggered by' },
      ],
    },
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
    defaultValues: defaultsWithText('Datadog', 'datadog', { text: 'no body' }),
  },
  policies: numberedPolicies(
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
    {
      name: 'name the service',
      description: 'A group that has neither a host nor a workload, but a service, is about this service.',
      filters: whenEmpty('resource'),
      actions: [{ extract: 'resource', from: 'attributes.scopes', pattern: '(?:^|,)\\s*service:([^,]+)' }],
    },
    fillFields(
      setIfEmpty('resource', 'Datadog'),
      copyIfEmpty('severity', 'attributes.kind'),
      setFingerprint('event', 'attributes.scopes'),
    ),
    translateSeverity('major'),
    closeWhen('attributes.state', ['(?:warn )?recovered.*']),
  ),
  hints: [
    'In the Webhooks integration, use the payload of examples/webhooks/datadog/payload-template.json and the custom header {"X-Webhook-Token": "<the secret>"}, and name the webhook in the messages of monitors.',
    'The priority of a monitor (P1 to P5) is the severity; without a priority, its alert type is. Its tags env and service are environment and service. Each group of a monitor (its scope) opens and closes on its own.',
    'The resource is the host, the workload of Kubernetes or the service of the group; without them, it is Datadog.',
  ],
}
