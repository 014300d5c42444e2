import { readAlert } from '@opsgraph/core/pure'
import { compareVariants, printVerdict } from './lib/alternate.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { CALLER, onServer, openStage } from './lib/stage.mjs'

/** @import { AlertInput, Opsgraph, WeightPolicyInput } from '@opsgraph/core' */

const POLICIES = 1_000
const ALERTS = 200
/** The maximum CPU time that all policies of a kind together may add to receiving one alert, in milliseconds. */
const LIMIT_MS = { weight: 1.5, alert: 1.5 }
const ROUNDS = { runs: 15, warmups: 4 }
/** One action of each kind that changes an alert. @type {Parameters<Opsgraph['createAlertPolicy']>[1]['actions']} */
const ACTIONS = [
  { translate: 'severity', values: { p1: 'critical', p2: 'major' } },
  { copy: 'group', from: ['attributes.region'] },
  { set: 'group', value: 'network' },
  { extract: 'attributes.seconds', from: 'text', pattern: 'after (\\d+) s' },
  { add: 'tags', value: ['reviewed'] },
  { lowercase: 'text' },
]

emit('\n## Weight policies and the cost of a received alert')
await onServer(async (server) => {
  const [bare, weighing] = await openTwo(server, 'weight')
  for (let number = 0; number < POLICIES; number++) {
    await weighing.opsgraph.createWeightPolicy(CALLER, drawPolicy(number))
  }
  emit('None of the policies match.')
  await compare(bare.opsgraph, weighing.opsgraph, { limit: LIMIT_MS.weight, alertOf: drawAlert })
  await compareVariants(
    `${POLICIES} active policies, ${ALERTS} alerts, stored in the database`,
    [
      { name: 'one by one', run: () => receiveOneByOne(weighing.opsgraph, drawAlert) },
      { name: 'one transaction', run: () => receiveTogether(weighing.opsgraph) },
    ],
    ROUNDS,
  )
  await Promise.all([bare.close(), weighing.close()])
})

emit('\n## Alert policies and the cost of a received alert')
await onServer(async (server) => {
  const [bare, changing] = await openTwo(server, 'alert')
  for (let number = 0; number < POLICIES; number++) {
    const { name, description, filters } = drawPolicy(number)
    // The filters repeat after six policies, so that each kind of filter gets actions of all kinds.
    const first = Math.floor(number / 6) % ACTIONS.length
    const actions = ACTIONS.slice(first, first + 1)
    await changing.opsgraph.createAlertPolicy(CALLER, { name, description, filters, actions })
  }
  emit('None of the policies match:')
  await compare(bare.opsgraph, changing.opsgraph, { limit: LIMIT_MS.alert, alertOf: drawAlert })
  emit('One policy changes each alert:')
  await compare(bare.opsgraph, changing.opsgraph, { limit: LIMIT_MS.alert, alertOf: drawOwnedAlert })
  await Promise.all([bare.close(), changing.close()])
})

/**
 * Opens two databases: the first one is for a run without policies, the second one for a run with policies.
 *
 * @param {import('./lib/server.mjs').Server} server
 * @param {string} kind
 */
async function openTwo(server, kind) {
  const bare = await openStage(await server.createDatabase(`no_${kind}_policies`))
  return /** @type {const} */ ([bare, await openStage(await server.createDatabase(`${kind}_policies`))])
}

/**
 * Measures the CPU time that this process needs to receive one alert, in milliseconds, alternately without and with
 * policies. The alerts are received one by one.
 *
 * @param {Opsgraph} bare
 * @param {Opsgraph} loaded
 * @param {{ limit: number, alertOf: (number: number) => AlertInput }} options
 */
async function compare(bare, loaded, { limit, alertOf }) {
  const sides = [bare, loaded].map((opsgraph) => ({ opsgraph, spent: /** @type {number[]} */ ([]) }))
  for (let round = -ROUNDS.warmups; round < ROUNDS.runs; round++) {
    for (const { opsgraph, spent } of sides) {
      const before = process.cpuUsage()
      await receiveOneByOne(opsgraph, alertOf)
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) spent.push((user + system) / 1000 / ALERTS)
    }
  }
  const [alone = 0, more = 0] = sides.map(({ spent }) => median(spent))
  emit(`- no policy: ${compact(alone)} ms of CPU per alert`)
  emit(`- ${POLICIES} active policies: ${compact(more)} ms of CPU per alert`)
  printVerdict('milliseconds of CPU that they add to an alert', Math.max(0, more - alone), limit, ' ms')
}

/**
 * @param {Opsgraph} opsgraph
 * @param {(number: number) => AlertInput} alertOf
 */
async function receiveOneByOne(opsgraph, alertOf) {
  for (let number = 0; number < ALERTS; number++) await opsgraph.receiveAlert(CALLER, alertOf(number))
}

/** @param {Opsgraph} opsgraph */
async function receiveTogether(opsgraph) {
  const drafts = Array.from({ length: ALERTS }, (_, number) => readAlert(drawAlert(number)))
  await opsgraph.receiveAlerts(CALLER, drafts)
}

/**
 * Generates a policy with one of six typical filters. The filter matches no alert.
 *
 * @param {number} number
 * @returns {WeightPolicyInput}
 */
function drawPolicy(number) {
  const team = /** @type {const} */ ({ key: 'attributes.team', op: '=', value: `team-${number}` })
  /** @type {NonNullable<NonNullable<WeightPolicyInput['filters']>['clauses']>[]} */
  const kinds = [
    [{ key: 'resource', op: '=', value: `host-${number}` }],
    [{ key: 'resource', op: 'LIKE', value: `%-rack${number}-%` }],
    [{ key: 'severity', op: 'IN', value: ['critical', 'major'] }, team],
    [{ key: 'text', op: '~', value: `(timeout|refused) .*code ${number}$` }],
    [{ key: 'tags', op: 'CONTAINS', value: `zone=${number}` }],
    [{ operator: 'OR', clauses: [team, { key: 'value', op: '>', value: 1_000_000 + number }] }],
  ]
  const clauses = kinds[number % kinds.length]
  return { name: `policy ${number}`, description: '', weight: number, filters: { clauses } }
}

/** @param {number} number @returns {AlertInput} */
function drawAlert(number) {
  return {
    environment: 'Production',
    resource: `web-${number}`,
    event: 'Slow',
    severity: 'major',
    service: ['shop'],
    value: `${number}.5`,
    text: 'connection refused by the upstream, timeout after 30 s, code none',
    tags: ['zone=eu', 'tier=front'],
    attributes: { team: 'web', region: 'eu-1' },
  }
}

/**
 * Generates an alert that exactly one policy matches: one of the two kinds whose filters name a team.
 *
 * @param {number} number
 */
function drawOwnedAlert(number) {
  return { ...drawAlert(number), attributes: { team: `team-${3 * number + 2}`, region: 'eu-1' } }
}
