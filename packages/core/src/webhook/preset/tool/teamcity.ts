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

/**
 * TeamCity, through the plugin tcWebHooks. Its times have the form of the locale of the server, so they are not read.
 */
export const TEAMCITY: WebhookPreset = {
  id: 'teamcity',
  name: 'TeamCity (tcWebHooks)',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'build.projectName',
      event: 'build.buildName',
      text: 'build.text',
      attributes: {
        kind: 'build.notifyType',
        state: 'build.buildResult',
        configuration: 'build.buildTypeId',
        branch: 'build.branchName',
        number: 'build.buildNumber',
        agent: 'build.agentName',
        url: 'build.buildStatusUrl',
      },
    },
    defaultValues: defaultsWithText('CI', 'teamcity', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'TeamCity',
    dropUnless('attributes.kind', ['buildFinished', 'buildFailed', 'buildBroken', 'buildSuccessful', 'buildFixed']),
    dropUnless('attributes.state', ['failure', 'success']),
    fillFields(setFingerprint('attributes.configuration', 'attributes.branch')),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['In the plugin tcWebHooks, add a webhook with the legacy JSON payload and basic authentication.'],
}
