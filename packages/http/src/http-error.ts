/** An error that only HTTP has, such as 405. Every other expected error is an OpsgraphError. */
export class HttpError extends Error {
  override readonly name = 'HttpError'

  constructor(
    readonly status: number,
    message: string,
    /** Additional headers of the answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

export function methodNotAllowed(method: string, allowed: string): HttpError {
  return new HttpError(405, `the method ${method} is not allowed here; allowed: ${allowed}`, { Allow: allowed })
}

export function expectationFailed(): HttpError {
  return new HttpError(417, 'the header Expect may only say 100-continue')
}

export function unsupportedEncoding(encoding: string): HttpError {
  return new HttpError(415, `Content-Encoding ${encoding} is not supported: send the body uncompressed`, {
    'Accept-Encoding': 'identity',
  })
}

export function bodyAlreadyRead(): HttpError {
  return new HttpError(500, 'the body was read before it reached opsgraph: mount opsgraph before any body parser')
}
