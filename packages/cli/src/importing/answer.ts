import type { Issue, Opsgraph } from '@opsgraph/core'

/** The body of a refusal, as the server sends it (rules.md#error-answers-1). */
export interface Refusal {
  readonly status: 'error'
  readonly code: number
  readonly message: string
  /** `` where no server was asked. */
  readonly requestId: string
  readonly errors?: readonly Issue[]
}

/** The body of an answer to an import (rules.md#cmdb-answer; rules.md#topology-import-answer). */
export type Answer<Report> = ({ readonly status: 'ok' } & Report) | Refusal

export interface Sending {
  readonly bytes: Uint8Array
  /** `undefined` for a pipe. */
  readonly fileName: string | undefined
  /** As they were given, by the names of the query parameters. */
  readonly options: Readonly<Record<string, string | undefined>>
  readonly dryRun: boolean
  /** Whether the answer is to list the changes. */
  readonly changes?: boolean | undefined
}

/** What differs between the imports of files of several kinds. */
export interface ImportKind<Report> {
  /** Of the endpoint. */
  readonly path: string
  /** Bytes that an import takes. */
  readonly limit: number
  /** Plans or imports without a server. @throws OpsgraphError */
  readonly run: (opsgraph: Opsgraph, sending: Sending) => Promise<Report>
  /** Whether an answer of a server is a report, by a key of it that always has this type. */
  readonly isReport: (body: Readonly<Record<string, unknown>>) => boolean
}

/** Whoever plans and does imports: a server, or this process on a state in memory. */
export interface Importer<Report> {
  /** The answer, refusals of the file among them. @throws StartError when there is no answer */
  send(sending: Sending): Promise<Answer<Report>>
}

/** How a command ends that plans or imports. */
export const PLAN_STATUS = { clean: 0, refused: 1, changes: 2 } as const
