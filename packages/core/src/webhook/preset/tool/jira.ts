import { closeWhen, defaultsOf, dropUnless, fill, firstOf, inOrder, severities, signedIn } from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Issues of Jira. */
export const JIRA: WebhookPreset = {
  id: 'jira',
  name: 'Jira',
  config: {
    ...signedIn('X-Hub-Signature'),
    fieldMappings: {
      resource: 'issue.fields.project.key',
      event: 'issue.key',
      severity: 'issue.fields.priority.id',
      text: 'issue.fields.summary',
      createTime: 'issue.fields.created',
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
      },
    },
    defaultValues: defaultsOf('Jira', 'jira'),
  },
  policies: inOrder(
    'Jira',
    fill(firstOf('attributes.change', 'attributes.webhookEvent')),
    dropUnless('attributes.change', [
      'issue_(?:created|updated|generic|assigned|reopened|resolved|closed)',
      'jira:issue_deleted',
    ]),
    severities('minor'),
    closeWhen('attributes.webhookEvent', ['jira:issue_deleted']),
    closeWhen('attributes.category', ['done']),
    closeWhen('attributes.resolution', ['.+']),
  ),
  hints: [
    'Add a webhook with a secret and a JQL filter for the issues that are to be alerts. Jira Data Center has no secret: use authHeaderScheme static there.',
    'Priorities 1 to 5 are critical to informational. An issue closes its alert when it is resolved or done.',
  ],
}
