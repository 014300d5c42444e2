import { UsageError } from './faults.js'
import type { RemoteAnswer, RemoteServer } from './remote-server.js'
import { escapeControlCharacters } from './text.js'

/** Formats the fields that are not `undefined` as a query string with `?`. */
export function toQuery(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return `?${new URLSearchParams(given)}`
}

/** Formats an environment for messages. */
export function environmentText(environment: string): string {
  return environment === '' ? 'the empty environment' : `environment ${escapeControlCharacters(environment)}`
}

/** Formats a resource and its environment for messages. */
export function resourceText(environment: string, resource: string): string {
  return `${escapeControlCharacters(resource)} in ${environmentText(environment)}`
}

/**
 * Creates the error for an answer that refuses a request: a UsageError if the status is 400, because a name or a flag
 * is wrong; otherwise a StartError.
 */
export function toRefusalError(server: RemoteServer, answer: RemoteAnswer): Error {
  const error = server.refusal(answer)
  return answer.status === 400 ? new UsageError(error.message) : error
}
