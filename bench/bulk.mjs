import { compareVariants, printVerdict } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { drawBatch, toBody } from './lib/bulk-body.mjs'
import { readDebianGraph } from './lib/debian.mjs'
import { emit } from './lib/emit.mjs'
import { compareSizes } from './lib/growth.mjs'
import { BATCH, copyRows, createCopyTable, dropCopyTable, settle, toRows } from './lib/relation-rows.mjs'
import { onServer, openStage } from './lib/stage.mjs'
import { describeWrites, readWrites } from './lib/writes.mjs'

/**
 * @import { AppProcess } from './lib/app-process.mjs'
 * @import { Ends } from './lib/debian.mjs'
 * @import { Server } from './lib/server.mjs'
 * @import { Stage } from './lib/stage.mjs'
 */

/** @typedef {{ stage: Stage, app: AppProcess }} Running */

const PATH = '/api/resources/relations/bulk'
const SIZES = [1_000, 2_500, 5_000, 10_000]
const REPEATS = 20
/**
 * Tables to copy rows into, with their fill factors in percent. The table `relation` has the fill factor 50, which
 * leaves half of each page free for updates.
 */
const COPIES = { roomy_copy: 50, full_copy: 100 }

emit('\n## Bulk requests: whole requests over HTTP')
const debian = await readDebianGraph()
await onServer(async (server) => {
  const full = await open(server, 'full', debian)
  await measureRequest(full)
  await measureSizes(full)
  await measureBloat(full)
  const some = await open(server, 'some', debian.slice(0, 34_000))
  const none = await open(server, 'none', [])
  await measureStored([none, some, full])
  for (const { stage, app } of [full, some, none]) {
    await app.stop()
    await stage.close()
  }
})

/**
 * @param {Server} server
 * @param {string} name
 * @param {readonly Ends[]} stored
 * @returns {Promise<Running>}
 */
async function open(server, name, stored) {
  const url = await server.createDatabase(name)
  const stage = await openStage(url)
  const rows = toRows(stored)
  await copyRows(stage.client, rows)
  await settle(stage.client)
  return { stage, app: await startApp(url) }
}

/** @param {Running} running */
async function measureRequest({ stage: { client }, app }) {
  for (const [name, fillfactor] of Object.entries(COPIES)) {
    await createCopyTable(client, name, fillfactor)
    await copyRows(client, toRows(debian), name)
    await settle(client, name)
  }
  let sent = draw()
  const request = async () => (await app.send('POST', PATH, sent.body)).text()
  await compareVariants(
    `${BATCH} relations, ${debian.length} stored`,
    [
      {
        name: 'COPY of the same rows',
        before: () => {
          sent = draw()
        },
        run: () => copyRows(client, sent.rows, 'roomy_copy'),
      },
      { name: 'COPY into full pages', run: () => copyRows(client, sent.rows, 'full_copy') },
      { name: 'request, all new', run: request, bound: 1.6 },
      { name: 'the same request again', run: request, bound: 1 },
      { name: 'JSON.parse of the body', run: () => JSON.parse(sent.body.toString()).relations.length },
    ],
    { runs: 15, warmups: 3 },
  )
  for (const name of Object.keys(COPIES)) await dropCopyTable(client, name)
}

function draw(size = BATCH) {
  const relations = drawBatch(debian, size)
  return { rows: toRows(relations), body: toBody(relations) }
}

/** @param {Running} running */
async function measureSizes({ app }) {
  for (const isNew of [true, false]) {
    const steps = SIZES.map((size) => {
      let body = toBody(drawBatch(debian, size))
      const draw = () => {
        body = toBody(drawBatch(debian, size))
      }
      return { size, run: () => app.send('POST', PATH, body), ...(isNew && { before: draw }) }
    })
    const title = `A request grows with its ${isNew ? 'new' : 'known'} relations`
    await compareSizes(title, steps, { unit: 'relations', bound: 1.2, runs: 9, warmups: 2 })
  }
}

/**
 * Measures requests on databases with different numbers of stored relations. Larger indexes slow down both requests and
 * `COPY`, so the bound limits the time of a request divided by the time of `COPY`.
 *
 * @param {readonly Running[]} runnings by number of stored relations, smallest first
 */
async function measureStored(runnings) {
  const ratios = []
  for (const { stage, app } of runnings) {
    const { client } = stage
    const stored = Number((await client.query('select count(*) from relation')).rows[0].count)
    await createCopyTable(client, 'beside')
    await client.query('insert into beside select * from relation')
    await settle(client, 'beside')
    let sent = draw()
    const [copy, request] = await compareVariants(
      `${BATCH} new relations, ${stored} stored`,
      [
        {
          name: 'COPY of the same rows',
          before: () => {
            sent = draw()
          },
          run: () => copyRows(client, sent.rows, 'beside'),
        },
        { name: 'request', run: () => app.send('POST', PATH, sent.body) },
      ],
      { runs: 15, warmups: 3 },
    )
    ratios.push((request?.median ?? Number.NaN) / (copy?.median ?? Number.NaN))
  }
  printVerdict(
    'the ratio with the most stored relations, divided by the ratio with none,',
    (ratios.at(-1) ?? Number.NaN) / (ratios[0] ?? Number.NaN),
    1.2,
  )
}

/** @param {Running} running */
async function measureBloat({ stage: { client }, app }) {
  const body = toBody(drawBatch(debian, BATCH))
  await app.send('POST', PATH, body)
  const before = await readWrites(client, ['relation'])
  for (let repeat = 0; repeat < REPEATS; repeat++) await app.send('POST', PATH, body)
  const after = await readWrites(client, ['relation'])
  emit(`\n### ${REPEATS} repeats of one request\n`)
  emit(`- relation: ${describeWrites(before.get('relation'), after.get('relation'))}`)
}
