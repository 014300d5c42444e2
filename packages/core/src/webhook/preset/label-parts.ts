import type { ActionField, AlertAction } from '../../alert-policy/alert-action.js'
import { copyFirst, copyIfEmpty, cutPort, nameWorkload, setIfEmpty, whenEmpty } from './preset-parts.js'
import type { PresetPolicy } from './webhook-preset.js'

export const SERVICE_HINT =
  'The label service (one name) puts the alert onto the topology of that service; the label environment or env is its environment (Production if it is missing).'
export const SEVERITY_HINT =
  'The label severity may be any common word, such as info, page, P2 or high. An alert without the label, or with another word, is a warning; one with the severity none is ignored.'
export const RESOURCE_HINT =
  'The resource is the label instance without its port, or namespace/name for a workload or volume claim of Kubernetes. Without both, it is another label, such as host or node, or the namespace with the job or the service. The labels that Prometheus renames to exported_… come first.'
export const HELD_BACK_HINT =
  'If an alert is resolved while a silence, an inhibition or a time interval holds it back, nothing says so, and it stays open. An alert policy lets such alerts expire (docs/webhooks.md#alerts-that-the-sender-holds-back).'

/** Where the fields of an alert are in an alert of Prometheus, and of tools that use its format. */
export const LABEL_FIELDS = {
  resource: 'labels.instance',
  event: 'labels.alertname',
  environment: 'labels.environment',
  severity: 'labels.severity',
  service: 'labels.service[]',
  text: 'annotations.summary',
  createTime: 'startsAt',
  eventTime: 'startsAt',
  endTime: 'endsAt',
} as const

/** The labels that the policies of {@link nameByLabels} read. */
export const LABEL_ATTRIBUTES = {
  host: 'labels.host',
  node: 'labels.node',
  pod: 'labels.pod',
  device: 'labels.device',
  env: 'labels.env',
  job: 'labels.job',
  namespace: 'labels.namespace',
  workload: 'labels.deployment',
  statefulset: 'labels.statefulset',
  daemonset: 'labels.daemonset',
  jobName: 'labels.job_name',
  claim: 'labels.persistentvolumeclaim',
  volume: 'labels.persistentvolume',
  serviceName: 'labels.service_name',
  exportedInstance: 'labels.exported_instance',
  exportedNamespace: 'labels.exported_namespace',
  exportedPod: 'labels.exported_pod',
  exportedNode: 'labels.exported_node',
  exportedService: 'labels.exported_service',
  labels: 'labels',
  message: 'annotations.message',
  description: 'annotations.description',
  runbook: 'annotations.runbook_url',
} as const

const WORKLOAD_LABELS = [
  'attributes.statefulset',
  'attributes.daemonset',
  'attributes.jobName',
] as const satisfies readonly ActionField[]

/**
 * Attributes that only the policies of {@link nameByLabels} need. These policies remove them at the end, because
 * `attributes.labels` has the same labels.
 */
const HELPER_ATTRIBUTES = [
  ...WORKLOAD_LABELS,
  'attributes.claim',
  'attributes.volume',
  'attributes.env',
  'attributes.job',
  'attributes.namespace',
  'attributes.workload',
  'attributes.serviceName',
  'attributes.exportedInstance',
  'attributes.exportedNamespace',
  'attributes.exportedPod',
  'attributes.exportedNode',
  'attributes.exportedService',
] as const satisfies readonly ActionField[]

/** Matches alerts of kube-state-metrics. Their label `instance` names the exporter, and not what they are about. */
const FROM_KUBE_STATE = { key: 'attributes.job', op: '~', value: '(?i)kube-state-metrics' } as const
/**
 * Matches the names of kube-state-metrics itself. Policies remove only these names, because other names may say what an
 * alert is about: a rule may set the label `service`, and most pods are not those of kube-state-metrics.
 */
const NAMES_KUBE_STATE = { op: '~', value: '(?i)kube-?state' } as const
/** Matches alerts of exporters. Their label `instance` names the target that they watch, and not their own pod. */
const FROM_EXPORTER = { key: 'attributes.job', op: '~', value: '(?i)exporter|blackbox|probe' } as const

type PresetSteps = readonly Omit<PresetPolicy, 'order'>[]

/** Policies that remove the names of kube-state-metrics itself, and keep the names of what it reports about. */
const WITHOUT_KUBE_STATE: PresetSteps = [
  {
    name: 'leave out the instance of kube-state-metrics',
    description:
      'Its instance is that of the exporter: without a workload, a volume, the node or the namespace is meant.',
    filters: { clauses: [FROM_KUBE_STATE] },
    actions: [copyFirst('resource', 'attributes.volume', 'attributes.node', 'attributes.namespace')],
  },
  {
    name: 'leave out the service of kube-state-metrics',
    description: 'A service with the name of the exporter is not what the alert is about.',
    filters: { clauses: [FROM_KUBE_STATE, { key: 'service', ...NAMES_KUBE_STATE }] },
    actions: [{ set: 'service', value: null }],
  },
  {
    name: 'leave out the pod of kube-state-metrics',
    description: 'What has no pod of its own, such as a node or a quota, has the pod of the exporter.',
    filters: { clauses: [FROM_KUBE_STATE, { key: 'attributes.pod', ...NAMES_KUBE_STATE }] },
    actions: [{ set: 'attributes.pod', value: null }],
  },
]

/**
 * Policies that name the resource, the environment and the service after labels, and fill in the text.
 *
 * @param otherwise the resource if no label names one
 */
export function nameByLabels(otherwise: string): PresetSteps {
  return [
    {
      name: 'read what is exported',
      description: 'Prometheus renames a label of the target to exported_… if it has a label of that name itself.',
      actions: [
        copyFirst('resource', 'attributes.exportedInstance'),
        copyFirst('attributes.namespace', 'attributes.exportedNamespace'),
        copyFirst('attributes.pod', 'attributes.exportedPod'),
        copyFirst('attributes.node', 'attributes.exportedNode'),
        copyFirst('environment', 'attributes.env'),
      ],
    },
    ...WITHOUT_KUBE_STATE,
    {
      name: 'find the workload',
      description: 'A workload is a deployment, stateful set, daemon set or job, else a pod that is no exporter.',
      actions: [
        copyIfEmpty('attributes.workload', ...WORKLOAD_LABELS),
        copyIfEmpty('service', 'attributes.exportedService', 'attributes.serviceName'),
      ],
    },
    {
      name: 'name the pod or the claim',
      description:
        'A pod of an exporter is not what the alert is about. The kubelet names the claim of a volume, but no pod.',
      filters: { clauses: [{ ...FROM_EXPORTER, op: '!~' }] },
      actions: [copyIfEmpty('attributes.workload', 'attributes.pod', 'attributes.claim')],
    },
    nameWorkload('attributes.namespace', 'attributes.workload'),
    {
      name: 'fill in the resource',
      description: 'Takes the resource from other labels.',
      actions: [
        ...cutPort('resource'),
        copyIfEmpty(
          'resource',
          'attributes.host',
          'attributes.node',
          'attributes.pod',
          'attributes.device',
          'attributes.serviceName',
        ),
      ],
    },
    {
      name: 'name the job or the service',
      description: 'An alert on all targets of a job, or on a whole service, has its namespace and its name.',
      filters: whenEmpty('resource'),
      actions: [
        copyIfEmpty('attributes.job', 'service'),
        { join: 'resource', from: ['attributes.namespace', 'attributes.job'], with: '/' },
      ],
    },
    {
      name: 'fill in fields',
      description: 'Fills in fields from annotations and defaults.',
      actions: [
        setIfEmpty('resource', otherwise),
        setIfEmpty('event', 'Alert'),
        copyIfEmpty('text', 'attributes.message', 'attributes.description'),
        setIfEmpty('text', 'no summary'),
        REMOVE_ZERO_TIME,
        ...HELPER_ATTRIBUTES.map((field) => ({ set: field, value: null })),
      ],
    },
  ]
}

/** Removes an end that is the zero time of Go: tools that are written in Go send it for a missing time. */
const REMOVE_ZERO_TIME: AlertAction = { translate: 'endTime', values: { '0001-01-01T00:00:00Z': null } }
