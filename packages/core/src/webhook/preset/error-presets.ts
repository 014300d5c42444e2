import {
  closeWhen,
  defaultsOf,
  dropUnless,
  dropWithout,
  fill,
  firstLine,
  firstOf,
  inOrder,
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
      attributes: {
        change: 'action',
        issue: 'data.issue.id',
        culprit: 'data.issue.culprit',
        platform: 'data.issue.platform',
      },
    },
    defaultValues: defaultsOf('Sentry', 'sentry'),
  },
  policies: inOrder(
    'Sentry',
    // Installations, comments and single errors have actions of the same names.
    dropWithout('attributes.issue'),
    dropUnless('attributes.change', ['created', 'unresolved', 'resolved', 'ignored', 'archived']),
    severities('major'),
    closeWhen('attributes.change', ['resolved', 'ignored', 'archived']),
  ),
  hints: [
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
      attributes: { project: 'project', title: 'event.title', url: 'url', issue: 'id' },
    },
    defaultValues: defaultsOf('Sentry', 'sentry'),
  },
  policies: inOrder(
    'Sentry legacy',
    fill(firstOf('resource', 'attributes.project'), firstOf('event', 'attributes.title'), firstLine('event')),
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
      attributes: { stage: 'error.environment', file: 'error.file', url: 'airbrake_error_url' },
    },
    defaultValues: defaultsOf('Airbrake', 'airbrake', { severity: 'major' }),
  },
  policies: inOrder('Airbrake', fill(firstLine('event'))),
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
      attributes: { resolved: 'problem.resolved', stage: 'problem.environment', url: 'problem.url' },
    },
    defaultValues: defaultsOf('Errbit', 'errbit', { severity: 'major' }),
  },
  policies: inOrder('Errbit', fill(firstLine('event')), closeWhen('attributes.resolved', ['true'])),
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
      attributes: {
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
    ),
    closeWhen('attributes.change', ['resolved', 'up', 'check_in_reporting']),
  ),
  hints: ['Add a channel of the kind WebHook to the project. Every alert is major.', URL_HINT],
}
