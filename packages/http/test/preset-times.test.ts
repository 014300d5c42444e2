import { type Story, tellStories } from './preset-story.js'

/** The same two times in each form in which tools send them. */
const FORMS = {
  seconds: [1_795_168_800, 1_795_169_100],
  milliseconds: [1_795_168_800_000, 1_795_169_100_000],
  nanoseconds: [1_795_168_800_000_000_000, 1_795_169_100_000_000_000],
  fraction: [1_795_168_800.25, 1_795_169_100.5],
  microseconds: [1_795_168_800_000_000, 1_795_169_100_000_000],
  blank: ['2026-11-20 10:00:00', '2026-11-20 10:05:00'],
  dots: ['2026.11.20 10:00:00', '2026.11.20 10:05:00'],
  zone: ['2026-11-20 10:00:00 UTC', '2026-11-20 10:05:00 UTC'],
  iso: ['2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z'],
} as const

const OPEN = { status: 'open', activeSince: '2026-11-20T10:00:00.000Z' }

const LIBRENMS = { hostname: 'sw-1', name: 'Port down', severity: 'critical', title: 'Port down on sw-1', alert_id: 7 }
const ZABBIX = { host: 'db-1', trigger: 'Disk is full', text: 'full', tags: [], groups: [], event_id: '71' }
const DATADOG = { host: 'web-1', monitor_id: '12', severity: 'P2', body: 'slow', scopes: 'host:web-1', tags: '' }

tellStories({
  'Google Cloud': late('gcp', FORMS.seconds, {
    problem: ([started_at]) => incident({ state: 'open', started_at, ended_at: null }),
    recovery: ([started_at, ended_at]) => incident({ state: 'closed', started_at, ended_at }),
  }),
  'Aria Operations': late('vrealize', FORMS.milliseconds, {
    problem: ([updateDate]) => aria({ status: 'ACTIVE', updateDate }),
    recovery: ([, updateDate]) => aria({ status: 'CANCELED', updateDate }),
  }),
  Opsgenie: late('opsgenie', FORMS.nanoseconds, {
    problem: ([updatedAt]) => opsgenie('Create', updatedAt),
    recovery: ([, updatedAt]) => opsgenie('Close', updatedAt),
  }),
  ThousandEyes: late('thousandeyes', FORMS.blank, {
    problem: ([dateStart]) => thousandEyes('TRIGGER', { dateStart }),
    recovery: ([dateStart, dateEnd]) => thousandEyes('CLEAR', { dateStart, dateEnd }),
  }),
  'Uptime Kuma': late('uptime-kuma', FORMS.blank, {
    problem: ([time]) => kuma(0, `${time}.000`),
    recovery: ([, time]) => kuma(1, `${time}.374`),
  }),
  Runscope: late(
    'runscope',
    FORMS.fraction,
    {
      problem: ([finished_at]) => ({ test_id: 't', test_name: 'Basket', result: 'fail', finished_at }),
      recovery: ([, finished_at]) => ({ test_id: 't', test_name: 'Basket', result: 'pass', finished_at }),
    },
    { status: 'open', activeSince: '2026-11-20T10:00:00.250Z' },
  ),
  LibreNMS: late('librenms', FORMS.blank, {
    problem: ([timestamp]) => ({ ...LIBRENMS, state: 1, timestamp }),
    recovery: ([, timestamp]) => ({ ...LIBRENMS, state: 0, timestamp }),
  }),
  Zabbix: late('zabbix', FORMS.dots, {
    problem: ([time]) => ({ ...ZABBIX, severity: 'major', time }),
    recovery: ([, time]) => ({ ...ZABBIX, severity: 'cleared', time }),
  }),
  Checkmk: late('checkmk', FORMS.microseconds, {
    problem: ([time]) => ({ host: 'web-1', service: 'CPU', severity: 'CRITICAL', notification_type: 'PROBLEM', time }),
    recovery: ([, time]) => ({ host: 'web-1', service: 'CPU', severity: 'OK', notification_type: 'RECOVERY', time }),
  }),
  Icinga: late('icinga', FORMS.seconds, {
    problem: ([time]) => ({ host: 'web-1', service: 'load', state: 'CRITICAL', type: 'PROBLEM', time: String(time) }),
    recovery: ([, time]) => ({ host: 'web-1', service: 'load', state: 'OK', type: 'RECOVERY', time: String(time) }),
  }),
  Riemann: late('riemann', FORMS.seconds, {
    problem: ([time]) => ({ host: 'web-1', service: 'queue', state: 'critical', time }),
    recovery: ([, time]) => ({ host: 'web-1', service: 'queue', state: 'ok', time }),
  }),
  Datadog: late('datadog', FORMS.milliseconds, {
    problem: ([date]) => ({ ...DATADOG, alert_transition: 'Triggered', date }),
    recovery: ([, date]) => ({ ...DATADOG, alert_transition: 'Recovered', date }),
  }),
  GitLab: late('gitlab', FORMS.zone, {
    problem: ([finished_at]) => gitlab({ status: 'failed', finished_at }),
    recovery: ([, finished_at]) => gitlab({ status: 'success', finished_at }),
  }),
  'CloudEvents in base64': late('cloudevents', FORMS.iso, {
    problem: ([time]) => packed(time, { severity: 'major', status: 'open' }),
    recovery: ([, time]) => packed(time, { severity: 'major', status: 'resolved' }),
  }),
})

// Helpers

type Times = readonly [unknown, unknown]
interface Sent {
  readonly problem: (times: Times) => unknown
  readonly recovery: (times: Times) => unknown
}

/** A problem, its recovery, and the problem again, which arrives late: it must stay over. */
function late(preset: string, times: Times, { problem, recovery }: Sent, open: object = OPEN): Story {
  return {
    preset,
    steps: [
      [problem(times), [open]],
      [recovery(times), []],
      [problem(times), []],
    ],
  }
}

function incident(fields: object) {
  const what = { incident_id: '0.a', condition_name: 'CPU', resource_display_name: 'web-1', severity: 'Error' }
  return { version: '1.2', incident: { ...what, summary: 'high', ...fields } }
}

function aria(fields: object) {
  const what = { subType: 'AVAILABILITY', criticality: 'ALERT_CRITICALITY_LEVEL_IMMEDIATE', alertId: 'a1' }
  return { ...what, alertName: 'Host is lost', resourceName: 'esx-4', info: 'lost', ...fields }
}

function opsgenie(action: string, updatedAt: unknown) {
  return { action, alert: { alertId: 'a1', alias: 'backup-nas', message: 'Backup failed', priority: 'P2', updatedAt } }
}

function thousandEyes(change: string, times: object) {
  const alert = { alertId: 7, ruleName: 'Loss', testName: 'Shop', severity: 'Major', ...times }
  return { eventType: `ALERT_NOTIFICATION_${change}`, alert }
}

function gitlab(fields: object) {
  const what = { object_kind: 'pipeline', project: { path_with_namespace: 'acme/shop' }, commit: { message: 'Fix' } }
  return { ...what, object_attributes: { id: 9, ref: 'main', source: 'push', ...fields } }
}

function packed(time: unknown, data: object) {
  const data_base64 = Buffer.from(JSON.stringify(data)).toString('base64')
  return { specversion: '1.0', id: 'e1', type: 'org.example.backup', source: '/nas', time, data_base64 }
}

function kuma(status: number, time: string) {
  return { heartbeat: { status, time, msg: 'x' }, monitor: { id: 4, name: 'shop', tags: [] }, msg: '[shop] x' }
}
