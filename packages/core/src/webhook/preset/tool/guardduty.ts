import {
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  nameWorkload,
  numberedPolicies,
  STATIC_AUTHORIZATION,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Findings of Amazon GuardDuty through EventBridge. */
export const GUARDDUTY: WebhookPreset = {
  id: 'guardduty',
  name: 'AWS GuardDuty through EventBridge',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'detail.title', op: '~', value: '^\\[SAMPLE\\]' }] },
    fieldMappings: {
      resource: 'detail.resource.instanceDetails.instanceId',
      event: 'detail.type',
      severity: 'detail.severity',
      text: 'detail.title',
      createTime: 'time',
      fingerprint: 'detail.id',
      eventTime: 'time',
      attributes: {
        namespace: 'detail.resource.kubernetesDetails.kubernetesWorkloadDetails.namespace',
        workload: 'detail.resource.kubernetesDetails.kubernetesWorkloadDetails.name',
        database: 'detail.resource.rdsDbInstanceDetails.dbInstanceIdentifier',
        function: 'detail.resource.lambdaDetails.functionName',
        bucket: 'detail.resource.s3BucketDetails[0].name',
        cluster: 'detail.resource.eksClusterDetails.name',
        ecsCluster: 'detail.resource.ecsClusterDetails.name',
        user: 'detail.resource.accessKeyDetails.userName',
        account: 'account',
        description: 'detail.description',
        region: 'region',
        score: 'detail.severity',
      },
    },
    defaultValues: defaultsWithText('AWS', 'guardduty'),
  },
  policies: numberedPolicies(
    'GuardDuty',
    nameWorkload('attributes.namespace', 'attributes.workload'),
    fillFields(
      copyIfEmpty(
        'resource',
        'attributes.database',
        'attributes.function',
        'attributes.cluster',
        'attributes.ecsCluster',
        'attributes.bucket',
        'attributes.user',
        'attributes.account',
      ),
      {
        translate: 'severity',
        ranges: [
          { from: 7, to: 'critical' },
          { from: 4, below: 7, to: 'major' },
          { below: 4, to: 'minor' },
        ],
        otherwise: 'security',
      },
    ),
  ),
  hints: [
    'Make a rule for "GuardDuty Finding" and an API destination with an API key for Authorization.',
    'GuardDuty does not say when a finding is over, so close its alerts by hand.',
  ],
}
