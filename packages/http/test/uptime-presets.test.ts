import { tellStories } from './preset-story.js'

const [FIRST, SECOND, THIRD] = ['2026-11-20T10:00:00', '2026-11-20T10:05:00', '2026-11-20T10:10:00'] as const

tellStories({
  'two checks of Pingdom of one host, one of little importance': {
    preset: 'pingdom',
    steps: [
      [
        pingdom(1, 'DOWN', FIRST),
        [{ resource: 'shop.example.org', event: 'HTTP', severity: 'critical', openCount: 1 }],
      ],
      [pingdom(2, 'DOWN', FIRST), [{ openCount: 2 }]],
      [pingdom(1, 'UP', SECOND), [{ openCount: 1 }]],
      [pingdom(1, 'DOWN', FIRST), [{ openCount: 1 }]],
      [pingdom(2, 'UP', SECOND), []],
      [{ ...pingdom(3, 'DOWN', THIRD), importance_level: 'LOW' }, [{ severity: 'minor' }]],
    ],
  },
  'a transaction of Pingdom, which has no host': {
    preset: 'pingdom',
    steps: [
      [transaction('FAILING'), [{ resource: 'Buy a book', event: 'TRANSACTION' }]],
      [transaction('SUCCESS'), []],
    ],
  },
  'a monitor of Uptime Kuma whose certificate expires while it is down': {
    preset: 'uptime-kuma',
    steps: [
      [kuma(0, 'timeout'), [{ resource: 'shop', event: 'Down', severity: 'critical', text: 'timeout' }]],
      [
        notice('[shop][https://shop.example.org] server certificate shop.example.org will expire in 7 days'),
        [{ event: 'Down' }, { resource: 'shop', event: 'Certificate', severity: 'warning' }],
      ],
      [kuma(1, '200 - OK'), [{ event: 'Certificate' }]],
      [
        notice('Domain name example.org will expire in 14 days'),
        [{ event: 'Certificate' }, { resource: 'example.org', event: 'Domain', severity: 'warning' }],
      ],
      [notice('Something else'), [{}, {}, { resource: 'Uptime Kuma', event: 'Notice', text: 'Something else' }]],
      [notice('Pager Testing'), [{}, {}, {}]],
    ],
  },
  'two checks of updown.io of one page, and a certificate': {
    preset: 'updown',
    steps: [
      [
        updown('check.down', 'c1', FIRST, 'DOWN: shop since 10:00'),
        [{ resource: 'https://shop.example.org', event: 'down', severity: 'critical', text: 'DOWN: shop since 10:00' }],
      ],
      [updown('check.down', 'c2', FIRST), [{ event: 'down', openCount: 2 }]],
      [
        updown('check.ssl_expiration', 'c1', FIRST),
        [{ event: 'down' }, { event: 'certificate', severity: 'warning', openCount: 1 }],
      ],
      [updown('check.up', 'c1', SECOND), [{ event: 'down', openCount: 1 }, { event: 'certificate' }]],
      [updown('check.down', 'c1', FIRST), [{ event: 'down', openCount: 1 }, { event: 'certificate' }]],
      [updown('check.ssl_renewed', 'c1', SECOND), [{ event: 'down' }]],
      [updown('check.ssl_invalid', 'c1', THIRD), [{ event: 'down' }, { event: 'certificate', severity: 'critical' }]],
      [updown('check.ssl_valid', 'c1', THIRD), [{ event: 'down' }]],
      [updown('check.up', 'c2', SECOND), []],
      [updown('check.performance_drop', 'c1', THIRD), [{ event: 'performance', severity: 'warning' }]],
    ],
  },
  'an older message of updown.io, which has no time of its own': {
    preset: 'updown',
    steps: [
      [outage(null), [{ text: '500', activeSince: `${FIRST}.000Z` }]],
      [outage(`${SECOND}Z`), []],
    ],
  },
  'two tests of StatusCake': {
    preset: 'statuscake',
    steps: [
      ['Name=shop&URL=https%3A%2F%2Fshop.example.org&Status=Down&StatusCode=503', [{ resource: 'shop', value: '503' }]],
      ['Name=wiki&URL=https%3A%2F%2Fwiki.example.org&Status=Down', [{ resource: 'shop' }, { resource: 'wiki' }]],
      ['Name=shop&URL=https%3A%2F%2Fshop.example.org&Status=Up&StatusCode=200', [{ resource: 'wiki' }]],
    ],
  },
  'a check of Checkly that gets worse and better, and its certificate': {
    preset: 'checkly',
    steps: [
      [checkly('ALERT_DEGRADED', FIRST), [{ event: 'check', severity: 'minor' }]],
      [checkly('ALERT_DEGRADED_FAILURE', FIRST), [{ event: 'check', severity: 'major' }]],
      [checkly('ALERT_SSL', FIRST), [{ event: 'check' }, { event: 'certificate', severity: 'warning' }]],
      [checkly('ALERT_FAILURE_DEGRADED', SECOND), [{ event: 'check', severity: 'minor' }, { event: 'certificate' }]],
      [checkly('NO_ALERT', SECOND), [{ event: 'check' }, { event: 'certificate' }]],
      [checkly('ALERT_DEGRADED_RECOVERY', THIRD), [{ event: 'certificate' }]],
      [checkly('ALERT_FAILURE', SECOND), [{ event: 'certificate' }]],
    ],
  },
  'two applications of insping at one address': {
    preset: 'insping',
    steps: [
      [insping(7, 'Not Responding', FIRST), [{ resource: 'https://shop.example.org', openCount: 1 }]],
      [insping(8, 'Timeout', FIRST), [{ openCount: 2 }]],
      [insping(7, 'Available', SECOND), [{ openCount: 1 }]],
      [insping(7, 'Not Responding', FIRST), [{ openCount: 1 }]],
      [insping(8, 'Available', SECOND), []],
    ],
  },
  'a test of Runscope in two regions, whose environment is renamed': {
    preset: 'runscope',
    steps: [
      [runscope('us1', 'fail'), [{ resource: 'Basket API', environment: 'Live', openCount: 1 }]],
      [runscope('eu1', 'fail'), [{ openCount: 2 }]],
      [{ ...runscope('us1', 'pass'), environment_name: 'Production' }, [{ openCount: 1 }]],
      [runscope('eu1', 'pass'), []],
    ],
  },
})

// Helpers

function pingdom(check_id: number, current_state: string, time: string) {
  const check_params = { hostname: 'shop.example.org', full_url: `https://shop.example.org/${check_id}` }
  const check = { check_id, check_name: `page ${check_id}`, check_type: 'HTTP', check_params, current_state }
  return { ...check, importance_level: 'HIGH', state_changed_utc_time: time, long_description: current_state }
}

function transaction(current_state: string) {
  const check = { check_id: 9, check_name: 'Buy a book', check_type: 'TRANSACTION', check_params: {} }
  return { ...check, current_state, importance_level: 'HIGH', long_description: 'step 3' }
}

function kuma(status: number, msg: string) {
  return { heartbeat: { monitorID: 4, status, msg }, monitor: { id: 4, name: 'shop', tags: [] }, msg: `[shop] ${msg}` }
}

function notice(msg: string) {
  return { heartbeat: null, monitor: null, msg }
}

function updown(event: string, token: string, time: string, description?: string) {
  return [{ event, time: `${time}Z`, description, check: { token, url: 'https://shop.example.org', alias: '' } }]
}

function outage(ended_at: string | null) {
  const event = ended_at === null ? 'check.down' : 'check.up'
  const downtime = { error: '500', started_at: `${FIRST}Z`, ended_at }
  return [{ event, check: { token: 'c3', url: 'https://old.example.org' }, downtime }]
}

function checkly(alert_type: string, time: string) {
  const check = { check_id: 'ck', check_name: 'Checkout', ssl_check_domain: 'shop.example.org' }
  return { ...check, alert_type, event: `Checkout: ${alert_type}`, started_at: `${time}.500Z` }
}

function insping(check_id: number, check_state_name: string, time: string) {
  const data = { check_id, check_state_name, application_name: 'shop', request_url: 'https://shop.example.org' }
  return { webhook_type: 'AL', webhook_event_data: { ...data, request_start_time: `${time}.788129+00:00` } }
}

function runscope(region: string, result: string) {
  const test = { test_id: 't1', test_name: 'Basket API', environment_uuid: 'e1', environment_name: 'Live' }
  return { ...test, region, region_name: `Region ${region}`, agent: null, result }
}
