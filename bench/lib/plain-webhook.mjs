import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import express from 'express'
import pg from 'pg'

/** A minimal webhook for comparison: it verifies the signature, parses the body, inserts one row, and answers. */
const [, , connectionString = '', secret = ''] = process.argv
const pool = new pg.Pool({ connectionString, max: 16 })
await pool.query(`create table if not exists plain_alert (id uuid primary key, environment text, resource text,
  event text, severity text, type text, text text, attributes jsonb, create_time timestamptz default now())`)
const INSERT = `insert into plain_alert (id, environment, resource, event, severity, type, text, attributes)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.post('/hook', express.raw({ type: () => true, limit: 262_144 }), async (request, response) => {
  const body = /** @type {Buffer} */ (request.body)
  if (!isSigned(body, String(request.headers['x-hub-signature-256']))) {
    response.status(401).json({ status: 'error' })
    return
  }
  const { host, check, severity, message, labels } = JSON.parse(body.toString())
  const id = randomUUID()
  const values = [id, 'Production', host.name, check.name, severity, 'webhook', message, JSON.stringify(labels)]
  await pool.query({ name: 'insert', text: INSERT, values })
  const alerts = [{ id, resource: host.name, event: check.name, severity }]
  response.json({ status: 'ok', webhook_id: 'hook', webhook_name: 'hook', alerts_created: 1, alerts })
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook` })
})
server.keepAliveTimeout = 60_000
process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  if (message === 'stop') process.exit()
})

/**
 * @param {Buffer} body
 * @param {string} sent
 */
function isSigned(body, sent) {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(sent.replace(/^sha256=/, ''), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
