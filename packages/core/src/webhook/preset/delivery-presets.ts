import { closeWhen, defaultsOf, dropUnless, inOrder, STATIC, URL_HINT } from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

export const TRAVIS: WebhookPreset = {
  id: 'travis',
  name: 'Travis CI',
  config: {
    ...STATIC,
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
        url: 'build_url',
      },
    },
    defaultValues: defaultsOf('CI', 'travis', { event: 'build', severity: 'major' }),
  },
  policies: inOrder(
    'Travis CI',
    dropUnless('attributes.state', ['failed', 'errored', 'passed']),
    closeWhen('attributes.state', ['passed']),
  ),
  hints: [
    'In .travis.yml, add the URL of this webhook to notifications. Travis CI signs by RSA, which is not checked.',
    URL_HINT,
  ],
}

export const NETLIFY: WebhookPreset = {
  id: 'netlify',
  name: 'Netlify',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'name',
      text: 'error_message',
      eventTime: 'updated_at',
      attributes: { state: 'state', branch: 'branch', context: 'context', url: 'admin_url' },
    },
    defaultValues: defaultsOf('Deployments', 'netlify', { event: 'deploy', severity: 'major' }),
  },
  policies: inOrder(
    'Netlify',
    dropUnless('attributes.state', ['error', 'ready']),
    closeWhen('attributes.state', ['ready']),
  ),
  hints: [
    'Add HTTP POST requests for Deploy failed and Deploy succeeded. Their JWS signature is not checked.',
    URL_HINT,
  ],
}

export const SEMAPHORE: WebhookPreset = {
  id: 'semaphore-classic',
  name: 'Semaphore Classic',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'project_name',
      event: 'branch_name',
      text: 'commit.message',
      eventTime: 'finished_at',
      attributes: { kind: 'event', state: 'result', build: 'build_number', url: 'build_url' },
    },
    defaultValues: defaultsOf('CI', 'semaphore', { severity: 'major' }),
  },
  policies: inOrder(
    'Semaphore',
    dropUnless('attributes.kind', ['build']),
    dropUnless('attributes.state', ['failed', 'passed']),
    closeWhen('attributes.state', ['passed']),
  ),
  hints: ['Add a webhook to the notifications of the project.', URL_HINT],
}
