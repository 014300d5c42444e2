import {
  closeWhen,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** AppVeyor. Its times have the month first and no zone, so they are not read. */
export const APPVEYOR: WebhookPreset = {
  id: 'appveyor',
  name: 'AppVeyor',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'eventData.projectName',
      text: 'eventData.commitMessage',
      attributes: {
        state: 'eventName',
        project: 'eventData.projectId',
        branch: 'eventData.branch',
        pull: 'eventData.pullRequestId',
        isPull: 'eventData.isPullRequest',
        build: 'eventData.buildNumber',
        url: 'eventData.buildUrl',
      },
    },
    defaultValues: defaultsWithText('CI', 'appveyor', { severity: 'major', event: 'build' }),
  },
  policies: numberedPolicies(
    'AppVeyor',
    dropUnless('attributes.state', ['build_failure', 'build_success']),
    // The build of a pull request names the branch into which the request is to be merged, but says nothing about this
    // branch.
    fillFields(
      { translate: 'attributes.isPull', values: { true: 'pull request', false: null } },
      setFingerprint('attributes.project', 'attributes.branch', 'attributes.isPull', 'attributes.pull'),
    ),
    closeWhen('attributes.state', ['build_success']),
  ),
  hints: ['Add a notification of the kind Webhook with the header Authorization and the default body.'],
}
