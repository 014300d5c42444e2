import { type Story, tellStories } from './preset-story.js'

/** The same two times in each form in which tools send them. */
const FORMS = {
  seconds: [1_795_168_800, 1_795_169_100],
  milliseconds: [1_795_168_800_000, 1_795_169_100_000],
  nanoseconds: [1_795_168_800_000_000_000, 1_795_169_100_000_000_000],
  fraction: [1_795_168_800.25, 1_795_169_100.5],
  blank: ['2026-11-20 10:00:00', '2026-11-20 10:05:00'],
} as const

const OPEN = { status: 'open', activeSince: '2026-11-20T10:00:00.000Z' }

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

function kuma(status: number, time: string) {
  return { heartbeat: { status, time, msg: 'x' }, monitor: { id: 4, name: 'shop', tags: [] }, msg: '[shop] x' }
}
