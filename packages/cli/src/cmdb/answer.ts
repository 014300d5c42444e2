import type { CmdbReport, Issue } from '@opsgraph/core'

/** The body of a refusal, as the server sends it (decisions.md 2). */
export interface Refusal {
  readonly status: 'error'
  readonly code: number
  readonly message: string
  /** `` where no server was asked. */
  readonly requestId: string
  readonly errors?: readonly Issue[]
}

/** The body of an answer to POST /api/resources/import (api.md). */
export type Answer = ({ readonly status: 'ok' } & CmdbReport) | Refusal

export interface Sending {
  readonly bytes: Uint8Array
  /** `undefined` for a pipe. */
  readonly fileName: string | undefined
  /** `format`, `mode`, `source` and `environment`, as they were given. */
  readonly options: ImportFlags
  readonly dryRun: boolean
}

export interface ImportFlags {
  readonly format?: string | undefined
  readonly mode?: string | undefined
  readonly source?: string | undefined
  readonly environment?: string | undefined
}

/** Whoever plans and does imports: a server, or this process on a state in memory. */
export interface Importer {
  /** The answer, refusals of the file among them. @throws StartError when there is no answer */
  send(sending: Sending): Promise<Answer>
}

/** Whether the import would be refused, or was. */
export function isRefused(answer: Answer): boolean {
  return answer.status === 'error' || answer.errors.length > 0
}

/** Whether anything is to be written, or was. */
export function isChanging(report: CmdbReport): boolean {
  const { relations, catalogServices, topologies } = report
  return (
    catalogServices.create > 0 ||
    [relations, ...topologies.flatMap(({ nodes, edges }) => [nodes, edges])].some(
      ({ create, update, remove }) => create + update + remove > 0,
    ) ||
    topologies.some(({ action }) => action === 'create')
  )
}
