import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithText,
  dropUnless,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  URL_HINT,
  whenEmpty,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/**
 * The kind of thing that each event of Honeybadger is about. An event and the event that ends it have the same kind.
 */
const EVENT_KINDS = {
  ...{ occurred: 'fault', unresolved: 'fault', resolved: 'fault', rate_exceeded: 'fault' },
  ...{ down: 'uptime', up: 'uptime', check_in_reporting: 'check_in_missing', alarm_alert: 'alarm', alarm_ok: 'alarm' },
}

/** Faults, uptime checks, certificates, check-ins and alarms of Honeybadger. */
export const HONEYBADGER: WebhookPreset = {
  id: 'honeybadger',
  name: 'Honeybadger',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'site.name',
      event: 'fault.klass',
      text: 'message',
      attributes: {
        change: 'event',
        kind: 'event',
        message: 'message',
        fault: 'fault.id',
        site: 'site.id',
        checkIn: 'check_in.name',
        checkInId: 'check_in.id',
        alarm: 'alarm.name',
        alarmId: 'alarm.id',
        project: 'project.name',
        faultStage: 'fault.environment',
        stage: 'notice.environment.environment_name',
        noticedAt: 'notice.created_at',
        downAt: 'outage.down_at',
        upAt: 'outage.up_at',
        url: 'fault.url',
      },
    },
    defaultValues: defaultsWithText('Honeybadger', 'honeybadger', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'Honeybadger',
    dropUnless('attributes.change', [
      '(?:occurred|unresolved|resolved|rate_exceeded|down|up|cert_will_expire|check_in_missing|check_in_reporting|alarm_alert|alarm_ok)',
    ]),
    {
      name: 'name the project',
      description: 'A fault that is resolved, and an alarm, name their project only in their message.',
      filters: whenEmpty('attributes.project'),
      actions: [{ extract: 'attributes.project', from: 'attributes.message', pattern: '^\\[([^/\\]]+)' }],
    },
    fillFields(
      { translate: 'attributes.kind', values: EVENT_KINDS },
      copyIfEmpty('resource', 'attributes.checkIn', 'attributes.project'),
      copyIfEmpty('event', 'attributes.alarm', 'attributes.kind'),
      keepFirstLine('event'),
      copyFirst('environment', 'attributes.faultStage', 'attributes.stage'),
      copyIfEmpty('eventTime', 'attributes.upAt', 'attributes.downAt', 'attributes.noticedAt'),
      setFingerprint(
        'attributes.kind',
        'attributes.fault',
        'attributes.site',
        'attributes.checkInId',
        'attributes.alarmId',
      ),
    ),
    {
      name: 'warn of certificates',
      description: 'A certificate that will expire is still valid.',
      filters: whenMatches('attributes.kind', ['cert_will_expire']),
      actions: [{ set: 'severity', value: 'warning' }],
    },
    closeWhen('attributes.change', ['resolved', 'up', 'check_in_reporting', 'alarm_ok']),
  ),
  hints: [
    'Add a channel of the kind WebHook to the project, with payload version v2. Every alert is major, except certificates that will expire, which are warnings that you close by hand.',
    URL_HINT,
  ],
}
