import type { Session, Statement } from '../src/sql/database.js'

/** A step of a plan, as `explain (analyze, format json)` reports it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  /** The number of rows per loop. */
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Executes a statement and returns all steps of its plan. Writes of the statement take effect. */
export async function explain(session: Pick<Session, 'query'>, statement: Statement): Promise<readonly PlanNode[]> {
  const { text, values = [] } = statement
  const explained = { text: `explain (analyze, format json) ${text}`, values }
  const { rows } = await session.query<readonly [readonly [{ readonly Plan: PlanNode }]]>(explained)
  return rows.flatMap(([[{ Plan }]]) => nodesOf(Plan))
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** The number of rows that all steps together process. */
export function rowsHandled(nodes: readonly PlanNode[]): number {
  return nodes.reduce((sum, node) => {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
    return sum + node['Actual Loops'] * (node['Actual Rows'] + removed)
  }, 0)
}
