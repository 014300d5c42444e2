import {
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  nameWorkload,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Falco, through falcosidekick or through the HTTP output of Falco itself. */
export const FALCO: WebhookPreset = {
  id: 'falco',
  name: 'Falco',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'rule', op: '=', value: 'Test rule' }] },
    fieldMappings: {
      resource: 'hostname',
      event: 'rule',
      severity: 'priority',
      text: 'output',
      createTime: 'time',
      tags: 'tags[]',
      eventTime: 'time',
      attributes: {
        deployment: 'output_fields["k8s.deployment.name"]',
        metaDeployment: 'output_fields["k8smeta.deployment.name"]',
        pod: 'output_fields["k8s.pod.name"]',
        metaPod: 'output_fields["k8smeta.pod.name"]',
        namespace: 'output_fields["k8s.ns.name"]',
        metaNamespace: 'output_fields["k8smeta.ns.name"]',
        container: 'output_fields["container.id"]',
        process: 'output_fields["proc.cmdline"]',
        source: 'source',
      },
    },
    defaultValues: defaultsWithText('Security', 'falco'),
  },
  policies: numberedPolicies(
    'Falco',
    fillFields(
      copyIfEmpty('attributes.namespace', 'attributes.metaNamespace'),
      copyIfEmpty(
        'attributes.workload',
        'attributes.deployment',
        'attributes.metaDeployment',
        'attributes.pod',
        'attributes.metaPod',
      ),
    ),
    nameWorkload('attributes.namespace', 'attributes.workload'),
    fillFields(copyIfEmpty('resource', 'attributes.container'), setIfEmpty('resource', 'Falco')),
    translateSeverity('security'),
  ),
  hints: [
    'In falcosidekick, set webhook.address, and webhook.customHeaders with Authorization.',
    'Falco does not say when something is over, so close its alerts by hand.',
  ],
}
