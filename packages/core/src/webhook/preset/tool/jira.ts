import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  dropUnless,
  dropWhen,
  numberedPolicies,
  signatureInHeader,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Issues of Jira. */
export const JIRA: WebhookPreset = {
  id: 'jira',
  name: 'Jira',
  config: {
    ...signatureInHeader('X-Hub-Signature'),
    fieldMappings: {
      resource: 'issue.fields.project.key',
      event: 'issue.key',
      severity: 'issue.fields.priority.id',
      text: 'issue.fields.summary',
      createTime: 'issue.fields.created',
      service: 'issue.fields.components[].name',
      tags: 'issue.fields.labels[]',
      fingerprint: 'issue.id',
      eventTime: 'issue.fields.updated',
      attributes: {
        change: 'issue_event_type_name',
        webhookEvent: 'webhookEvent',
        category: 'issue.fields.status.statusCategory.key',
        resolution: 'issue.fields.resolution.name',
        status: 'issue.fields.status.name',
        kind: 'issue.fields.issuetype.name',
        priority: 'issue.fields.priority.name',
      },
    },
    defaultValues: defaultsWithText('Jira', 'jira'),
    deduplication: { header: 'X-Atlassian-Webhook-Identifier', ttlSeconds: 86_400 },
  },
  policies: numberedPolicies(
    'Jira',
    dropUnless('attributes.webhookEvent', ['jira:issue_(?:created|updated|deleted)']),
    // A transition of a workflow may send an event of any name. An issue that moves has another key from then on.
    dropWhen('attributes.change', ['issue_moved', 'issue_(?:comment|worklog).*']),
    {
      name: 'read a priority of your own',
      description: 'Only the ids 1 to 5 are the priorities that Jira itself has.',
      filters: { clauses: [{ key: 'severity', op: '!~', value: '^[1-5]$' }] },
      actions: [copyFirst('severity', 'attributes.priority')],
    },
    translateSeverity('minor'),
    closeWhen('attributes.webhookEvent', ['jira:issue_deleted']),
    closeWhen('attributes.category', ['done']),
    closeWhen('attributes.resolution', ['.+']),
  ),
  hints: [
    'Add a webhook with a secret and a JQL filter for the issues that are to be alerts. Jira Data Center has no secret: use authHeaderScheme static there.',
    'The ids 1 to 5 of priorities are critical to informational; other priorities are read by their name. The components of an issue are the services of its alert. An issue closes its alert when it is resolved or done.',
  ],
}
