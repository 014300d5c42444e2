import { OpsgraphError } from '@opsgraph/core/store'
import { type Database, firstValue, type TransactionSession } from './database.js'
import { dropForeignChanges } from './log-relations.js'
import { CREATE_RELATION } from './migration/0001-relation.js'
import { CREATE_TOPOLOGY } from './migration/0002-topology.js'
import { CREATE_ALERT } from './migration/0003-alert.js'
import { CREATE_ACCESS } from './migration/0004-access.js'
import { CREATE_AUDIT } from './migration/0005-audit.js'
import { CREATE_CATALOG } from './migration/0006-catalog.js'
import { CREATE_POLICY } from './migration/0007-policy.js'
import { ADD_CMDB_SOURCE } from './migration/0008-cmdb-source.js'
import { ADD_TREE } from './migration/0009-tree.js'
import { INDEX_NEIGHBORS } from './migration/0010-relation-walk.js'
import { CREATE_WEBHOOK } from './migration/0011-webhook.js'
import { ORDER_TOPOLOGIES } from './migration/0012-topology-order.js'
import { ORDER_RELATIONS } from './migration/0013-relation-order.js'
import { EXPECT_GROWTH } from './migration/0014-early-plans.js'
import { SPREAD_RANKS } from './migration/0015-spread-ranks.js'
import { PLAIN_RELATIONS } from './migration/0016-plain-relations.js'
import { LOG_RELATIONS } from './migration/0017-relation-log.js'
import { ALERT_REVISION } from './migration/0018-alert-revision.js'
import { CREATE_ALERT_POLICY } from './migration/0019-alert-policy.js'
import { LOG_ORDER } from './migration/0020-log-order.js'
import { DUE_ALERTS } from './migration/0021-due-alerts.js'
import { ALERT_FILTERS } from './migration/0022-alert-filters.js'
import { CREATE_MAINTENANCE } from './migration/0023-maintenance.js'
import { ENDED_ALERTS } from './migration/0024-ended-alerts.js'
import { ALERT_PARTS } from './migration/0025-alert-parts.js'
import { WORST_ALERTS } from './migration/0026-worst-alerts.js'
import { NEAR_NAMES } from './migration/0027-near-names.js'
import { FINGERPRINTS } from './migration/0028-fingerprints.js'
import { WEBHOOK_SILENCE } from './migration/0029-webhook-silence.js'
import { HELD_ALERTS } from './migration/0030-held-alerts.js'
import { requireServer } from './require-server.js'
import { rewriteAlerts } from './rewrite-alerts.js'
import { statementsOf } from './statements-of.js'

interface Migration {
  readonly name: string
  readonly script: string
  /** Whether the script adds columns that SQL alone cannot fill for the stored alerts. */
  readonly rewritesAlerts?: true
}

/**
 * The migrations in the order in which they run; version n is the n-th. A released migration never changes: add new
 * migrations at the end.
 */
const MIGRATIONS: readonly Migration[] = [
  { name: 'relation', script: CREATE_RELATION },
  { name: 'topology', script: CREATE_TOPOLOGY },
  { name: 'alert', script: CREATE_ALERT },
  { name: 'access', script: CREATE_ACCESS },
  { name: 'audit', script: CREATE_AUDIT },
  { name: 'catalog', script: CREATE_CATALOG },
  { name: 'policy', script: CREATE_POLICY },
  { name: 'cmdb-source', script: ADD_CMDB_SOURCE },
  { name: 'tree', script: ADD_TREE },
  { name: 'relation-walk', script: INDEX_NEIGHBORS },
  { name: 'webhook', script: CREATE_WEBHOOK },
  { name: 'topology-order', script: ORDER_TOPOLOGIES },
  { name: 'relation-order', script: ORDER_RELATIONS },
  { name: 'early-plans', script: EXPECT_GROWTH },
  { name: 'spread-ranks', script: SPREAD_RANKS },
  { name: 'plain-relations', script: PLAIN_RELATIONS },
  { name: 'relation-log', script: LOG_RELATIONS },
  { name: 'alert-revision', script: ALERT_REVISION },
  { name: 'alert-policy', script: CREATE_ALERT_POLICY },
  { name: 'log-order', script: LOG_ORDER },
  { name: 'due-alerts', script: DUE_ALERTS },
  { name: 'alert-filters', script: ALERT_FILTERS, rewritesAlerts: true },
  { name: 'maintenance', script: CREATE_MAINTENANCE },
  { name: 'ended-alerts', script: ENDED_ALERTS },
  { name: 'alert-parts', script: ALERT_PARTS },
  { name: 'worst-alerts', script: WORST_ALERTS, rewritesAlerts: true },
  { name: 'near-names', script: NEAR_NAMES },
  { name: 'fingerprints', script: FINGERPRINTS, rewritesAlerts: true },
  { name: 'webhook-silence', script: WEBHOOK_SILENCE },
  { name: 'held-alerts', script: HELD_ALERTS, rewritesAlerts: true },
]

/** The key of the advisory lock: arbitrary, and the same in every opsgraph process that uses the database. */
const LOCK_NUMBER = 7_310_400

/**
 * Migrates the schema to the latest version, atomically and only forward. If several processes start at the same time,
 * one migrates and the others wait.
 *
 * @throws OpsgraphError `conflict` if a newer opsgraph has changed the schema, or the server is not supported
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction('write', async (session) => {
    await requireServer(session)
    await lockSchema(session)
    await session.query({
      text: `create table if not exists schema_migration
        (version integer primary key, name text collate "C" not null, applied_at timestamptz(3) not null default now())`,
    })
    const done = await readVersion(session)
    requireKnown(done)
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index >= done) await apply(session, index + 1, migration)
    }
    // Writing an alert fills all columns of this release, and the last migration may add one of these columns. So all
    // alerts are written once, after all migrations.
    if (MIGRATIONS.slice(done).some(({ rewritesAlerts }) => rewritesAlerts)) await rewriteAlerts(session)
    await dropForeignChanges(session)
  })
}

/** Lets one process at a time change the schema, for as long as its transaction takes. */
export async function lockSchema(session: TransactionSession): Promise<void> {
  // Two steps may exceed the statement timeout: building an index on a large table, and waiting for another process
  // that migrates.
  await session.query({ text: 'set local statement_timeout = 0' })
  await session.script(`select pg_advisory_xact_lock(${LOCK_NUMBER})`)
}

async function readVersion(session: TransactionSession): Promise<number> {
  return (await firstValue<number>(session, { text: 'select max(version) from schema_migration' })) ?? 0
}

function requireKnown(version: number): void {
  if (version <= MIGRATIONS.length) return
  throw new OpsgraphError(
    'conflict',
    `the database belongs to a newer opsgraph: its schema has version ${version}, this one knows ${MIGRATIONS.length}; ` +
      'start the newer version instead',
  )
}

async function apply(session: TransactionSession, version: number, { name, script }: Migration): Promise<void> {
  await session.query({
    text: 'insert into schema_migration (version, name) values ($1::int, $2::text)',
    values: [version, name],
  })
  for (const statement of statementsOf(script)) await session.script(statement)
}
