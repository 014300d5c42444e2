import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithText,
  dropUnless,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const SEMAPHORE: WebhookPreset = {
  id: 'semaphore-classic',
  name: 'Semaphore Classic',
  config: {
    ...STATIC_AUTHORIZATION,
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
    defaultValues: defaultsWithText('CI', 'semaphore', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'Semaphore',
    dropUnless('attributes.kind', ['build', 'deploy']),
    dropUnless('attributes.state', ['failed', 'passed']),
    {
      name: 'name deploys after their server',
      description: 'A deploy of a branch is no build of that branch.',
      filters: { clauses: [{ key: 'attributes.kind', op: '~', value: '(?i)^deploy$' }] },
      actions: [copyFirst('event', 'attributes.server'), copyIfEmpty('attributes.url', 'attributes.deployUrl')],
    },
    closeWhen('attributes.state', ['passed']),
  ),
  hints: ['Add a webhook to the notifications of the project.', URL_HINT],
}
