import {
  closeWhen,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const DYNATRACE: WebhookPreset = {
  id: 'dynatrace',
  name: 'Dynatrace',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'ProblemTitle', op: '=', value: 'Dynatrace problem notification test run' }] },
    fieldMappings: {
      resource: 'ImpactedEntities[0].name',
      event: 'ProblemID',
      severity: 'ProblemSeverity',
      text: 'ProblemTitle',
      fingerprint: 'ProblemID',
      attributes: {
        entity: 'ImpactedEntity',
        state: 'State',
        problem: 'ProblemID',
        impact: 'ProblemImpact',
        tags: 'Tags',
        url: 'ProblemURL',
      },
    },
    defaultValues: defaultsWithText('Dynatrace', 'dynatrace'),
  },
  policies: numberedPolicies(
    'Dynatrace',
    {
      name: 'fill in resource',
      description: 'Takes the resource from the impacted entity, unless that is a number of entities.',
      filters: {
        clauses: [
          { key: 'resource', op: '!~', value: '\\S' },
          { key: 'attributes.entity', op: '!~', value: '(?i)^[0-9]+ (?:impacted|affected) entit' },
        ],
      },
      actions: [{ copy: 'resource', from: ['attributes.entity'] }],
    },
    fillFields(
      setIfEmpty('resource', 'Dynatrace'),
      {
        extract: 'environment',
        from: 'attributes.tags',
        pattern: '(?i)(?:^|,)\\s*(?:\\[\\w+\\])?env(?:ironment)?:\\s*([^,]+)',
      },
      { extract: 'service', from: 'attributes.tags', pattern: '(?i)(?:^|,)\\s*(?:\\[\\w+\\])?service:\\s*([^,]+)' },
    ),
    translateSeverity('major', {
      values: {
        availability: 'critical',
        monitoring_unavailable: 'major',
        performance: 'minor',
        custom_alert: 'minor',
        resource_contention: 'warning',
      },
    }),
    closeWhen('attributes.state', ['resolved', 'merged']),
  ),
  hints: [
    'Add a custom integration with the header Authorization. Its payload holds State, ProblemID, ProblemTitle, ProblemSeverity, ProblemImpact, ImpactedEntity, ImpactedEntities (without quotes), Tags and ProblemURL, each with its placeholder.',
    'The event is the id of the problem; its title, which changes while Dynatrace analyses the problem, is the text.',
  ],
}
