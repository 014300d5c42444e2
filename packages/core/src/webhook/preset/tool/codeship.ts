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

/** Codeship, which sends no times. */
export const CODESHIP: WebhookPreset = {
  id: 'codeship',
  name: 'Codeship',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'build.project_full_name',
      event: 'build.branch',
      text: 'build.message',
      attributes: {
        state: 'build.status',
        project: 'build.project_id',
        build: 'build.build_id',
        url: 'build.build_url',
      },
    },
    defaultValues: defaultsWithText('CI', 'codeship', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'Codeship',
    dropUnless('attributes.state', ['error', 'infrastructure_failure', 'success']),
    fillFields(setFingerprint('attributes.project', 'event')),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['Add a notification rule of the kind Webhook to the project.', URL_HINT],
}
