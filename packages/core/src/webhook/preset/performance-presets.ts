import {
  acknowledgeWhen,
  closeWhen,
  defaultsOf,
  extractIfEmpty,
  fill,
  firstOf,
  inOrder,
  orElse,
  STATIC,
  severities,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** New Relic: the payloads of legacy incidents, and of workflows. */
export const NEW_RELIC: WebhookPreset = {
  id: 'newrelic',
  name: 'New Relic',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'targets[0].name',
      event: 'condition_name',
      severity: 'severity',
      text: 'details',
      attributes: {
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
    defaultValues: { environment: 'Production', group: 'New Relic', type: 'newrelicAlert', origin: 'newrelic' },
  },
  policies: inOrder(
    'New Relic',
    fill(
      firstOf('resource', 'attributes.entity'),
      firstOf('event', 'attributes.condition'),
      firstOf('severity', 'attributes.priority'),
      firstOf('text', 'attributes.title'),
      orElse('text', 'no details'),
      firstOf('attributes.state', 'attributes.issueState'),
    ),
    severities('major'),
    acknowledgeWhen('attributes.state', ['acknowledged']),
    closeWhen('attributes.state', ['closed']),
  ),
  hints: [
    'In a workflow, add a webhook destination with the header Authorization, and keep its default payload.',
    'A workflow that groups incidents makes one alert for an issue: the first entity and the first condition name it.',
  ],
}

export const DYNATRACE: WebhookPreset = {
  id: 'dynatrace',
  name: 'Dynatrace',
  config: {
    ...STATIC,
    testPayloads: { clauses: [{ key: 'ProblemTitle', op: '=', value: 'Dynatrace problem notification test run' }] },
    fieldMappings: {
      resource: 'ImpactedEntity',
      event: 'ProblemTitle',
      severity: 'ProblemSeverity',
      text: 'ProblemTitle',
      attributes: {
        state: 'State',
        problem: 'ProblemID',
        impact: 'ProblemImpact',
        tags: 'Tags',
        url: 'ProblemURL',
      },
    },
    defaultValues: defaultsOf('Dynatrace', 'dynatrace'),
  },
  policies: inOrder(
    'Dynatrace',
    severities('major', {
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
    'Add a custom integration with the header Authorization. Its payload holds State, ProblemID, ProblemTitle, ProblemSeverity, ProblemImpact, ImpactedEntity, Tags and ProblemURL, each with the placeholder of that name.',
  ],
}

export const APPDYNAMICS: WebhookPreset = {
  id: 'appdynamics',
  name: 'AppDynamics',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'resource',
      event: 'name',
      severity: 'severity',
      text: 'message',
      attributes: { description: 'description', eventId: 'event_id', state: 'event_type', url: 'url' },
    },
    defaultValues: defaultsOf('AppDynamics', 'appdynamics'),
  },
  policies: inOrder(
    'AppDynamics',
    fill({ copy: 'resource', from: ['event'] }),
    severities('warning', { values: { error: 'critical' } }),
    closeWhen('attributes.state', ['policy_close.*', 'policy_canceled.*']),
  ),
  hints: [
    'The HTTP request template sends name, severity, message, description, event_id and url; add event_type (the type of the latest event) so that alerts close, and resource to name the affected entity.',
  ],
}

export const SPLUNK_OBSERVABILITY: WebhookPreset = {
  id: 'splunk-observability',
  name: 'Splunk Observability Cloud',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'originatingMetric',
      event: 'rule',
      severity: 'severity',
      text: 'messageBody',
      attributes: { state: 'statusExtended', detector: 'detectorUrl', incident: 'incidentId', runbook: 'runbookUrl' },
    },
    defaultValues: defaultsOf('Splunk Observability', 'signalfx'),
  },
  policies: inOrder(
    'Splunk Observability',
    extractIfEmpty('event', 'text', '^Rule "([^"\\r\\n]{1,200})"'),
    severities('major'),
    closeWhen('attributes.state', ['ok', 'stopped', 'manually resolved']),
  ),
  hints: ['Add a webhook integration with the header Authorization. Its shared secret is not used.'],
}

export const SKYWALKING: WebhookPreset = {
  id: 'skywalking',
  name: 'Apache SkyWalking',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'name',
      event: 'ruleName',
      text: 'alarmMessage',
      severity: 'severity',
      attributes: { scope: 'scope', recoveryTime: 'recoveryTime', tagValues: 'tags[].value', uuid: 'uuid' },
    },
    defaultValues: defaultsOf('SkyWalking', 'skywalking'),
  },
  policies: inOrder(
    'SkyWalking',
    extractIfEmpty('severity', 'attributes.tagValues', '(?i)^(info|warning|error|critical|major|minor|p[0-5])$'),
    severities('warning'),
    closeWhen('attributes.recoveryTime', ['.+']),
  ),
  hints: [
    'In alarm-settings.yml, add the hook with its header Authorization. The tag level of a rule is its severity.',
  ],
}

/** The body format that Grafana OnCall calls "formatted webhook". Other tools can send the same format. */
export const ONCALL: WebhookPreset = {
  id: 'grafana-oncall',
  name: 'Grafana OnCall formatted webhook',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'alert_uid',
      event: 'title',
      severity: 'severity',
      text: 'message',
      attributes: { state: 'state', url: 'link_to_upstream_details', image: 'image_url' },
    },
    defaultValues: defaultsOf('Grafana OnCall', 'oncall'),
  },
  policies: inOrder('Grafana OnCall', severities('major'), closeWhen('attributes.state', ['ok', 'resolved'])),
  hints: [
    'A tool that sends alerts in the formatted form of OnCall can send them here, with the header Authorization.',
  ],
}
