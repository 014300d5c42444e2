import {
  closeWhen,
  defaultsWithText,
  dropUnless,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** GoCD. Each stage of a pipeline has its own alert; its time is the one at which its first job was scheduled. */
export const GOCD: WebhookPreset = {
  id: 'gocd',
  name: 'GoCD',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'name',
      event: { path: 'stages[].name', expand: true },
      text: 'build_cause.trigger_message',
      eventTime: 'stages[N].jobs[0].scheduled_date',
      attributes: { state: 'stages[N].result', counter: 'counter', label: 'label' },
    },
    defaultValues: defaultsWithText('CI', 'gocd', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'GoCD',
    dropUnless('attributes.state', ['failed', 'passed']),
    closeWhen('attributes.state', ['passed']),
  ),
  hints: ['Use a notification plugin that posts the pipeline as JSON. Each stage is an alert.', URL_HINT],
}
