import {
  closeWhen,
  defaultsOf,
  dropUnless,
  dropWithout,
  fill,
  firstLine,
  firstOf,
  inOrder,
  orElse,
  replacedBy,
  STATIC,
  severities,
  signedIn,
  URL_HINT,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** Issues of Sentry, from an internal integration. */
export const SENTRY: WebhookPreset = {
  id: 'sentry',
  name: 'Sentry',
  config: {
    ...signedIn('Sentry-Hook-Signature'),
    fieldMappings: {
      resource: 'data.issue.project.slug',
      event: 'data.issue.shortId',
      severity: 'data.issue.level',
      text: 'data.issue.title',
      value: 'data.issue.count',
      createTime: 'data.issue.firstSeen',
      fingerprint: 'data.issue.id',
      attributes: {
        project: 'data.metric_alert.projects[0]',
        rule: 'data.metric_alert.alert_rule.name',
        incident: 'data.metric_alert.id',
        stage: 'data.metric_alert.alert_rule.environment',
        description: 'data.description_text',
        errorLevel: 'data.event.level',
        errorTitle: 'data.event.title',
        errorIssue: 'data.event.issue_id',
        errorStage: 'data.event.environment',
        errorUrl: 'data.event.url',
        change: 'action',
        culprit: 'data.issue.culprit',
        platform: 'data.issue.platform',
      },
    },
    defaultValues: { environment: 'Production', group: 'Sentry', type: 'sentryAlert', origin: 'sentry' },
  },
  policies: inOrder(
    'Sentry',
    dropUnless('attributes.change', ['(?:created|unresolved|resolved|ignored|archived|triggered|critical|warning)']),
    {
      name: 'read a metric alert',
      description: 'A metric alert names its rule, its project and its severity.',
      filters: { clauses: [{ key: 'attributes.rule', op: '~', value: '\\S' }] },
      actions: [
        firstOf('resource', 'attributes.project'),
        firstOf('event', 'attributes.rule'),
        firstOf('severity', 'attributes.change'),
        firstOf('text', 'attributes.description'),
        { join: 'fingerprint', from: ['event', 'attributes.incident'], with: ' ' },
      ],
    },
    {
      name: 'read an issue alert',
      description: 'An issue alert names the issue by its id.',
      filters: { clauses: [{ key: 'attributes.errorIssue', op: '~', value: '\\S' }] },
      actions: [
        { extract: 'resource', from: 'attributes.errorUrl', pattern: '/projects/[^/]+/([^/]+)/' },
        orElse('resource', 'Sentry'),
        firstOf('event', 'attributes.errorIssue'),
        firstOf('fingerprint', 'attributes.errorIssue'),
        firstOf('severity', 'attributes.errorLevel'),
        firstOf('text', 'attributes.errorTitle'),
      ],
    },
    // Installations, comments and single errors have actions of the same names.
    dropWithout('event'),
    fill(replacedBy('environment', 'attributes.stage', 'attributes.errorStage'), orElse('text', 'no text')),
    severities('major'),
    closeWhen('attributes.change', ['resolved', 'ignored', 'archived']),
  ),
  hints: [
    'For metric alerts and issue alerts, make the integration an alert rule action. Use issues or issue alerts, not both: they name one issue in two ways.',
    'Make an internal integration with the webhook and the resource issue; its client secret is the secret here.',
  ],
}

/** The legacy plugin WebHooks of Sentry. */
export const SENTRY_LEGACY: WebhookPreset = {
  id: 'sentry-legacy',
  name: 'Sentry legacy webhooks',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'project_slug',
      event: 'message',
      severity: 'level',
      text: 'culprit',
      fingerprint: 'id',
      attributes: { stage: 'event.environment', project: 'project', title: 'event.title', url: 'url', issue: 'id' },
    },
    defaultValues: defaultsOf('Sentry', 'sentry'),
  },
  policies: inOrder(
    'Sentry legacy',
    fill(
      replacedBy('environment', 'attributes.stage'),
      firstOf('resource', 'attributes.project'),
      firstOf('event', 'attributes.title'),
      firstLine('event'),
    ),
    severities('major'),
  ),
  hints: ['This plugin does not say when an issue is resolved: use the preset sentry if you can.', URL_HINT],
}

export const AIRBRAKE: WebhookPreset = {
  id: 'airbrake',
  name: 'Airbrake',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'error.project.name',
      event: 'error.error_class',
      text: 'error.error_message',
      value: 'error.times_occurred',
      fingerprint: 'error.id',
      attributes: { stage: 'error.environment', file: 'error.file', url: 'airbrake_error_url' },
    },
    defaultValues: defaultsOf('Airbrake', 'airbrake', { severity: 'major' }),
  },
  policies: inOrder('Airbrake', fill(firstLine('event'), replacedBy('environment', 'attributes.stage'))),
  hints: ['Every error is major. Airbrake does not say when an error is resolved.', URL_HINT],
}

export const ERRBIT: WebhookPreset = {
  id: 'errbit',
  name: 'Errbit',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'problem.app_name',
      event: 'problem.error_class',
      text: 'problem.message',
      value: 'problem.notices_count',
      fingerprint: 'problem._id',
      attributes: { resolved: 'problem.resolved', stage: 'problem.environment', url: 'problem.url' },
    },
    defaultValues: defaultsOf('Errbit', 'errbit', { severity: 'major' }),
  },
  policies: inOrder(
    'Errbit',
    fill(firstLine('event'), replacedBy('environment', 'attributes.stage')),
    closeWhen('attributes.resolved', ['true']),
  ),
  hints: ['Every error is major.', URL_HINT],
}

/** Faults, uptime checks and check-ins of Honeybadger. */
export const HONEYBADGER: WebhookPreset = {
  id: 'honeybadger',
  name: 'Honeybadger',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'site.name',
      event: 'fault.klass',
      text: 'message',
      fingerprint: 'fault.id',
      attributes: {
        faultStage: 'fault.environment',
        change: 'event',
        kind: 'event',
        checkIn: 'check_in.name',
        project: 'project.name',
        stage: 'notice.environment.environment_name',
        url: 'fault.url',
      },
    },
    defaultValues: defaultsOf('Honeybadger', 'honeybadger', { severity: 'major' }),
  },
  policies: inOrder(
    'Honeybadger',
    dropUnless('attributes.change', [
      '(?:occurred|unresolved|resolved|down|up|check_in_missing|check_in_reporting|rate_exceeded)',
    ]),
    fill(
      {
        translate: 'attributes.kind',
        values: { down: 'uptime', up: 'uptime', check_in_reporting: 'check_in_missing' },
      },
      firstOf('resource', 'attributes.checkIn', 'attributes.project'),
      firstOf('event', 'attributes.kind'),
      firstLine('event'),
      replacedBy('environment', 'attributes.faultStage'),
    ),
    closeWhen('attributes.change', ['resolved', 'up', 'check_in_reporting']),
  ),
  hints: ['Add a channel of the kind WebHook to the project. Every alert is major.', URL_HINT],
}
