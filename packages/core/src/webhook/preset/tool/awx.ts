import {
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  setIfEmpty,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Jobs of Ansible Tower and AWX. */
export const AWX: WebhookPreset = {
  id: 'awx',
  name: 'Ansible AWX and Automation Controller',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: { path: 'hosts', keys: true, join: ', ' },
      event: 'name',
      text: 'playbook',
      eventTime: 'finished',
      attributes: {
        state: 'status',
        inventory: 'inventory',
        limit: 'limit',
        project: 'project',
        user: 'created_by',
        url: 'url',
      },
    },
    defaultValues: defaultsWithText('Ansible', 'awx', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'AWX',
    dropUnless('attributes.state', ['failed', 'error', 'successful']),
    {
      name: 'name jobs of several hosts after their inventory',
      description: 'The hosts that a job reaches differ from run to run, so they do not name its alert.',
      filters: { clauses: [{ key: 'resource', op: '~', value: ', ' }] },
      actions: [{ set: 'resource', value: null }],
    },
    fillFields(
      copyIfEmpty('resource', 'attributes.inventory', 'attributes.project'),
      setIfEmpty('resource', 'AWX'),
      setFingerprint('event', 'attributes.inventory', 'attributes.limit'),
    ),
    closeWhen('attributes.state', ['successful']),
  ),
  hints: ['Add a notification template of the kind Webhook with the header Authorization. Failed jobs are major.'],
}
