import {
  closeWhen,
  defaultsOf,
  dropUnless,
  fill,
  fingerprintOf,
  firstOf,
  inOrder,
  replacedBy,
  STATIC,
  URL_HINT,
} from './preset-parts.js'
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
        pull: 'pull_request_number',
        url: 'build_url',
      },
    },
    defaultValues: defaultsOf('CI', 'travis', { event: 'build', severity: 'major' }),
  },
  policies: inOrder(
    'Travis CI',
    dropUnless('attributes.state', ['failed', 'errored', 'passed']),
    fill(fingerprintOf('attributes.owner', 'attributes.branch', 'attributes.pull')),
    closeWhen('attributes.state', ['passed']),
  ),
  hints: [
    'In .travis.yml, add the URL of this webhook to notifications, with on_success: always. Travis CI signs by RSA, which is not checked.',
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
      attributes: { state: 'state', branch: 'branch', context: 'context', site: 'site_id', url: 'admin_url' },
    },
    defaultValues: defaultsOf('Deployments', 'netlify', { event: 'deploy', severity: 'major' }),
  },
  policies: inOrder(
    'Netlify',
    dropUnless('attributes.state', ['error', 'ready']),
    // A preview that is ready says nothing about the deploy to production.
    fill(fingerprintOf('attributes.site', 'attributes.context', 'attributes.branch')),
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
      attributes: {
        kind: 'event',
        state: 'result',
        server: 'server_name',
        build: 'build_number',
        url: 'build_url',
        deployUrl: 'html_url',
      },
    },
    defaultValues: defaultsOf('CI', 'semaphore', { severity: 'major' }),
  },
  policies: inOrder(
    'Semaphore',
    dropUnless('attributes.kind', ['build', 'deploy']),
    dropUnless('attributes.state', ['failed', 'passed']),
    {
      name: 'name deploys after their server',
      description: 'A deploy of a branch is no build of that branch.',
      filters: { clauses: [{ key: 'attributes.kind', op: '~', value: '(?i)^deploy$' }] },
      actions: [replacedBy('event', 'attributes.server'), firstOf('attributes.url', 'attributes.deployUrl')],
    },
    closeWhen('attributes.state', ['passed']),
  ),
  hints: ['Add a webhook to the notifications of the project.', URL_HINT],
}
