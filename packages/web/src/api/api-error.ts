import type { IssueSubject } from '@opsgraph/core'

/** One fault of the request: its code (docs/errors.md), the path of the faulty field, and what to do. */
export interface ApiIssue {
  readonly code: string
  readonly path: string
  readonly message: string
  readonly subject?: IssueSubject
}

/** The error of a request that failed, with the message of the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status of the answer; 0 if there was no answer. */
  readonly status: number
  /** The id of the request in the log of the server; `undefined` if there was no answer. */
  readonly requestId: string | undefined
  readonly issues: readonly ApiIssue[]
  /** Whether the console has given up the request because the answer took too long. */
  readonly isGivenUp: boolean

  constructor(
    message: string,
    details: {
      readonly status: number
      readonly requestId?: string | undefined
      readonly issues?: readonly ApiIssue[]
      readonly isGivenUp?: boolean
    },
  ) {
    super(message)
    this.status = details.status
    this.requestId = details.requestId
    this.issues = details.issues ?? []
    this.isGivenUp = details.isGivenUp ?? false
  }
}

/**
 * Returns the error without its issues, for a page that shows the issues elsewhere, or that does not need them because
 * the message says the same.
 */
export function removeIssues({ message, status, requestId }: ApiError): ApiError {
  return new ApiError(message, { status, requestId })
}

/**
 * Whether the server answered 403: the API key lacks a scope, or another rule, such as the license, forbids the action.
 */
export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403
}

/**
 * Whether a request may have failed because of its API key. If the result is `true`, another key may help, but may also
 * fail.
 */
export function isKeyError(error: unknown): boolean {
  return isForbidden(error) || (error instanceof ApiError && error.status === 401)
}

/**
 * Reads an answer with an error status. The answer may come from a proxy instead of the server, so its body may have
 * any form.
 */
export async function readFailure(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response
  const body: unknown = await response.json().catch(() => undefined)
  const { message, requestId, errors }: Readonly<Record<string, unknown>> = { ...Object(body) }
  const text = typeof message === 'string' ? message : `the server answered ${status} ${statusText}`.trim()
  const id = typeof requestId === 'string' ? requestId : (headers.get('X-Request-ID') ?? undefined)
  return new ApiError(text, { status, requestId: id, issues: Array.isArray(errors) ? errors.filter(isIssue) : [] })
}

/** Creates the error of a request that got no answer. */
export function createNoAnswerError(): ApiError {
  return new ApiError('the server does not answer; check that it is running and that the network works', { status: 0 })
}

/**
 * Creates the error of a request that was given up because the answer took too long.
 *
 * @param limit the time that the console has waited, in milliseconds
 */
export function createTimeoutError(limit: number, method: string): ApiError {
  const message = `the server has not answered within ${limit / 1_000} s, so the request was given up`
  const advice =
    method === 'GET'
      ? 'check that the server is not overloaded'
      : 'the server may still carry it out: look at the result before you try again'
  return new ApiError(`${message}; ${advice}`, { status: 0, isGivenUp: true })
}

/**
 * Creates the error of a request that was not sent, because the server has refused the key and the user has not entered
 * another one yet.
 */
export function createNoKeyError(): ApiError {
  return new ApiError('not sent: sign in again first', { status: 401 })
}

function isIssue(value: unknown): value is ApiIssue {
  if (typeof value !== 'object' || value === null) return false
  return 'code' in value && 'path' in value && 'message' in value && typeof value.message === 'string'
}
