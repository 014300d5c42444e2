import { printVerdict } from './lib/alternate.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { settle } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'

/** @import { Stage } from './lib/stage.mjs' */

const TRANSITIONS = 100_000
const SERVICES = 2_000
const DAYS = 30
/** The maximum time of a preview in milliseconds. The time is the smaller one of clock time and CPU time. */
const BOUND = 10_000
/** The maximum time in milliseconds for which a preview may block the event loop. */
const TURN_BOUND = 50
const RUNS = 3
const FROM = Date.UTC(2026, 0, 1)
const RANGE = { from: new Date(FROM).toISOString(), to: new Date(FROM + DAYS * 86_400_000).toISOString() }

/**
 * Fills the history. Each transition has ten causes, like those of the worst services. The services are hurt in turn,
 * each time by another cause.
 */
const FILL = `
insert into service_transition
  (service, sequence, time, severity_before, severity, acknowledged, causes, is_newest)
select 'service-' || number % ${SERVICES}, number / ${SERVICES} + 1,
  $1::timestamptz + number * interval '${DAYS} days' / ${TRANSITIONS},
  'minor', case when number / ${SERVICES} % 2 = 0 then 'critical' end, false,
  case when number / ${SERVICES} % 2 = 0 then (
    select json_agg(json_build_object('alertId', number || '-' || cause, 'environment', 'Production',
      'resource', 'host-' || cause, 'event', 'Down', 'severity', 'critical')) from generate_series(1, 10) as cause
  ) else '[]' end,
  number >= ${TRANSITIONS - SERVICES}
from generate_series(0, ${TRANSITIONS - 1}) as number`

const VARIANTS = [
  { name: 'all services', subscription: {} },
  { name: '200 services, repeated every hour', subscription: { services: nameServices(200), repeatSeconds: 3_600 } },
  { name: 'an escalation after a day', subscription: { unacknowledgedSeconds: 86_400 } },
  { name: 'ten services', subscription: { services: nameServices(10) } },
]

emit('\n## The preview of a subscription')
await onStage('subscription_preview', async (stage) => {
  await stage.client.query(FILL, [RANGE.from])
  await settle(stage.client, 'service_transition')
  emit(`\n${TRANSITIONS} transitions of ${SERVICES} services in ${DAYS} days\n`)
  for (const { name, subscription } of VARIANTS) await preview(stage, name, subscription)
})

/**
 * Measures previews, and for how long they block the event loop.
 *
 * @param {Stage} stage
 * @param {string} name
 * @param {object} subscription
 */
async function preview({ opsgraph }, name, subscription) {
  const times = []
  let longest = 0
  let total = 0
  for (let run = 0; run < RUNS; run++) {
    const watch = watchTurns()
    const start = readClocks()
    total = (await opsgraph.previewSubscription(CALLER, { subscription, ...RANGE })).total
    const end = readClocks()
    times.push(Math.min(end.clock - start.clock, end.cpu - start.cpu))
    longest = Math.max(longest, watch.stop())
  }
  emit(`- ${name}: ${total} messages in ${compact(median(times))} ms; the longest turn took ${compact(longest)} ms`)
  printVerdict(`time of a preview: ${name}`, median(times), BOUND, ' ms')
  printVerdict(`longest turn of a preview: ${name}`, longest, TURN_BOUND, ' ms')
}

/** @param {number} count */
function nameServices(count) {
  return Array.from({ length: count }, (_, at) => `service-${at}`)
}

/** Measures the longest turn of the event loop: the smaller one of clock time and CPU time. */
function watchTurns() {
  let longest = 0
  let last = readClocks()
  const timer = setInterval(() => {
    const now = readClocks()
    longest = Math.max(longest, Math.min(now.clock - last.clock, now.cpu - last.cpu))
    last = now
  }, 1)
  return {
    stop: () => {
      clearInterval(timer)
      return longest
    },
  }
}

/** Returns the clock time and the CPU time, both in milliseconds. */
function readClocks() {
  const { user, system } = process.cpuUsage()
  return { clock: performance.now(), cpu: (user + system) / 1_000 }
}
