import { createOpsgraph, type Issue, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { StartError, UsageError } from '../faults.js'
import { flagName, withFlagNames } from '../flag-names.js'
import { OPERATOR_CALLER } from '../operator.js'
import type { Input } from '../read-input.js'
import type { RemoteServer } from '../remote-server.js'
import { escapeControlCharacters } from '../text.js'

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

export interface ImportRequest {
  readonly bytes: Uint8Array
  /** `undefined` for standard input. */
  readonly fileName: string | undefined
  /** The unvalidated options, by the names of the query parameters. */
  readonly options: Readonly<Record<string, string | number | boolean | undefined>>
  readonly dryRun: boolean
  /** Whether the answer lists the changes. */
  readonly changes?: boolean | undefined
  /** Whether the answer contains the plan document. */
  readonly plan?: boolean | undefined
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
  readonly run: (opsgraph: Opsgraph, sending: ImportRequest) => Promise<Report>
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
  send(sending: ImportRequest): Promise<Answer<Report>>
}

/**
 * Checks that an answer is not a refusal for a reason outside of the file.
 *
 * @throws StartError if the import was refused for another reason, such as a wrong API key or the license
 */
export function requireAboutFile(answer: Answer<object>): void {
  if (answer.status === 'ok' || answer.errors !== undefined) return
  throw new StartError(`the server refuses: ${escapeControlCharacters(withFlagNames(answer.message))}`)
}

/** The exit statuses of commands that plan or import. */
export const PLAN_EXIT_STATUS = { clean: 0, refused: 1, changes: 2, partial: 4 } as const

interface PlanResult {
  /** Whether any import would be refused. */
  readonly isRefused: boolean
  /** Whether any import would change anything. */
  readonly isChanging: boolean
  /** Whether any import would skip records of its file. */
  readonly isPartial?: boolean
}

/** @param flags.exitCode whether the exit status is 2 if the plan has changes */
export function planExitStatus(
  { isRefused, isChanging, isPartial = false }: PlanResult,
  { exitCode }: { readonly exitCode?: boolean },
) {
  if (isRefused) return PLAN_EXIT_STATUS.refused
  if (isPartial) return PLAN_EXIT_STATUS.partial
  return isChanging && exitCode ? PLAN_EXIT_STATUS.changes : PLAN_EXIT_STATUS.clean
}

/**
 * Opens a store in memory, which is lost when the process ends.
 *
 * @param snapshot the initial content; `undefined` = the store is empty
 * @throws StartError if the file is not a valid snapshot
 */
export async function openMemoryState(snapshot: Input | undefined): Promise<Opsgraph> {
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  if (snapshot === undefined) return opsgraph
  await opsgraph.loadSnapshot(OPERATOR_CALLER, snapshot.open).catch((error: unknown) => {
    throw error instanceof OpsgraphError ? new StartError(`${snapshot.name}: ${error.message}`) : error
  })
  return opsgraph
}

/** Plans and imports without a server. */
export function localImporter<Report>(kind: ImportKind<Report>, opsgraph: Opsgraph): Importer<Report> {
  return {
    send: async (sending) => {
      try {
        return { status: 'ok', ...(await kind.run(opsgraph, sending)) }
      } catch (error) {
        if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
        // An error without issues concerns an option, and its message begins with the name of the option.
        if (error.issues.length === 0) throw new UsageError(`--${error.message.replace(/^\w+/, flagName)}`)
        return { status: 'error', code: 400, message: error.message, requestId: '', errors: error.issues }
      }
    },
  }
}

/** Plans and imports on a running server. */
export function remoteImporter<Report>(kind: ImportKind<Report>, server: RemoteServer): Importer<Report> {
  const isAnswer = (body: unknown): body is Answer<Report> => {
    const fields = (body ?? {}) as Readonly<Record<string, unknown>>
    if (fields.status === 'error') return typeof fields.message === 'string'
    return fields.status === 'ok' && kind.isReport(fields)
  }
  return {
    send: async (sending) => {
      // A file that is too large is not sent. The server would stop reading it, and its answer could get lost. The
      // local importer gives the same refusal.
      if (sending.bytes.length > kind.limit) {
        return await localImporter(kind, await openMemoryState(undefined)).send(sending)
      }
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(sending.bytes)]), sending.fileName ?? 'file')
      const answer = await server.post(`${kind.path}?${buildQuery(sending)}`, form)
      if (isAnswer(answer.body)) return answer.body
      throw server.foreignError(answer)
    },
  }
}

function buildQuery({ options, dryRun, changes = false, plan = false }: ImportRequest): URLSearchParams {
  const given = { ...options, dryRun, ...(changes && { changes }), ...(plan && { plan }) }
  const texts = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) texts.set(name, typeof value === 'string' ? value : String(Number(value)))
  }
  return texts
}
