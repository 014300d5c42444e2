import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { runStory } from './run-story.js'
import { useServer } from './test-server.js'

const README = readFileSync(new URL('../../../examples/webhooks/zabbix/README.md', import.meta.url), 'utf8')
const SCRIPT = /```js\n([\s\S]*?)```/.exec(README)?.[1] ?? ''
const PARAMETERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...README.matchAll(/^\| `(\w+)`\s*\| `(.+?)`\s*\|$/gm)].map((row) => row.slice(1)),
)

/** The values that Zabbix puts in place of the macros of a problem. An unknown macro stays as it is. */
const PROBLEM: Readonly<Record<string, string>> = {
  '{HOST.HOST}': 'files-5',
  '{TRIGGER.NAME}': 'The file system /srv is full',
  '{EVENT.NAME}': 'The file system /srv is full (92 %)',
  '{EVENT.NSEVERITY}': '4',
  '{EVENT.VALUE}': '1',
  '{TRIGGER.DESCRIPTION}': 'Delete old backups',
  '{ITEM.VALUE1}': '92 %',
  '{EVENT.TAGSJSON}': '[{"tag":"service","value":"files"},{"tag":"env","value":"Staging"}]',
  '{TRIGGER.HOSTGROUP.NAME}': 'Storage, Linux',
  '{EVENT.ID}': '700',
  '{TRIGGER.ID}': '31',
  '{EVENT.DATE} {EVENT.TIME}': '2026.11.20 11:00:00',
  '{EVENT.ACK.STATUS}': 'No',
}
const OVER = { '{EVENT.VALUE}': '0', '{EVENT.RECOVERY.DATE} {EVENT.RECOVERY.TIME}': '2026.11.20 11:20:00' }
const BESIDE = { '{EVENT.ID}': '701', '{TRIGGER.ID}': '32', '{TRIGGER.NAME}': 'The load is high' }
const ACKNOWLEDGED = { '{EVENT.ACK.STATUS}': 'Yes', '{EVENT.UPDATE.ACTION}': 'acknowledged' }
const TAKEN_BACK = { '{EVENT.UPDATE.ACTION}': 'unacknowledged' }
const CANCELED = { '{ALERT.MESSAGE}': 'NOTE: Escalation canceled: host "files-5" disabled.\nLast message sent:\nfull' }
const ACTION_DISABLED = {
  '{ALERT.MESSAGE}': "NOTE: Escalation canceled: action 'opsgraph' disabled.\nLast message sent:\nfull",
}
/** The macros that are unknown in a message about a service or an internal event. */
const NO_TRIGGER = Object.fromEntries(
  ['{TRIGGER.NAME}', '{TRIGGER.DESCRIPTION}', '{TRIGGER.HOSTGROUP.NAME}', '{TRIGGER.ID}', '{ITEM.VALUE1}'].map(
    (macro) => [macro, macro],
  ),
)
const SERVICE = {
  ...{ ...NO_TRIGGER, '{HOST.HOST}': '{HOST.HOST}', '{SERVICE.NAME}': 'Shop', '{EVENT.ID}': '900' },
  '{EVENT.NAME}': 'Status of service "Shop" changed to High',
}
const INTERNAL = {
  ...{ ...NO_TRIGGER, '{EVENT.NSEVERITY}': '{EVENT.NSEVERITY}', '{EVENT.ID}': '910' },
  '{EVENT.NAME}': 'Cannot obtain item value.',
}
const [SRV, LOAD] = ['The file system /srv is full', 'The load is high']

const server = useServer()

it.each<[string, readonly (readonly [payload: unknown, active: readonly object[]])[]]>([
  [
    'two problems, one of them late',
    [
      [
        sent({}),
        [
          {
            ...{ resource: 'files-5', event: SRV, severity: 'major', status: 'open', environment: 'Staging' },
            ...{ service: ['files'], text: 'The file system /srv is full (92 %): Delete old backups' },
            activeSince: '2026-11-20T11:00:00.000Z',
          },
        ],
      ],
      [sent(BESIDE), [{ event: SRV }, { event: LOAD }]],
      [sent({ ...OVER, '{EVENT.NAME}': 'The file system /srv is full (80 %)' }), [{ event: LOAD }]],
      [sent({}), [{ event: LOAD }]],
      [sent({ ...BESIDE, ...OVER }), []],
    ],
  ],
  [
    'a problem that somebody acknowledges',
    [
      [sent({}), [{ status: 'open' }]],
      [sent(ACKNOWLEDGED), [{ status: 'ack' }]],
      [sent(TAKEN_BACK), [{ status: 'open' }]],
      [sent(ACKNOWLEDGED), [{ status: 'ack' }]],
      [sent({ ...ACKNOWLEDGED, ...OVER }), []],
    ],
  ],
  [
    'a problem whose host is disabled',
    [
      [sent({}), [{ event: SRV }]],
      [sent(BESIDE), [{ event: SRV }, { event: LOAD }]],
      [sent(CANCELED), [{ event: LOAD }]],
      [sent({ ...BESIDE, ...ACTION_DISABLED }), [{ event: LOAD }]],
    ],
  ],
  [
    'a service',
    [
      [
        sent(SERVICE),
        [
          {
            resource: 'Shop',
            event: SERVICE['{EVENT.NAME}'],
            text: SERVICE['{EVENT.NAME}'],
            severity: 'major',
            group: 'Zabbix',
          },
        ],
      ],
      [
        sent({ ...SERVICE, '{EVENT.UPDATE.NSEVERITY}': '5' }),
        [{ resource: 'Shop', event: SERVICE['{EVENT.NAME}'], severity: 'critical', openCount: 1 }],
      ],
      [sent({ ...SERVICE, '{EVENT.UPDATE.NSEVERITY}': '0' }), [{ severity: 'indeterminate' }]],
      [sent({ ...SERVICE, ...OVER, '{EVENT.UPDATE.NSEVERITY}': '*UNKNOWN*' }), []],
    ],
  ],
  [
    'an internal event',
    [
      [
        sent(INTERNAL),
        [{ resource: 'files-5', event: 'Cannot obtain item value.', severity: 'indeterminate', group: 'Zabbix' }],
      ],
      [sent({ ...INTERNAL, ...OVER }), []],
    ],
  ],
  ['the button Test of the media type', [[run(PARAMETERS), []]]],
])('should be active exactly while something fires: %s', async (_, steps) => {
  const story = steps.map(([payload, active]) => ({ body: JSON.stringify(payload), active }))
  await runStory(server.current, 'zabbix', story)
})

it('should have each parameter of the script in the table', () => {
  const read = [...SCRIPT.matchAll(/parameters\.(\w+)/g)].map(([, name]) => name ?? '')
  expect([...new Set(read)].sort()).toEqual(Object.keys(PARAMETERS).sort())
})

// Helpers

/** The delivery of a problem with other values of macros. */
function sent(macros: Readonly<Record<string, string>>): unknown {
  const known = { ...PROBLEM, ...macros }
  return run(Object.fromEntries(Object.entries(PARAMETERS).map(([name, macro]) => [name, known[macro] ?? macro])))
}

/** Runs the script with these parameters, and returns what it posts. */
function run(parameters: object): unknown {
  const posted: string[] = []
  class HttpRequest {
    addHeader() {}
    post(_: string, body: string) {
      posted.push(body)
    }
    getStatus() {
      return 200
    }
  }
  runInNewContext(`(function () {${SCRIPT}})()`, { value: JSON.stringify(parameters), HttpRequest, hmac: () => '' })
  return JSON.parse(posted[0] ?? 'null')
}
