import type { CmdbReport, Opsgraph, OpsgraphError } from '@opsgraph/core'
import { expect } from 'vitest'
import { admin } from './stage.js'

export type Plan = NonNullable<CmdbReport['plan']>

export const NOW = '2026-01-01T00:00:00.000Z'

export interface Sending {
  readonly dryRun?: boolean
  readonly plan?: boolean
  readonly planHash?: string
  readonly options?: object
}

export async function send(opsgraph: Opsgraph, file: readonly object[], sending: Sending = {}): Promise<CmdbReport> {
  const { dryRun, plan, planHash, options = {} } = sending
  const body = new TextEncoder().encode(JSON.stringify(file))
  return (await opsgraph.importCmdb(admin, { body, dryRun, plan, planHash, options })).report
}

/** Returns a document as it is after it was sent over HTTP. */
export function sent(plan: CmdbReport['plan']): Plan {
  return JSON.parse(JSON.stringify(plan)) as Plan
}

export async function refusal(work: Promise<unknown>): Promise<OpsgraphError> {
  return await work.then(
    () => expect.unreachable('it was not refused'),
    (error: OpsgraphError) => error,
  )
}

/**
 * Returns the lines of a snapshot of the store, without its own time and without `updateTime`, and with the claims of
 * relations in a fixed order.
 */
export async function snapshotOf(opsgraph: Opsgraph): Promise<readonly unknown[]> {
  let text = ''
  await opsgraph.saveSnapshot(admin, async (more) => {
    text += more
  })
  const lines = text.split('\n').slice(1, -1)
  return lines.map((line) => JSON.parse(line, (key, value) => (key === 'updateTime' ? undefined : inOrder(key, value))))
}

function inOrder(key: string, value: unknown): unknown {
  if (key !== 'relation') return value
  const { claims, ...relation } = value as { readonly claims?: readonly object[] }
  return { ...relation, claims: claims?.map((claim) => JSON.stringify(claim)).sort() }
}
