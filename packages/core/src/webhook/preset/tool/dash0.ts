import type { ActionField, AlertAction } from '../../../alert-policy/alert-action.js'
import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  fillFields,
  nameWorkload,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** The number of labels that are read from each issue. Mappings read a label by its place, and not by its name. */
const LABEL_COUNT = 12

const LABEL_INDEXES = Array.from({ length: LABEL_COUNT }, (_, place) => place)

const NAMES_AND_TEXTS = LABEL_INDEXES.flatMap((place): readonly ActionField[] => [
  `attributes.name${place}`,
  `attributes.text${place}`,
])

/**
 * Each field with the name of a label that fills it in, as OpenTelemetry names it. If several labels fill in a field,
 * the last of them wins.
 */
const FIELD_OF_LABEL: readonly (readonly [ActionField, string])[] = [
  ['resource', 'dash0.resource.name'],
  ['resource', 'host.name'],
  ['resource', 'service.name'],
  ['service', 'service.name'],
  ['environment', 'deployment.environment'],
  ['environment', 'deployment.environment.name'],
  ['attributes.namespace', 'k8s.namespace.name'],
  ['attributes.workload', 'k8s.pod.name'],
  ['attributes.workload', 'k8s.job.name'],
  ['attributes.workload', 'k8s.daemonset.name'],
  ['attributes.workload', 'k8s.statefulset.name'],
  ['attributes.workload', 'k8s.deployment.name'],
]

/** In `attributes.labels`, the line after the name of a label is its text. The action copies this text into a field. */
function readLabel([extract, name]: (typeof FIELD_OF_LABEL)[number]): AlertAction {
  return { extract, from: 'attributes.labels', pattern: `(?:^|\\n)${name.replaceAll('.', '[.]')}\\n([^\\n]+)` }
}

export const DASH0: WebhookPreset = {
  id: 'dash0',
  name: 'Dash0',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'type', op: '=', value: 'test' }] },
    fieldMappings: {
      resource: 'data.issue.labels[0].value.stringValue',
      event: 'data.issue.checkrules[0].name',
      severity: 'data.issue.status',
      text: 'data.issue.summary',
      createTime: 'data.issue.start',
      fingerprint: 'data.issue.id',
      eventTime: 'data.issue.start',
      attributes: {
        state: 'type',
        end: 'data.issue.end',
        description: 'data.issue.description',
        url: 'data.issue.url',
        ...Object.fromEntries(
          LABEL_INDEXES.flatMap((place) => [
            [`name${place}`, `data.issue.labels[${place}].key`],
            [`text${place}`, `data.issue.labels[${place}].value.stringValue`],
          ]),
        ),
      },
    },
    defaultValues: defaultsWithText('Dash0', 'dash0'),
  },
  policies: numberedPolicies(
    'Dash0',
    {
      name: 'read the labels',
      description: 'The labels name the resource, the service and the environment.',
      actions: [{ join: 'attributes.labels', from: NAMES_AND_TEXTS, with: '\n' }, ...FIELD_OF_LABEL.map(readLabel)],
    },
    nameWorkload('attributes.namespace', 'attributes.workload'),
    fillFields(
      setIfEmpty('resource', 'Dash0'),
      ...NAMES_AND_TEXTS.map((field) => ({ set: field, value: null }) as const),
    ),
    {
      name: 'read the end',
      description: 'An issue that is over says when it ended.',
      filters: whenMatches('attributes.state', ['alert[.](?:resolved|closed|superseded)']),
      actions: [copyFirst('eventTime', 'attributes.end')],
    },
    translateSeverity('major', { values: { degraded: 'warning', failed: 'critical' } }),
    closeWhen('attributes.state', ['alert[.]resolved', 'alert[.]closed', 'alert[.]superseded']),
  ),
  hints: [
    'Add a notification channel of the kind Webhook with the header Authorization. An issue that another one supersedes closes.',
    'The resource is the label service.name, host.name or dash0.resource.name, or namespace/name for a workload of Kubernetes, else the first label.',
  ],
}
