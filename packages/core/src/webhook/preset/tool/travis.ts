import {
  closeWhen,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const TRAVIS: WebhookPreset = {
  id: 'travis',
  name: 'Travis CI',
  config: {
    ...STATIC_AUTHORIZATION,
    payloadFormat: 'form',
    fieldMappings: {
      resource: 'repository.name',
      text: 'message',
      eventTime: 'finished_at',
      attributes: {
        state: 'state',
        branch: 'branch',
        number: 'number',
        owner: 'repository.owner_name',
        pull: 'pull_request_number',
        url: 'build_url',
      },
    },
    defaultValues: defaultsWithText('CI', 'travis', { event: 'build', severity: 'major' }),
  },
  policies: numberedPolicies(
    'Travis CI',
    dropUnless('attributes.state', ['failed', 'errored', 'passed']),
    fillFields(setFingerprint('attributes.owner', 'attributes.branch', 'attributes.pull')),
    closeWhen('attributes.state', ['passed']),
  ),
  hints: [
    'In .travis.yml, add the URL of this webhook to notifications, with on_success: always. Travis CI signs by RSA, which is not checked.',
    URL_HINT,
  ],
}
