import {
  copyIfEmpty,
  defaultsWithoutText,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Wazuh, through an integration script that posts the parts of an alert. */
export const WAZUH: WebhookPreset = {
  id: 'wazuh',
  name: 'Wazuh',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'agent.name',
      event: 'message',
      severity: 'severity',
      text: 'description',
      eventTime: 'timestamp',
      attributes: {
        description: 'description',
        rule: 'rule.description',
        ruleId: 'rule.id',
        level: 'rule.level',
        score: 'rule.level',
        log: 'full_log',
      },
    },
    defaultValues: defaultsWithoutText('Security', 'wazuh'),
  },
  policies: numberedPolicies(
    'Wazuh',
    {
      name: 'find the agent',
      description: 'The description names the agent in a line of its own.',
      filters: { clauses: [{ key: 'resource', op: '!~', value: '.' }] },
      actions: [{ extract: 'resource', from: 'attributes.description', pattern: 'Agent Name:? ([^\\r\\n]{1,200})' }],
    },
    fillFields(
      setIfEmpty('resource', 'Wazuh'),
      // The description of a rule may contain values of the log line, its id does not.
      copyIfEmpty('event', 'attributes.ruleId'),
      keepFirstLine('event'),
      copyIfEmpty('text', 'attributes.rule', 'attributes.log'),
      setIfEmpty('text', 'no text'),
      {
        translate: 'attributes.score',
        ranges: [
          { from: 15, to: 'critical' },
          { from: 12, below: 15, to: 'major' },
          { from: 7, below: 12, to: 'minor' },
          { from: 4, below: 7, to: 'warning' },
          { below: 4, to: 'informational' },
        ],
      },
      copyIfEmpty('severity', 'attributes.score'),
      { set: 'attributes.score', value: null },
    ),
    translateSeverity('warning'),
  ),
  hints: [
    'The integration script posts the alert as Wazuh writes it, or message, severity and description with the line Agent Name. Levels from 15 are critical, from 12 major, from 7 minor.',
    'Wazuh does not say when an alert is over.',
  ],
}
