import type { Issue, Opsgraph } from '@opsgraph/core'

/** The body of an answer that refuses an import (rules.md#error-answers-1). */
export interface Refusal {
  readonly status: 'error'
  readonly code: number
  readonly message: string
  /** The id of the request; empty if the import uses no server. */
  readonly requestId: string
  readonly errors?: readonly Issue[]
}

/** The body of an answer to an import (rules.md#cmdb-answer; rules.md#topology-import-answer). */
export type Answer<Report> = ({ readonly status: 'ok' } & Report) | Refusal

export interface Sending {
  readonly bytes: Uint8Array
  /** `undefined` for standard input. */
  readonly fileName: string | undefined
  /** The unvalidated options, by the names of the query parameters. */
  readonly options: Readonly<Record<string, string | undefined>>
  readonly dryRun: boolean
  /** Whether the answer lists the changes. */
  readonly changes?: boolean | undefined
}

/** The properties of an import that depend on the kind of file. */
export interface ImportKind<Report> {
  /** The path of the endpoint. */
  readonly path: string
  /** The maximum size of a file, in bytes. */
  readonly limit: number
  /**
   * Plans or imports without a server.
   *
   * @throws OpsgraphError
   */
  readonly run: (opsgraph: Opsgraph, sending: Sending) => Promise<Report>
  /** Checks whether the body of an answer is a report, by the type of one field. */
  readonly isReport: (body: Readonly<Record<string, unknown>>) => boolean
}

/** Plans and imports on a server, or in this process on a state in memory. */
export interface Importer<Report> {
  /**
   * Plans or imports a file, and returns the answer. If the file is refused, the refusal is the answer.
   *
   * @throws StartError if the server does not answer
   */
  send(sending: Sending): Promise<Answer<Report>>
}

/** The exit statuses of commands that plan or import. */
export const PLAN_STATUS = { clean: 0, refused: 1, changes: 2 } as const
