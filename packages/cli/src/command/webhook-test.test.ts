import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { temporaryFile } from '../../test/temporary-files.js'
import { TRIED_CONFIG, TRIED_PAYLOAD, tryWebhook } from '../../test/try-webhook.js'

const EXAMPLES = new URL('../../../../examples/webhooks/', import.meta.url)

describe('opsgraph webhook test', () => {
  it('should show the provenance of every field', async () => {
    const { printed, status, noted } = await tryWebhook(TRIED_CONFIG, TRIED_PAYLOAD)
    expect({ status, noted }).toEqual({ status: 0, noted: [] })
    expect(printed).toEqual([
      'alert 1 of 1, from alerts[0]: would be created',
      '  resource         "web"         alerts[0].host',
      '  event            "Down"        default value',
      '  environment      "Production"  default value',
      '  severity         "major"       alerts[0].level',
      '  value            "5"           written in the mapping',
      '  text             "none"        default value',
      '  attributes.a.b   "eu"          alerts[0].labels["a.b"]',
      '  attributes.none                left out: x..y gives nothing (this leads nowhere: a name is missing at character 2), no default value',
      '  type             "test"        default value',
      '',
      '1 alert: 1 would be created',
    ])
  })

  it('should show fingerprints, as what times are read, and which elements become one alert', async () => {
    const fieldMappings = { ...TRIED_CONFIG.fieldMappings, fingerprint: 'id', eventTime: 'at', createTime: 'begun' }
    const payload = {
      alerts: [
        { host: 'web', level: 'major', id: 'disk 1', at: '2026-11-20 12:00', begun: 'noon' },
        { host: 'web', level: 'minor', id: 'disk 2', at: '2026-11-20T11:00:00Z', begun: '0001-01-01T00:00:00Z' },
      ],
    }
    const { printed, status } = await tryWebhook({ ...TRIED_CONFIG, fieldMappings, timezone: 'Asia/Tokyo' }, payload)
    expect(status).toBe(0)
    const same = 'becomes the same alert (environment, resource, event); the fingerprints differ'
    expect(printed.filter((line) => /^ {2}(?:fingerprint:|event time:|\w+Time:|warning)/.test(line))).toEqual([
      '  fingerprint: disk 1',
      '  eventTime: "2026-11-20 12:00" is read as 2026-11-20T03:00:00.000Z',
      '  warning: createTime: "noon" is not a time that can be read, so it is left out, and the alert counts as sent without it',
      expect.stringContaining(`  warning: alerts[1] ${same}`),
      '  fingerprint: disk 2',
      '  event time: 2026-11-20T11:00:00.000Z',
      '  createTime: "0001-01-01T00:00:00Z" is read as no time',
      expect.stringContaining(`  warning: alerts[0] ${same}`),
    ])
  })

  it('should say which alerts would only close something, by severity, status or end', async () => {
    const fieldMappings = { ...TRIED_CONFIG.fieldMappings, fingerprint: 'id', status: 'state', endTime: 'end' }
    const alerts = [
      { host: 'web', level: 'ok' },
      { host: 'web', level: 'major', state: 'closed', id: 'disk 1' },
      { host: 'web', level: 'major', end: '2020-01-01T00:00:00Z' },
      { host: 'web', level: 'major', state: 'open' },
    ]
    const { printed, status } = await tryWebhook({ ...TRIED_CONFIG, fieldMappings }, { alerts })
    expect(status).toBe(0)
    const close = (what: string) =>
      `would close the open alert with this ${what}; if there is none, it would be stored as closed`
    expect(printed.filter((line) => line.startsWith('alert '))).toEqual([
      `alert 1 of 4, from alerts[0]: ${close('environment, resource and event')}`,
      `alert 2 of 4, from alerts[1]: ${close('fingerprint')}`,
      `alert 3 of 4, from alerts[2]: ${close('environment, resource and event')}`,
      'alert 4 of 4, from alerts[3]: would be created',
    ])
    expect(printed.at(-1)).toMatch(/^4 alerts: 1 would be created, 3 would close, \d with a warning$/)
    const only = await tryWebhook(TRIED_CONFIG, { alerts: alerts.slice(0, 1) })
    expect([only.status, only.printed.at(-1)]).toEqual([0, '1 alert: 0 would be created, 1 would close'])
  })

  it('should show what alert policies change, and why another does not run', async () => {
    const translate = { translate: 'severity', values: { P1: 'critical' } }
    const policies = [
      { name: 'Pages', description: '', order: 2, actions: [translate, { add: 'tags', value: ['page'] }] },
      { name: 'Lower', description: '', order: 1, actions: [{ lowercase: 'value' }] },
      { name: 'Tests', description: '', filters: whereHost('test'), order: 3, actions: [{ drop: true }] },
      { name: 'Off', description: '', status: 'inactive', actions: [{ drop: true }] },
      { name: 'Other', description: '', webhookId: 'w', actions: [{ drop: true }] },
    ]
    const payload = { alerts: [{ host: 'web', level: 'p1' }, { host: 'test' }] }
    const { printed, status } = await tryPolicies({ policies }, payload)
    expect(status).toBe(0)
    expect(printed.filter((line) => !line.startsWith('  ') || line.startsWith('  policy'))).toEqual([
      'alert 1 of 2, from alerts[0]: would be created',
      '  policy Lower: changed nothing',
      '  policy Pages: severity "p1" -> "critical"',
      '  policy Pages: tags missing -> ["page"]',
      '  policy Tests: did not run: not resource = test: resource is web',
      '  policy Other: did not run: it applies only to the webhook w',
      '',
      'alert 2 of 2, from alerts[1]: ignored: dropped by the alert policy Tests',
      '  policy Lower: changed nothing',
      '  policy Pages: tags missing -> ["page"]',
      '  policy Tests: dropped the alert',
      '  policy Other: did not run: the policy Tests dropped the alert',
      '',
      '2 alerts: 1 would be created, 1 ignored',
      'the alert policy Off is inactive: it does not run',
    ])
  })

  it('should warn of a key in the filters of a policy that no alert has', async () => {
    const filters = { clauses: [{ key: 'resorce', op: '!=', value: 'web' }] }
    const policy = { name: 'Others', description: '', filters, actions: [{ drop: true }] }
    const { printed } = await tryPolicies({ policy }, { alerts: [{ host: 'web' }] })
    expect(printed.at(-1)).toBe(
      'warning: alert policy Others: filters.clauses[0].key: alerts have no field resorce; do you mean resource?',
    )
  })

  it('should exit with 1 if alert policies drop every alert, and count those that are not shown', async () => {
    const policy = { name: 'All', description: '', filters: whereHost('web'), actions: [{ drop: true }] }
    const hosts = (count: number) => Array.from({ length: count }, () => ({ host: 'web' }))
    const { printed, status } = await tryPolicies({ policy }, { alerts: hosts(13) })
    expect(status).toBe(1)
    expect(printed.slice(-3)).toEqual([
      '3 more alerts, none of them rejected, 3 ignored',
      '',
      '13 alerts: 0 would be created, 13 ignored',
    ])
    const json = await tryPolicies([policy], { alerts: [{ host: 'web' }, {}] }, ['--json'])
    expect([json.status, JSON.parse(json.text)]).toMatchObject([
      1,
      { total: 2, ignored: 1, alerts: [{ droppedBy: 'All' }, {}] },
    ])
  })

  it('should run the policies of a webhook on a config with its id', async () => {
    const policy = { name: 'Hook', description: '', webhookId: 'w', actions: [{ set: 'severity', value: 'minor' }] }
    const { printed } = await tryPolicies(policy, TRIED_PAYLOAD, [], { ...TRIED_CONFIG, id: 'w' })
    expect(printed).toContain('  policy Hook: severity "major" -> "minor"')
  })

  it.each([
    [
      '{"name": "x", "description": "", "actions": [{"drop": 1}]}',
      /policies\.json: error: actions\[0\]\.drop must be true$/,
    ],
    ['[', /policies\.json:1:2: error: the file is not valid JSON$/],
    ['', /policies\.json:1:1: error: the file is empty$/],
  ])('should refuse the policies %s', async (text, message) => {
    const { printed, status } = await tryPolicies(text, TRIED_PAYLOAD)
    expect([status, printed[0]]).toEqual([1, expect.stringMatching(message)])
  })

  it('should show why alerts would be rejected, and which paths give nothing', async () => {
    const { printed, status } = await tryWebhook(TRIED_CONFIG, {
      alerts: [{}, { host: 'web', level: 'page' }, { host: 'db' }],
    })
    expect(status).toBe(0)
    expect(printed.filter((line) => line.startsWith('alert '))).toEqual([
      'alert 1 of 3, from alerts[0]: rejected: A resource must be provided',
      expect.stringMatching(
        /^alert 2 of 3, from alerts\[1\]: rejected: Severity \(page\) is not one of security, critical/,
      ),
      'alert 3 of 3, from alerts[2]: would be created',
    ])
    expect(printed).toContain('  severity         "minor"       default value: alerts[0].level gives nothing')
    expect(printed.at(-1)).toBe('3 alerts: 1 would be created, 2 rejected')
  })

  it('should warn of alerts without a severity in the payload, and count all of them', async () => {
    const { severity, ...defaultValues } = TRIED_CONFIG.defaultValues
    const config = { ...TRIED_CONFIG, defaultValues }
    const { printed, status } = await tryWebhook(config, { alerts: [{ host: 'web' }, { host: 'db', level: 'ok' }] })
    expect(status).toBe(0)
    expect(printed).toContain(
      '  severity                       left out: alerts[0].level gives nothing, no default value',
    )
    expect(printed.filter((line) => line.startsWith('  warning: '))).toEqual([
      expect.stringMatching(/^ {2}warning: severity: the payload gives none .* the alert is indeterminate; /),
    ])
    expect(printed.at(-1)).toBe('2 alerts: 1 would be created, 1 would close, 1 with a warning')
    const many = Array.from({ length: 250 }, () => ({ host: 'web' }))
    const { printed: tallied } = await tryWebhook(config, { alerts: many })
    expect(tallied.at(-1)).toBe('250 alerts: 250 would be created, 250 with a warning')
  })

  it('should exit with 1 if no alert would be created', async () => {
    expect(await tryWebhook(TRIED_CONFIG, { alerts: [{}] })).toMatchObject({ status: 1 })
    const { printed, status } = await tryWebhook(TRIED_CONFIG, { alarms: [] })
    expect(status).toBe(1)
    expect(printed).toEqual([
      'no alerts: No alerts generated from payload: array path alerts was not found or alerts is an empty list. Top-level keys: alarms',
    ])
  })

  it('should show what a webhook needs to be enabled, and that it is disabled', async () => {
    const { type, text, ...defaultValues } = TRIED_CONFIG.defaultValues
    for (const enabled of [true, false]) {
      const { printed, status } = await tryWebhook(
        { ...TRIED_CONFIG, enabled, defaultValues: { ...defaultValues, text: ' ' } },
        TRIED_PAYLOAD,
      )
      expect(status).toBe(1)
      expect(printed.slice(-2)).toEqual([
        '1 alert: 1 would be created',
        'it cannot be enabled: neither a mapping nor a default value covers type, text; nothing is created until then',
      ])
    }
    const { printed, status } = await tryWebhook({ ...TRIED_CONFIG, enabled: false }, TRIED_PAYLOAD)
    expect([status, printed.at(-1)]).toEqual([0, 'it is disabled: nothing is created until "enabled" is true'])
  })

  it('should show the first of many alerts, and count all rejected ones', async () => {
    const alerts = Array.from({ length: 250 }, (_, index) => (index % 10 === 3 ? {} : { host: `h${index}` }))
    const { printed, status } = await tryWebhook(TRIED_CONFIG, { alerts })
    expect(status).toBe(0)
    expect(printed.filter((line) => line.startsWith('alert '))).toHaveLength(10)
    expect(printed.slice(-14)).toEqual([
      '240 more alerts, 24 of them rejected',
      ...Array.from({ length: 10 }, (_, index) => `  alert ${index * 10 + 14}: A resource must be provided`),
      '  and 14 more',
      '',
      '250 alerts: 225 would be created, 25 rejected',
    ])
    const late = Array.from({ length: 150 }, (_, index) => (index === 149 ? { host: 'last' } : {}))
    expect(await tryWebhook(TRIED_CONFIG, { alerts: late })).toMatchObject({ status: 0 })
    const fine = await tryWebhook(TRIED_CONFIG, { alerts: alerts.slice(4, 13).concat(alerts.slice(14, 18)) })
    expect(fine.printed).toContain('3 more alerts, none of them rejected')
    const eleventh = await tryWebhook(TRIED_CONFIG, { alerts: [...alerts.slice(4, 13), { host: 'tenth' }, {}] })
    expect(eleventh.printed.slice(-4)).toEqual([
      '1 more alert, 1 of them rejected',
      '  alert 11: A resource must be provided',
      '',
      '11 alerts: 10 would be created, 1 rejected',
    ])
  })

  it.each(exampleFolders())('should test the preset %s and its policies with the payload of its tool', async (id) => {
    const folder = fileURLToPath(new URL(`${id}/`, EXAMPLES))
    const payload = ['--payload', `${folder}payload.json`]
    const tried = await runProgram(['webhook', 'test', '--preset', id, ...payload])
    expect(tried).toMatchObject({ status: 0 })
    const fromFile = await runProgram(['webhook', 'test', '--config', `${folder}config.json`, ...payload])
    expect(fromFile.text).toBe(tried.text)
  })

  it('should run the policies in a config, and before them those of a file with a lower order', async () => {
    const own = { name: 'Own', description: '', webhookId: 'w', actions: [{ set: 'severity', value: 'minor' }] }
    const other = { name: 'Other', description: '', order: 1, actions: [{ lowercase: 'severity' }] }
    const config = { ...TRIED_CONFIG, id: 'w', policies: [own] }
    const runs = ['  policy Other: changed nothing', '  policy Own: severity "major" -> "minor"']
    const { printed } = await tryPolicies([other], TRIED_PAYLOAD, [], config)
    expect(printed.filter((line) => line.startsWith('  policy'))).toEqual(runs)
    const answer = { webhook_config: { ...config, policies: [{ ...own, id: 'p', createTime: '2026-01-01' }] } }
    const ofAnswer = await tryPolicies([other], TRIED_PAYLOAD, [], answer)
    expect(ofAnswer.printed.filter((line) => line.startsWith('  policy'))).toEqual(runs)
  })

  it('should show all faults of the policies in a config, each with its place', async () => {
    const config = [
      '{"id": "w", "policies": [',
      '  {"name": "", "description": "", "actions": [{"drop": 1}]},',
      '  {"name": "x", "description": "", "webhookId": "v", "actions": [{"drop": true}]}',
      ']}',
    ].join('\n')
    const { printed, status } = await tryWebhook(config, TRIED_PAYLOAD)
    expect(status).toBe(1)
    expect(printed.slice(0, -2).map((line) => line.replace(/^.*json:/, ''))).toEqual([
      '2:12: error invalidPolicy: policies[0].name is required',
      '2:56: error invalidPolicy: policies[0].actions[0].drop must be true',
      '3:49: error invalidPolicy: policies[1].webhookId must be missing or w: this policy runs only on the alerts of this webhook',
    ])
  })

  it('should run the policies of a file after those of the preset', async () => {
    const policy = { name: 'Ours', description: 'of a file', order: 900, actions: [{ set: 'group', value: 'ours' }] }
    const { text } = await runProgram([
      ...['webhook', 'test', '--preset', 'alertmanager', '--policy', temporaryFile('p.json', JSON.stringify(policy))],
      ...['--payload', fileURLToPath(new URL('alertmanager/payload.json', EXAMPLES))],
    ])
    expect(text).toMatch(/Alertmanager: [\s\S]*Ours[\s\S]*group/)
  })

  it('should say of a test of the sender that it creates no alert', async () => {
    const config = { ...TRIED_CONFIG, testPayloads: { clauses: [{ key: 'kind', op: '=', value: 'ping' }] } }
    const ping = await tryWebhook(config, { ...TRIED_PAYLOAD, kind: 'ping' })
    expect(ping).toMatchObject({
      status: 1,
      printed: ['no alerts: this payload matches testPayloads, so it creates no alert'],
    })
    expect(await tryWebhook(config, TRIED_PAYLOAD)).toMatchObject({ status: 0 })
  })

  it('should read either file from a pipe', async () => {
    const payload = temporaryFile('p.json', JSON.stringify(TRIED_PAYLOAD))
    const args = ['webhook', 'test', '--config', '-', '--payload', payload]
    const terminal = { read: () => bytesOf(JSON.stringify(TRIED_CONFIG)) }
    expect(await runProgram(args, { terminal })).toMatchObject({ status: 0 })
  })

  it('should print the explanation and the missing fields with --json', async () => {
    const { text, status } = await tryWebhook({ ...TRIED_CONFIG, defaultValues: {} }, TRIED_PAYLOAD, ['--json'])
    expect(status).toBe(1)
    expect(JSON.parse(text)).toMatchObject({
      status: 'ok',
      total: 1,
      message: null,
      missingColumns: ['event', 'environment', 'type', 'text'],
      alerts: [{ element: 'alerts[0]', alert: null, error: 'An environment must be provided' }],
    })
  })

  it('should escape control characters, and use colors only on a terminal', async () => {
    const payload = { alerts: [{ host: '\u001b[2J\u202e', level: '\u001b[31m' }] }
    const hostile = await tryWebhook(TRIED_CONFIG, payload)
    for (const character of ['\u001b', '\u202e']) expect(hostile.text).not.toContain(character)
    const { text } = await tryWebhook(TRIED_CONFIG, TRIED_PAYLOAD, [], { terminal: { isColored: true } })
    expect(text).toContain('\u001b[32mwould be created\u001b[39m')
    expect(text).toContain('\u001b[33mdefault value')
  })

  it.each([
    [['--payload', 'p.json'], '--config or --preset is required: the webhook config to test'],
    [['--payload', 'p', '--config', 'c', '--preset', 'github'], '--config or --preset, not both'],
    [['--payload', 'p', '--preset', 'nagios'], expect.stringMatching(/^there is no such preset: /)],
    [['--payload', '-', '--config', '-'], '- is standard input, which can be read once'],
  ])('should refuse %j', async (args, message) => {
    await expect(runProgram(['webhook', 'test', ...args])).rejects.toMatchObject({ name: 'UsageError', message })
  })

  it('should name the missing file', async () => {
    const config = temporaryFile('c.json', '{}')
    await expect(
      runProgram(['webhook', 'test', '--config', config, '--payload', '/nowhere.json']),
    ).rejects.toMatchObject({
      name: 'StartError',
      message: 'there is no file /nowhere.json',
    })
  })
})

// Helpers

function whereHost(value: string) {
  return { clauses: [{ key: 'resource', op: '=', value }] }
}

async function tryPolicies(
  policies: unknown,
  payload: unknown,
  flags: readonly string[] = [],
  config: object = TRIED_CONFIG,
) {
  const file = temporaryFile('policies.json', typeof policies === 'string' ? policies : JSON.stringify(policies))
  return await tryWebhook(config, payload, ['--policy', file, ...flags])
}

function exampleFolders(): readonly string[] {
  return readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}
