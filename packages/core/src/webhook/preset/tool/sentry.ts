import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithoutText,
  defaultsWithText,
  dropUnless,
  dropWhen,
  dropWithout,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  setIfEmpty,
  signatureInHeader,
  translateSeverity,
  URL_HINT,
  whenFilled,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Issues of Sentry, from an internal integration. */
export const SENTRY: WebhookPreset = {
  id: 'sentry',
  name: 'Sentry',
  config: {
    ...signatureInHeader('Sentry-Hook-Signature'),
    fieldMappings: {
      resource: 'data.issue.project.slug',
      event: 'data.issue.shortId',
      severity: 'data.issue.level',
      text: 'data.issue.title',
      value: 'data.issue.count',
      createTime: 'data.issue.firstSeen',
      fingerprint: 'data.issue.id',
      attributes: {
        issueStatus: 'data.issue.status',
        project: 'data.metric_alert.projects[0]',
        rule: 'data.metric_alert.alert_rule.name',
        incident: 'data.metric_alert.id',
        began: 'data.metric_alert.date_detected',
        ended: 'data.metric_alert.date_closed',
        stage: 'data.metric_alert.alert_rule.environment',
        description: 'data.description_text',
        errorLevel: 'data.event.level',
        errorTitle: 'data.event.title',
        errorIssue: 'data.event.issue_id',
        errorStage: 'data.event.environment',
        errorUrl: 'data.event.url',
        errorTime: 'data.event.datetime',
        change: 'action',
        activity: 'data.activity.type',
        culprit: 'data.issue.culprit',
        platform: 'data.issue.platform',
      },
    },
    defaultValues: defaultsWithoutText('Sentry', 'sentry'),
  },
  policies: numberedPolicies(
    'Sentry',
    dropUnless('attributes.change', ['(?:created|unresolved|resolved|ignored|archived|triggered|critical|warning)']),
    {
      ...dropWhen('attributes.activity', ['seer_.*']),
      name: 'ignore what Seer does',
      description: 'The work of Seer on an issue is no problem.',
    },
    {
      name: 'read a metric alert',
      description: 'A metric alert names its rule, its project and its severity.',
      filters: whenFilled('attributes.rule'),
      actions: [
        copyIfEmpty('resource', 'attributes.project'),
        copyIfEmpty('event', 'attributes.rule'),
        copyIfEmpty('severity', 'attributes.change'),
        copyIfEmpty('text', 'attributes.description'),
        setFingerprint('event', 'attributes.incident'),
        copyIfEmpty('eventTime', 'attributes.ended', 'attributes.began'),
      ],
    },
    {
      name: 'read an issue alert',
      description: 'An issue alert names the issue by its id.',
      filters: whenFilled('attributes.errorIssue'),
      actions: [
        { extract: 'resource', from: 'attributes.errorUrl', pattern: '/projects/[^/]+/([^/]+)/' },
        setIfEmpty('resource', 'Sentry'),
        copyIfEmpty('event', 'attributes.errorIssue'),
        copyIfEmpty('fingerprint', 'attributes.errorIssue'),
        copyIfEmpty('severity', 'attributes.errorLevel'),
        copyIfEmpty('text', 'attributes.errorTitle'),
        copyIfEmpty('eventTime', 'attributes.errorTime'),
      ],
    },
    {
      name: 'read when an issue began',
      description: 'An issue says when it was first seen, but not when it changed later.',
      filters: whenMatches('attributes.change', ['created']),
      actions: [copyIfEmpty('eventTime', 'createTime')],
    },
    // Without an event, the payload is about an installation, a comment or a single error, whose actions have the same
    // names as those of issues.
    dropWithout('event'),
    fillFields(copyFirst('environment', 'attributes.stage', 'attributes.errorStage'), setIfEmpty('text', 'no text')),
    translateSeverity('major'),
    closeWhen('attributes.change', ['resolved', 'ignored', 'archived']),
    // An alert rule on the activity of issues sends the change triggered for a resolved issue too.
    closeWhen('attributes.issueStatus', ['resolved', 'ignored']),
  ),
  hints: [
    'Make an internal integration with the webhook and the resource issue; its client secret is the secret here.',
    'For metric alerts and issue alerts, make the integration an alert rule action.',
    'Sentry sends the end of an issue only with the resource issue. So for issue alerts, add an alert policy with the webhookId of this webhook that drops alerts whose attributes.change is created or unresolved: else each issue is a second alert, and only that one closes.',
  ],
}

/** The legacy plugin WebHooks of Sentry. */
export const SENTRY_LEGACY: WebhookPreset = {
  id: 'sentry-legacy',
  name: 'Sentry legacy webhooks',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'project_slug',
      event: 'event.metadata.type',
      severity: 'level',
      text: 'message',
      fingerprint: 'id',
      eventTime: 'event.timestamp',
      attributes: {
        stage: 'event.environment',
        project: 'project',
        message: 'message',
        title: 'event.title',
        culprit: 'culprit',
        url: 'url',
        issue: 'id',
      },
    },
    defaultValues: defaultsWithText('Sentry', 'sentry'),
  },
  policies: numberedPolicies(
    'Sentry legacy',
    fillFields(
      copyFirst('environment', 'attributes.stage'),
      copyIfEmpty('resource', 'attributes.project'),
      copyIfEmpty('event', 'attributes.message', 'attributes.title'),
      keepFirstLine('event'),
    ),
    translateSeverity('major'),
  ),
  hints: ['This plugin does not say when an issue is resolved: use the preset sentry if you can.', URL_HINT],
}
