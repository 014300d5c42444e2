import {
  closeWhen,
  defaultsWithText,
  dropUnless,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const JENKINS: WebhookPreset = {
  id: 'jenkins',
  name: 'Jenkins (Notification plugin)',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'name',
      severity: 'build.status',
      text: 'build.log',
      fingerprint: 'url',
      attributes: {
        phase: 'build.phase',
        state: 'build.status',
        number: 'build.number',
        branch: 'build.scm.branch',
        url: 'build.full_url',
      },
    },
    defaultValues: defaultsWithText('CI', 'jenkins', { event: 'build' }),
  },
  policies: numberedPolicies(
    'Jenkins',
    dropUnless('attributes.phase', ['completed', 'finalized']),
    dropUnless('attributes.state', ['failure', 'unstable', 'success']),
    translateSeverity('major', { values: { unstable: 'minor' } }),
    closeWhen('attributes.state', ['success']),
  ),
  hints: [
    'In the job, add a notification endpoint with the format JSON and the protocol HTTP, for finished jobs.',
    'The plugin sends no header of its own: write https://user:password@ before the host of the URL; the secret is Basic, a space, and the base64 of user:password.',
  ],
}
