interface Told {
  readonly message?: unknown
  readonly requestId?: unknown
  readonly errors?: unknown
}

/** One fault of what was sent: a code of docs/errors.md, where it is, and what to do. */
export interface ApiIssue {
  readonly code: string
  readonly path: string
  readonly message: string
}

/** What a request failed with, in the server's own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 = there was no answer. */
  readonly status: number
  /** What the server's log calls the request by; `undefined` when there was no answer. */
  readonly requestId: string | undefined
  readonly issues: readonly ApiIssue[]

  constructor(
    message: string,
    told: { readonly status: number; readonly requestId?: string | undefined; readonly issues?: readonly ApiIssue[] },
  ) {
    super(message)
    this.status = told.status
    this.requestId = told.requestId
    this.issues = told.issues ?? []
  }
}

const [UNAUTHENTICATED, FORBIDDEN] = [401, 403]

/** Whether a request failed because of the key that it came with; what is forbidden for another reason, as by a license, says so again. */
export function isForItsKey(error: unknown): boolean {
  return error instanceof ApiError && (error.status === UNAUTHENTICATED || error.status === FORBIDDEN)
}

/** Reads an answer that is no success; it may come from a proxy on the way, which knows nothing of our bodies. */
export async function readFailure(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  const told = await readError(response)
  const message = typeof told.message === 'string' ? told.message : `the server answered ${status} ${statusText}`.trim()
  const requestId = typeof told.requestId === 'string' ? told.requestId : response.headers.get('X-Request-ID')
  return new ApiError(message, { status, requestId: requestId ?? undefined, issues: issuesOf(told.errors) })
}

/** For a request that got no answer at all. */
export function noAnswer(): ApiError {
  return new ApiError('the server does not answer; is it running, and is the network there?', { status: 0 })
}

/** For a request that was not sent: the server refused the key, and there is no other one yet. */
export function noKey(): ApiError {
  return new ApiError('not sent: sign in again first', { status: 401 })
}

async function readError(response: Response): Promise<Told> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function issuesOf(errors: unknown): readonly ApiIssue[] {
  return Array.isArray(errors) ? errors.filter(isIssue) : []
}

function isIssue(value: unknown): value is ApiIssue {
  if (typeof value !== 'object' || value === null) return false
  return 'code' in value && 'path' in value && 'message' in value && typeof value.message === 'string'
}
