import type { WalkQuestion } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Statement } from '../src/database.js'
import { PostgresRelationStore } from '../src/postgres-relation-store.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'
import { recordingSession } from './recording-session.js'

/** Children of one resource; every other one is asked about. */
const CHILDREN = Array.from({ length: 600 }, (_, at) => `child ${String(at).padStart(3, '0')}`)
const SOUGHT = CHILDREN.filter((_, at) => at % 2 === 0)

describe.each(Object.entries(ENGINES))('what ranks siblings on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
    await engine.run(EMPTY)
    const time = '2026-01-01T00:00:00.000Z'
    const below = { environment: '', parent: 'hub', source: 'manual', sourceRef: null } as const
    await new PostgresRelationStore(recordingSession(engine.database)).upsert(
      CHILDREN.map((resource) => ({ ...below, id: resource, resource, createTime: time, updateTime: time })),
    )
    await engine.run('vacuum analyze relation')
  })
  afterAll(() => engine?.close())

  it('should be found in an index, and no name compared with all that are asked about', async () => {
    const question: WalkQuestion = { frontier: [], contested: [{ from: 'hub', names: SOUGHT }] }
    const sent: Statement[] = []
    const relations = new PostgresRelationStore(recordingSession(engine.database, sent))
    const answers = await relations.neighbors('children', new Map([['', question]]))
    expect(answers.get('')?.precedences).toHaveLength(SOUGHT.length)

    const isSkipping = (await versionOf(engine)) >= 17
    expect(await searchesOf(engine, sent)).toEqual([
      isSkipping ? { runs: 1, found: SOUGHT.length } : { runs: SOUGHT.length, found: 1 },
    ])
  })
})

// Helpers

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Loops': number
  readonly 'Actual Rows': number
  /** What is looked at in each row, rather than in the index. */
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** The searches for relations that the only statement takes: how often each runs, and how many it then finds. */
async function searchesOf(engine: Engine, [statement]: readonly Statement[]) {
  const { text = '', values = [] } = statement ?? {}
  const explain = { text: `explain (analyze, format json) ${text}`, values }
  const { rows } = await engine.database.query<readonly [readonly [{ readonly Plan: PlanNode }]]>(explain)
  return rows
    .flatMap(([[{ Plan }]]) => nodesOf(Plan))
    .filter((node) => node['Relation Name'] === 'relation' && node['Actual Loops'] > 0)
    .map(({ 'Actual Loops': runs, 'Actual Rows': found, Filter }) => ({ runs, found, ...(Filter && { Filter }) }))
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

async function versionOf(engine: Engine): Promise<number> {
  const [row] = await engine.run(`select current_setting('server_version_num')::int / 10000 as version`)
  return (row as { readonly version: number }).version
}
