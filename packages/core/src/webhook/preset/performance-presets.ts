import {
  acknowledgeWhen,
  closeWhen,
  defaultsOf,
  extractIfEmpty,
  fill,
  fingerprintOf,
  firstLine,
  firstOf,
  inOrder,
  nameWorkload,
  orElse,
  replacedBy,
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
    defaultValues: { environment: 'Production', group: 'New Relic', type: 'newrelicAlert', origin: 'newrelic' },
  },
  policies: inOrder(
    'New Relic',
    fill(
      firstOf('resource', 'attributes.entity'),
      firstOf('event', 'attributes.condition'),
      firstOf('severity', 'attributes.priority'),
      firstOf('fingerprint', 'attributes.incident'),
      firstOf('eventTime', 'attributes.updatedAt'),
      firstOf('text', 'attributes.title'),
      orElse('text', 'no details'),
      firstOf('attributes.state', 'attributes.issueState'),
    ),
    severities('major'),
    acknowledgeWhen('attributes.state', ['acknowledged']),
    acknowledgeWhen('attributes.trigger', ['(?:issue_)?acknowledged?']),
    closeWhen('attributes.state', ['closed', 'deactivated']),
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
    defaultValues: defaultsOf('Dynatrace', 'dynatrace'),
  },
  policies: inOrder(
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
    fill(
      orElse('resource', 'Dynatrace'),
      {
        extract: 'environment',
        from: 'attributes.tags',
        pattern: '(?i)(?:^|,)\\s*(?:\\[\\w+\\])?env(?:ironment)?:\\s*([^,]+)',
      },
      { extract: 'service', from: 'attributes.tags', pattern: '(?i)(?:^|,)\\s*(?:\\[\\w+\\])?service:\\s*([^,]+)' },
    ),
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
    'Add a custom integration with the header Authorization. Its payload holds State, ProblemID, ProblemTitle, ProblemSeverity, ProblemImpact, ImpactedEntity, ImpactedEntities (without quotes), Tags and ProblemURL, each with its placeholder.',
    'The event is the id of the problem; its title, which changes while Dynatrace analyses the problem, is the text.',
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
      fingerprint: 'incident_id',
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
    'The HTTP request template sends name, severity, message, description, event_id and url; add event_type (the type of the latest event) so that alerts close, incident_id, and resource to name the affected entity.',
  ],
}

export const SPLUNK_OBSERVABILITY: WebhookPreset = {
  id: 'splunk-observability',
  name: 'Splunk Observability Cloud',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'dimensions.host',
      event: 'rule',
      severity: 'severity',
      text: 'messageBody',
      service: 'dimensions.sf_service[]',
      fingerprint: 'incidentId',
      eventTime: 'timestamp',
      attributes: {
        host: 'inputs.A.key.host',
        hostName: 'dimensions["host.name"]',
        namespace: 'dimensions["k8s.namespace.name"]',
        workload: 'dimensions["k8s.deployment.name"]',
        statefulset: 'dimensions["k8s.statefulset.name"]',
        daemonset: 'dimensions["k8s.daemonset.name"]',
        job: 'dimensions["k8s.job.name"]',
        pod: 'dimensions["k8s.pod.name"]',
        stage: 'dimensions.sf_environment',
        metric: 'originatingMetric',
        state: 'statusExtended',
        detector: 'detectorUrl',
        incident: 'incidentId',
        runbook: 'runbookUrl',
      },
    },
    defaultValues: defaultsOf('Splunk Observability', 'signalfx'),
  },
  policies: inOrder(
    'Splunk Observability',
    extractIfEmpty('event', 'text', '^Rule "([^"\\r\\n]{1,200})"'),
    fill(
      firstOf(
        'attributes.workload',
        'attributes.statefulset',
        'attributes.daemonset',
        'attributes.job',
        'attributes.pod',
      ),
    ),
    nameWorkload('attributes.namespace', 'attributes.workload'),
    fill(
      firstOf('resource', 'attributes.host', 'attributes.hostName', 'attributes.metric'),
      replacedBy('environment', 'attributes.stage'),
    ),
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
      eventTime: 'startTime',
      attributes: {
        scope: 'scope',
        recoveryTime: 'recoveryTime',
        tagValues: 'tags[].value',
        entity: 'id0',
        destination: 'id1',
        uuid: 'uuid',
      },
    },
    defaultValues: defaultsOf('SkyWalking', 'skywalking'),
  },
  policies: inOrder(
    'SkyWalking',
    extractIfEmpty('severity', 'attributes.tagValues', '(?i)^(info|warning|error|critical|major|minor|p[0-5])$'),
    {
      name: 'name the service',
      description: 'An alarm about a service is about the service of that name.',
      filters: { clauses: [{ key: 'attributes.scope', op: '=', value: 'SERVICE' }] },
      actions: [{ copy: 'service', from: ['resource'] }],
    },
    extractIfEmpty('service', 'resource', ' (?:of|in) (.+)$'),
    // The uuid is that of a message: an alarm that is sent again has another one.
    fill(
      fingerprintOf('event', 'attributes.entity', 'attributes.destination'),
      replacedBy('eventTime', 'attributes.recoveryTime'),
    ),
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
      severity: 'severity',
      text: 'title',
      fingerprint: 'alert_uid',
      attributes: {
        state: 'state',
        title: 'title',
        message: 'message',
        url: 'link_to_upstream_details',
        image: 'image_url',
      },
    },
    defaultValues: {
      ...{ environment: 'Production', group: 'Grafana OnCall', type: 'oncallAlert', origin: 'oncall', event: 'alert' },
    },
  },
  policies: inOrder(
    'Grafana OnCall',
    fill(
      firstOf('resource', 'attributes.title'),
      orElse('resource', 'Grafana OnCall'),
      firstLine('resource'),
      firstOf('text', 'attributes.message'),
      orElse('text', 'no text'),
      { set: 'attributes.title', value: null },
    ),
    severities('major'),
    closeWhen('attributes.state', ['ok', 'resolved']),
  ),
  hints: [
    'A tool that sends alerts in the formatted form of OnCall can send them here, with the header Authorization.',
    'The resource is the alert_uid. An alert without it has only its title to name it, so a changed title is another alert.',
  ],
}
