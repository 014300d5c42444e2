import { session } from '../session/session.js'
import { type ApiError, givenUp, noAnswer, noKey, readFailure } from './api-error.js'
import { UPLOAD_LIMIT } from './fetch-in-time.js'

interface SentFile {
  /** The path relative to the address of the console, without a leading slash. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly file: File
  readonly signal: AbortSignal
  /**
   * Called with a number from 0 (nothing is sent) to 1 (the whole file is sent). At 1 the server begins to process the
   * file.
   */
  readonly onProgress: (share: number) => void
}

/**
 * Posts a file as form data. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 *
 * @returns the body of the answer
 * @throws ApiError if the answer is not a success; the reason of `signal` if the request was aborted
 */
export function sendFile({ path, query, file, signal, onProgress }: SentFile): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { key, isRefused } = session.current()
    // The server has refused the key, so do not send the file. The user starts the upload again after entering another
    // key.
    if (isRefused) throw noKey()
    const form = new FormData()
    form.append('file', file)
    const request = new XMLHttpRequest()
    request.open('POST', `${path}?${new URLSearchParams(query)}`)
    if (key !== undefined) request.setRequestHeader('Authorization', `Key ${key}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.upload.onload = () => onProgress(1)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText))
      else failureOf(request, key).then(reject, reject)
    }
    request.timeout = UPLOAD_LIMIT
    request.onerror = () => reject(noAnswer())
    request.ontimeout = () => reject(givenUp(UPLOAD_LIMIT, 'POST'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) reject(signal.reason)
    else request.send(form)
  })
}

async function failureOf(request: XMLHttpRequest, key: string | undefined): Promise<ApiError> {
  if (request.status === 401) session.refuse(key)
  const headers: Record<string, string> = {}
  const requestId = request.getResponseHeader('X-Request-ID')
  if (requestId !== null) headers['X-Request-ID'] = requestId
  const { status, statusText } = request
  return await readFailure(new Response(request.responseText, { status, statusText, headers }))
}
