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

export const NETLIFY: WebhookPreset = {
  id: 'netlify',
  name: 'Netlify',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'name',
      text: 'error_message',
      eventTime: 'updated_at',
      attributes: { state: 'state', branch: 'branch', context: 'context', site: 'site_id', url: 'admin_url' },
    },
    defaultValues: defaultsWithText('Deployments', 'netlify', { event: 'deploy', severity: 'major' }),
  },
  policies: numberedPolicies(
    'Netlify',
    dropUnless('attributes.state', ['error', 'ready']),
    // A preview that is ready says nothing about the deploy to production.
    fillFields(setFingerprint('attributes.site', 'attributes.context', 'attributes.branch')),
    closeWhen('attributes.state', ['ready']),
  ),
  hints: [
    'Add HTTP POST requests for Deploy failed and Deploy succeeded. Their JWS signature is not checked.',
    URL_HINT,
  ],
}
