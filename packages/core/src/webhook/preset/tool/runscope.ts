import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const RUNSCOPE: WebhookPreset = {
  id: 'runscope',
  name: 'Runscope (BlazeMeter API Monitoring)',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'test_name',
      eventTime: 'finished_at',
      text: 'result',
      attributes: {
        test: 'test_id',
        state: 'result',
        stage: 'environment_name',
        stageId: 'environment_uuid',
        region: 'region_name',
        regionId: 'region',
        agent: 'agent',
        url: 'test_run_url',
      },
    },
    defaultValues: defaultsWithText('Runscope', 'runscope', { event: 'test failed', severity: 'major' }),
  },
  policies: numberedPolicies(
    'Runscope',
    dropUnless('attributes.state', ['fail', 'failed', 'pass', 'passed']),
    fillFields(copyFirst('environment', 'attributes.stage'), {
      join: 'fingerprint',
      from: ['attributes.test', 'attributes.stageId', 'attributes.regionId', 'attributes.agent'],
      with: ' ',
    }),
    closeWhen('attributes.state', ['pass', 'passed']),
  ),
  hints: ['Add a webhook to the integrations of the team, and select it in the environments of the tests.', URL_HINT],
}
