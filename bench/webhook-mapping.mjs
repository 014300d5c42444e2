import { applyMapping, readMapping } from '@opsgraph/core/pure'
import { compareVariants } from './lib/alternate.mjs'
import { emit } from './lib/emit.mjs'
import { compareSizes } from './lib/growth.mjs'

/** The largest acceptable time of the mapping, divided by the time of `JSON.parse` of the body. */
const BOUND = 0.4
const ROUNDS = { runs: 101, warmups: 30 }
const ELEMENTS = 1_000

emit('\n## Webhooks: from a payload to alerts')
const mapping = compileMapping()
const body = drawBody(ELEMENTS)
const payload = JSON.parse(body)
emit(`${ELEMENTS} elements, ${body.length} bytes, 8 paths and 2 default values`)

await compareVariants(
  'Mapping',
  [
    { name: 'JSON.parse of the body', run: () => JSON.parse(body).alerts.length },
    { name: 'mapping', run: () => describeAlerts(payload), bound: BOUND },
  ],
  ROUNDS,
)
const sizes = [1_250, 2_500, 5_000, 10_000]
await compareSizes(
  'Mapping grows with the elements',
  sizes.map((size) => {
    const drawn = JSON.parse(drawBody(size))
    return { size, run: () => describeAlerts(drawn) }
  }),
  { unit: 'elements', bound: 1.5, ...ROUNDS },
)

/** @param {{ alerts: object[] }} received */
function describeAlerts(received) {
  const mapped = applyMapping(mapping, /** @type {import('@opsgraph/core').JsonObject} */ (received))
  return 'message' in mapped ? mapped.message : `${mapped.length} alerts`
}

function compileMapping() {
  const read = readMapping({
    arrayPath: 'alerts',
    fieldMappings: {
      resource: 'host.name',
      event: 'checks[0].name',
      severity: 'severity',
      text: 'message',
      value: 'ok',
      tags: 'tags',
      attributes: { region: 'labels.region', team: 'labels.team' },
    },
    defaultValues: { environment: 'Production', type: 'webhook' },
  })
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  return read.mapping
}

/**
 * Generates a body as a monitoring tool could send it, with about 200 bytes for each alert.
 *
 * @param {number} count
 */
function drawBody(count) {
  const alerts = Array.from({ length: count }, (_, index) => ({
    host: { name: `web-${index}`, ip: '10.0.0.1' },
    checks: [{ name: 'HttpDown' }],
    severity: 'major',
    labels: { region: 'eu', team: 'web' },
    message: 'HTTP 503 from the load balancer',
    ok: index % 2 === 0,
    tags: ['a', 'b'],
  }))
  return JSON.stringify({ alerts })
}
