import type { WebhookPreset } from './webhook-preset.js'

/** Dependabot alerts of GitHub repositories. */
export const GITHUB: WebhookPreset = {
  id: 'github',
  name: 'GitHub Dependabot',
  config: {
    enabled: true,
    fieldMappings: {
      resource: 'repository.full_name',
      event: 'alert.security_advisory.ghsa_id',
      text: 'alert.security_advisory.summary',
      value: 'alert.state',
      createTime: 'alert.created_at',
      tags: 'repository.topics[]',
      attributes: {
        severity: 'alert.security_advisory.severity',
        cvss: 'alert.security_advisory.cvss.score',
        package: 'alert.dependency.package.name',
        manifest: 'alert.dependency.manifest_path',
        action: 'action',
        url: 'alert.html_url',
      },
    },
    defaultValues: {
      environment: 'Production',
      severity: 'security',
      group: 'Security',
      type: 'githubAlert',
      origin: 'github',
    },
    testPayloads: { operator: 'AND', clauses: [{ key: 'zen', op: 'LIKE', value: '%' }] },
    authMode: 'header',
    authHeaderScheme: 'hub',
    deduplication: { header: 'X-GitHub-Delivery', ttlSeconds: 86_400 },
  },
  hints: [
    'In the webhook of the repository or organization, choose content type application/json, enter the secret, and select the event Dependabot alerts alone.',
    'The ping that GitHub sends first is a test: it is answered 200 and creates no alert.',
    'Every alert has the severity security; GitHub’s own (low to critical) is in attributes.severity. A fixed or dismissed one arrives as the same alert with another value, and stays open until somebody closes it.',
  ],
}

/** Zabbix, through the script in examples/webhooks/zabbix/README.md, which also translates severities. */
export const ZABBIX: WebhookPreset = {
  id: 'zabbix',
  name: 'Zabbix',
  config: {
    enabled: true,
    fieldMappings: {
      resource: 'host',
      event: 'trigger',
      severity: 'severity',
      service: 'services[]',
      group: { path: 'groups[]', join: ', ' },
      text: 'text',
      value: 'value',
      tags: 'tags[]',
      attributes: { eventId: 'event_id', triggerId: 'trigger_id', url: 'url' },
    },
    defaultValues: {
      environment: 'Production',
      group: 'Zabbix',
      text: 'no description',
      type: 'zabbixAlert',
      origin: 'zabbix',
    },
    authMode: 'header',
    authHeaderScheme: 'generic',
    authHeaderName: 'X-Zabbix-Signature',
  },
  hints: [
    'Make a media type Webhook with the script and the parameters of examples/webhooks/zabbix/README.md, Zabbix 6.0 or newer; its parameter secret is the secret of this webhook.',
    'The script sends a severity of opsgraph, and cleared when the problem is resolved, so that the alert closes.',
    'The tag service of a trigger puts the alert onto the topology of that service.',
  ],
}

/** Datadog, with the custom payload of examples/webhooks/datadog/payload-template.json. */
export const DATADOG: WebhookPreset = {
  id: 'datadog',
  name: 'Datadog',
  config: {
    enabled: true,
    fieldMappings: {
      resource: 'host',
      event: 'monitor',
      severity: { path: 'recovered', if_true: 'ok', if_false: 'critical' },
      text: 'status',
      value: 'transition',
      attributes: {
        title: 'title',
        metric: 'metric',
        priority: 'priority',
        scope: 'scope',
        tags: 'tags',
        url: 'link',
      },
    },
    defaultValues: {
      environment: 'Production',
      group: 'Datadog',
      text: 'no status',
      type: 'datadogAlert',
      origin: 'datadog',
    },
    authMode: 'header',
    authHeaderScheme: 'static',
    authHeaderName: 'X-Webhook-Token',
  },
  hints: [
    'In the Webhooks integration, make two webhooks with the payload of examples/webhooks/datadog/payload-template.json, the second one with "recovered": true, and the custom header {"X-Webhook-Token": "<the secret>"} for both.',
    'In the message of a monitor, name the first inside of {{#is_alert}} and {{#is_warning}}, the second inside of {{#is_recovery}}.',
    'Every alert is critical: a mapping cannot translate the priority of a monitor. A monitor without a host needs a host in its payload.',
  ],
}
