import { UsageError } from './faults.js'
import type { RemoteAnswer, RemoteServer } from './remote-server.js'
import { escapeControls } from './text.js'

/** A query string with the fields that are given, beginning with `?`. */
export function queryOf(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return `?${new URLSearchParams(given)}`
}

/** The name of a resource with its environment, for messages. */
export function resourceText(environment: string, resource: string): string {
  return `${escapeControls(resource)} in ${environment === '' ? 'the empty environment' : `environment ${escapeControls(environment)}`}`
}

/** The error for an answer of a server that refuses: a UsageError if the server says that a name or a flag is wrong. */
export function refusalOf(server: RemoteServer, answer: RemoteAnswer): Error {
  const error = server.refusal(answer)
  return answer.status === 400 ? new UsageError(error.message) : error
}
