import type { Edge, Node, Relation, Topology } from '@opsgraph/core'
import type { AlertKey, Store } from '@opsgraph/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresAlertStore } from '../src/alert/postgres-alert-store.js'
import { postgresAliasStore } from '../src/relation/alias-store.js'
import { postgresRedundancyRuleStore } from '../src/relation/redundancy-rule-store.js'
import { postgresRelationStore } from '../src/relation/relation-store.js'
import { postgresAuditTrail } from '../src/setting/access-stores.js'
import { settingStores } from '../src/setting/setting-stores.js'
import type { Session, Statement } from '../src/sql/database.js'
import { AlertLocks } from '../src/sql/locks.js'
import { textArray } from '../src/sql/values.js'
import { postgresTopologyStore } from '../src/topology/topology-store.js'
import { ENGINES_OF_LONG_SUITES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'
import { explain } from './plan-nodes.js'
import { recordingSession } from './recording-session.js'

const TIME = '2026-01-01T00:00:00.000Z'
const NO_FILTER = { operator: 'AND', clauses: [] } as const
const NO_IMPACT = { severities: [], statuses: [], whitelist: NO_FILTER, blacklist: NO_FILTER }

/** More items than the planner expects in any list. */
const MANY = 2_000
/**
 * The maximum number of rows that the statements of one case may process for each item. A plan that scans the table
 * would process thousands of rows.
 */
const MAX_ROWS_PER_ITEM = 200
/** The number of names in one query of a walk of the graph. The core uses the same number. */
const NAMES_PER_QUERY = 256
/**
 * The number of runs before the measured run: PostgreSQL keeps a generic plan from the sixth execution of a named
 * statement on.
 */
const WARM_UP_RUNS = 8

/** The `turn` of the run that stores rows before the tables are analyzed. */
const KNOWN = 'known'

type Work = (session: Session, count: number, turn: string) => Promise<void>

const WORKS: Readonly<Record<string, Work>> = {
  'finding, changing and deleting relations': async (session, count, turn) => {
    const relations = postgresRelationStore(session)
    const stored = relationsOf(count, turn)
    const other = stored.map((relation) => ({
      ...relation,
      source: 'event' as const,
      sourceRef: 'x',
      isReplaceable: true,
    }))
    await relations.upsert(stored)
    await relations.upsert(other)
    if (turn === KNOWN) return
    await relations.find(stored)
    await relations.claims(stored)
    await relations.replacedBy(stored.map((relation) => ({ ...relation, parent: 'new', sourceRef: 'x' })))
    await relations.withdraw(other, TIME)
    await relations.withdraw(stored, TIME)
  },
  'walking through relations': async (session, count, turn) => {
    const relations = postgresRelationStore(session)
    const stored = relationsOf(8 * count, turn)
    await relations.upsert(stored)
    for (const direction of ['parents', 'children'] as const) {
      const names = stored.map(({ resource, parent }) => (direction === 'parents' ? resource : parent))
      const [first = ''] = names
      const others = names.slice(1).filter((name) => name !== first)
      for (let at = 0; at < others.length; at += NAMES_PER_QUERY) {
        await relations.neighbors(direction, new Map([['Production', others.slice(at, at + NAMES_PER_QUERY)]]))
      }
      await relations.around('Production', first)
    }
  },
  'saving and reading topologies': async (session, count, turn) => {
    const topologies = postgresTopologyStore(session)
    const stored = relationsOf(count, turn)
    const large = topologyOf(turn, stored)
    await topologies.save([large])
    if (turn === KNOWN) return
    const small = stored.slice(0, count / 5).map((one, at) => topologyOf(`${turn} ${at}`, [one]))
    await topologies.save(small)
    await topologies.save([reversed(large)])
    await topologies.takenNodeIds(
      large.nodes.map(({ id }) => id),
      null,
    )
    await topologies.find(small.map(({ id }) => id))
    await topologies.readByServices(small.map(({ service }) => service))
    await topologies.save([{ ...large, nodes: large.nodes.slice(0, 1), edges: [] }])
    await topologies.delete([large, ...small].map(({ id }) => id))
  },
  'locking alerts': async (session, count, turn) => {
    const alerts = new PostgresAlertStore(session, new AlertLocks(session))
    const keys = Array.from({ length: count }, (_, at): AlertKey => {
      const name = `${turn} ${at}`
      const key = { environment: 'Production', resource: name, event: name }
      if (turn === KNOWN) return key
      return at % 2 === 0 ? { ...key, event: 'down' } : { ...key, resource: 'host' }
    })
    await session.query({
      text: `insert into alert (id, environment, resource, event, severity, status, create_time, last_receive_time, service, document)
        select resource || event, 'Production', resource, event, 'major', 'open', now(), now(), '{}', '{"history": []}'
        from unnest($1::text[], $2::text[]) as key (resource, event)`,
      values: [textArray(keys.map(({ resource }) => resource)), textArray(keys.map(({ event }) => event))],
    })
    expect(await alerts.lock(keys)).toHaveLength(count)
    if (turn === KNOWN) return
    const id = keys.map(({ resource, event }) => resource + event)
    expect(await alerts.lockMatching({ id }, count)).toMatchObject({ total: count })
  },
  'removing old alerts and audit entries': async (session, count, turn) => {
    await session.query({
      text: `insert into alert (id, environment, resource, event, severity, status, create_time, last_receive_time, update_time, service, document)
        select $1 || at, 'Production', $1 || at, 'down', 'ok', 'closed', now(), '2026-01-01', '2026-01-01', '{}', '{}'
        from generate_series(1, $2::int) as at`,
      values: [turn, count],
    })
    await session.query({
      text: `insert into audit_entry (id, event, type, user_name, create_time, document)
        select $1 || at, 'event', 'type', 'ann', '2026-01-01', '{}' from generate_series(1, $2::int) as at`,
      values: [turn, count],
    })
    if (turn === KNOWN) return
    const alerts = new PostgresAlertStore(session, new AlertLocks(session))
    const audit = postgresAuditTrail(session)
    const later = '2026-01-02T00:00:00.000Z'
    for (const remove of [alerts.deleteEnded.bind(alerts), audit.deleteOld.bind(audit)]) {
      let removed = 0
      while (removed < count) removed += await remove(later, 500)
    }
  },
  'finding catalog services': async (session, count, turn) => {
    const catalog = settingStores(session).catalog
    const ids = Array.from({ length: count }, (_, at) => `${turn} ${at}`)
    const plain = { name: '', description: '', icon: '', owner: '', runbook: '', links: [], alertImpact: NO_IMPACT }
    await catalog.save(ids.map((serviceId) => ({ serviceId, ...plain })))
    await catalog.find(ids)
  },
  'finding what names mean': async (session, count, turn) => {
    const aliases = postgresAliasStore(session)
    const stored = Array.from({ length: count }, (_, at) => {
      const name = `${turn} ${at}`
      return {
        id: name,
        environment: 'Production',
        alias: name,
        resource: `of ${name}`,
        createTime: TIME,
        updateTime: TIME,
      }
    })
    await aliases.save(stored)
    expect(await aliases.find(stored)).toHaveLength(count)
    expect(await aliases.of(stored)).toHaveLength(count)
    if (turn === KNOWN) return
    // Reads one name at a time, as for an alert and for a filter.
    for (const alias of stored.slice(0, ASKED_ALONE)) {
      await aliases.find([alias])
      const filters = { alias: [alias.alias] }
      await aliases.list({ filters, sort: undefined, page: 1, pageSize: 10 })
    }
  },
  'finding redundancy rules': async (session, count, turn) => {
    const rules = postgresRedundancyRuleStore(session)
    const stored = Array.from({ length: count }, (_, at): RedundancyRule => {
      const name = `${turn} ${at}`
      const place = { id: name, environment: 'Production', resource: name, source: 'cmdb', sourceRef: null } as const
      const times = { createTime: TIME, updateTime: TIME }
      return { ...place, minHealthy: 1, failedAt: 'major', degraded: null, text: '', ...times }
    })
    await rules.save(stored)
    expect(await rules.find(stored)).toHaveLength(count)
  },
}

type RedundancyRule = Parameters<Store['redundancyRules']['save']>[0][number]

/** After this many look-ups, a scan of the table would exceed the limit. */
const ASKED_ALONE = 500

describe.each(ENGINES_OF_LONG_SUITES)('a plan that was made early, on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine?.close())

  const cases = Object.entries(WORKS).flatMap(([name, work]) =>
    ([0, 1, 40, 'deleted'] as const).map((known) => ({ name, work, known })),
  )
  it.each(cases)(
    'should process few rows for each item, $name, with statistics of $known rows',
    async ({ work, known }) => {
      await engine.run(EMPTY)
      const count = known === 'deleted' ? MANY : known
      await engine.database.transaction('write', (session) => work(session, count, KNOWN))
      if (known === 'deleted') for (const table of TABLES) await engine.run(allButLast(table))
      await engine.run('vacuum analyze')
      const handled = await engine.database.transaction('write', async (session) => {
        await session.query({ text: 'discard plans' })
        for (let time = 0; time < WARM_UP_RUNS; time++) await work(session, 2, `time ${time}`)
        const tally = { rows: 0 }
        const before = await rowsRead(session)
        await work(explained(session, tally), MANY, 'many')
        return tally.rows + (await rowsRead(session)) - before
      })
      expect(handled).toBeLessThan(MAX_ROWS_PER_ITEM * MANY)
    },
  )

  it('should be kept for statements that add rows and for walks, not for those that find rows by a list', async () => {
    await engine.run(EMPTY)
    const asked = await statementsOf(engine)
    const kept = new Set(asked.flatMap(({ name, keepsPlan }) => (name && keepsPlan ? [name] : [])))
    const adding = ['save-redundancy_rule', 'save-resource_alias', 'save-service_catalog']
    const writing = ['upsert', 'write-edges', 'write-nodes']
    const other = ['lock-alerts', 'has-grown']
    expect([...kept].toSorted()).toEqual([...adding, ...writing, ...other, 'around', 'children', 'parents'].toSorted())
  })

  it('should use only plain SQL on the tables of relations, alerts and audit entries', async () => {
    await engine.run(EMPTY)
    const texts = (await statementsOf(engine)).map(({ text }) => text)
    const large = texts.filter((text) =>
      /\b(from|into|update|join) (relation|relation_claim|alert|audit_entry)\b/.test(text),
    )
    expect(large.length).toBeGreaterThan(10)
    expect(large.filter((text) => /\bctid\b|\blateral\b|\brecursive\b|\bfor (update|share)\b/.test(text))).toEqual([])
  })
})

// Helpers

async function statementsOf({ database }: Engine): Promise<readonly Statement[]> {
  const asked: Statement[] = []
  for (const work of Object.values(WORKS)) await work(recordingSession(database, asked), 200, 'any')
  return asked
}

/** Half of the relations have the same parent. */
function relationsOf(count: number, turn: string): readonly Relation[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${turn} ${at}`,
    environment: 'Production',
    resource: `child ${turn} ${at}`,
    parent: at % 2 === 0 ? 'hub' : `parent ${turn} ${at}`,
    source: 'topology',
    sourceRef: null,
    createTime: TIME,
    updateTime: TIME,
  }))
}

/** A topology that draws the relations. */
function topologyOf(id: string, relations: readonly Relation[]): Topology {
  const resources = [...new Set(relations.flatMap(({ resource, parent }) => [resource, parent]))]
  const edgeOf = ({ resource, parent }: Relation): Edge => ({
    id: resource,
    source: `${id} ${parent}`,
    target: `${id} ${resource}`,
  })
  return {
    ...{ id, name: id, description: '', service: id, serviceKpi: null, orientation: 'TB', schemaVersion: 2 },
    ...{ createTime: TIME, updateTime: TIME },
    nodes: resources.map((resource) => nodeOf(`${id} ${resource}`, resource)),
    edges: relations.map(edgeOf),
  }
}

function nodeOf(id: string, resource: string): Node {
  const look = { label: resource, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
  return { id, kind: 'resource', environment: 'Production', resource, ...look }
}

function reversed(topology: Topology): Topology {
  return { ...topology, nodes: topology.nodes.toReversed(), edges: topology.edges.toReversed() }
}

const TABLES = [
  'resource_alias',
  'redundancy_rule',
  'relation',
  'relation_claim',
  'topology',
  'topology_node',
  'topology_edge',
  'alert',
  'audit_entry',
  'service_catalog',
]

/** Deletes all rows of a table except the last one. The file of the table keeps its length. */
function allButLast(table: string): string {
  return `delete from ${table} where ctid <> (select ctid from ${table} order by ctid desc limit 1)`
}

/**
 * Wraps a session, and counts the rows that each step of a plan processes. Does not count statements whose plan is
 * cached.
 */
function explained(session: Session, tally: { rows: number }): Session {
  return {
    query: async (statement) => {
      if (!statement.keepsPlan && !/savepoint|^analyze/.test(statement.text)) {
        await session.query({ text: 'savepoint before' })
        for (const node of await explain(session, statement)) {
          const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
          // Some versions of PostgreSQL report the removed rows of all loops together; other versions report the
          // removed rows per loop. The test treats their number as the total of all loops.
          tally.rows += node['Actual Rows'] * node['Actual Loops'] + removed
        }
        await session.query({ text: 'rollback to savepoint before' })
      }
      return await session.query(statement)
    },
    atomic: (work) => session.atomic((inner) => work(explained(inner, tally))),
  }
}

/** The number of rows that sequential scans have read in this transaction, plus the number of index entries. */
async function rowsRead(session: Session): Promise<number> {
  const text = `select sum(pg_stat_get_xact_tuples_returned(oid))::int from pg_class
    where relnamespace = current_schema()::regnamespace`
  const { rows } = await session.query<readonly [number]>({ text })
  return rows[0]?.[0] ?? Number.NaN
}
