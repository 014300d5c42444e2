import {
  copyFirst,
  copyIfEmpty,
  defaultsWithText,
  dropWhen,
  fillFields,
  nameWorkload,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  translateSeverity,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Warnings of Kubernetes, through kubernetes-event-exporter. */
export const KUBERNETES: WebhookPreset = {
  id: 'kubernetes-events',
  name: 'Kubernetes events',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'involvedObject.name',
      event: 'reason',
      severity: 'type',
      text: 'message',
      value: 'count',
      eventTime: 'lastTimestamp',
      attributes: {
        kind: 'involvedObject.kind',
        object: 'involvedObject.name',
        owner: 'involvedObject.ownerReferences[0].name',
        ownerKind: 'involvedObject.ownerReferences[0].kind',
        seenAt: 'series.lastObservedTime',
        firstAt: 'eventTime',
        cluster: 'clusterName',
        namespace: 'involvedObject.namespace',
        component: 'source.component',
        node: 'source.host',
      },
    },
    defaultValues: defaultsWithText('Kubernetes', 'kubernetes'),
  },
  policies: numberedPolicies(
    'Kubernetes',
    dropWhen('severity', ['normal']),
    {
      name: 'find the workload',
      description: 'A pod belongs to the workload that owns it, and is a part of it with its own name.',
      filters: whenMatches('attributes.ownerKind', ['StatefulSet', 'DaemonSet', 'Job', 'ReplicaSet']),
      actions: [copyFirst('resource', 'attributes.owner')],
    },
    {
      name: 'find the deployment',
      description: 'The name of a replica set is that of its deployment, and a hash.',
      filters: {
        clauses: [
          {
            operator: 'OR',
            clauses: [
              { key: 'attributes.ownerKind', op: '~', value: '(?i)^replicaset$' },
              { key: 'attributes.kind', op: '~', value: '(?i)^replicaset$' },
            ],
          },
        ],
      },
      actions: [{ extract: 'resource', from: 'resource', pattern: '^(.+)-[0-9a-z]{6,10}$' }],
    },
    fillFields(
      copyIfEmpty('eventTime', 'attributes.seenAt', 'attributes.firstAt'),
      setFingerprint('attributes.kind', 'attributes.object'),
    ),
    nameWorkload('attributes.namespace', 'resource'),
    translateSeverity('warning'),
    // Kubernetes repeats the event while the problem lasts. When the problem is over, Kubernetes sends no event.
    fillFields({ set: 'timeout', value: 3600 }),
  ),
  hints: [
    'In kubernetes-event-exporter, add a receiver webhook with the header Authorization, without a layout.',
    'Normal events are ignored. A warning expires if it is not repeated for an hour.',
    'The resource is namespace/name of the workload that owns the pod, if the exporter is new enough to send ownerReferences, else of the pod.',
  ],
}
