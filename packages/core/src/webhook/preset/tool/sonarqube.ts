import {
  closeWhen,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  setIfEmpty,
  signatureInHeader,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const SONARQUBE: WebhookPreset = {
  id: 'sonarqube',
  name: 'SonarQube',
  config: {
    ...signatureInHeader('X-Sonar-Webhook-HMAC-SHA256'),
    fieldMappings: {
      resource: 'project.key',
      event: 'branch.name',
      text: 'qualityGate.name',
      createTime: 'analysedAt',
      eventTime: 'analysedAt',
      attributes: { state: 'qualityGate.status', task: 'status', project: 'project.name', url: 'branch.url' },
    },
    defaultValues: defaultsWithText('Code quality', 'sonarqube', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'SonarQube',
    {
      name: 'read a failed analysis',
      description: 'An analysis that fails has no quality gate.',
      filters: { clauses: [{ key: 'attributes.task', op: '~', value: '(?i)^failed$' }] },
      actions: [
        { set: 'attributes.state', value: 'error' },
        { set: 'text', value: 'the analysis failed' },
      ],
    },
    dropUnless('attributes.state', ['error', 'warn', 'ok']),
    fillFields(setIfEmpty('event', 'main')),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: [
    'Add a webhook with a secret to the project, or to all projects. A failed quality gate, and a failed analysis, is a major alert.',
  ],
}
