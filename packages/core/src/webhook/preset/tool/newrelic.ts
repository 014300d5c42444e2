import {
  acknowledgeWhen,
  closeWhen,
  copyIfEmpty,
  defaultsWithoutText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** New Relic: the payloads of legacy incidents, and of workflows. */
export const NEW_RELIC: WebhookPreset = {
  id: 'newrelic',
  name: 'New Relic',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'targets[0].name',
      event: 'condition_name',
      severity: 'severity',
      text: 'details',
      fingerprint: 'id',
      eventTime: 'timestamp',
      attributes: {
        updatedAt: 'updatedAt',
        trigger: 'trigger',
        incident: 'incident_id',
        state: 'current_state',
        issueState: 'state',
        entity: 'impactedEntities[0]',
        condition: 'alertConditionNames[0]',
        priority: 'priority',
        title: 'title',
        policy: 'policy_name',
        runbook: 'runbook_url',
        incidentUrl: 'incident_url',
        issueUrl: 'issueUrl',
      },
    },
    defaultValues: defaultsWithoutText('New Relic', 'newrelic'),
  },
  policies: numberedPolicies(
    'New Relic',
    fillFields(
      copyIfEmpty('resource', 'attributes.entity'),
      copyIfEmpty('event', 'attributes.condition'),
      copyIfEmpty('severity', 'attributes.priority'),
      copyIfEmpty('fingerprint', 'attributes.incident'),
      copyIfEmpty('eventTime', 'attributes.updatedAt'),
      copyIfEmpty('text', 'attributes.title'),
      setIfEmpty('text', 'no details'),
      copyIfEmpty('attributes.state', 'attributes.issueState'),
    ),
    translateSeverity('major'),
    acknowledgeWhen('attributes.state', ['acknowledged']),
    acknowledgeWhen('attributes.trigger', ['(?:issue_)?acknowledged?']),
    closeWhen('attributes.state', ['closed', 'deactivated']),
  ),
  hints: [
    'In a workflow, add a webhook destination with the header Authorization, and keep its default payload.',
    'A workflow that groups incidents makes one alert for an issue: the first entity and the first condition name it.',
  ],
}
