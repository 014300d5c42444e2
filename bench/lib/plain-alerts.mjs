import express from 'express'
import pg from 'pg'
import { selectAlerts } from './select-alerts.mjs'

/** A minimal server for comparison. It selects the active alerts of a service, and sends the rows as JSON. */
const [, , connectionString = ''] = process.argv
const pool = new pg.Pool({ connectionString })
const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.get('/', async (_request, response) => response.json(await selectAlerts(pool)))
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/` })
})
process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  if (message === 'stop') process.exit()
})
