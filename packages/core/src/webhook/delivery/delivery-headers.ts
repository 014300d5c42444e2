/** The headers of a delivery: for each name, in lower case, all values that were sent. */
export type DeliveryHeaders = ReadonlyMap<string, readonly string[]>

/**
 * Groups the values of headers by name.
 *
 * @param raw a name, its value, the next name, its value, and so on, as in Node's `rawHeaders`. A name may occur
 *   several times
 */
export function readHeaders(raw: readonly string[]): DeliveryHeaders {
  const headers = new Map<string, string[]>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const values = headers.get(name) ?? []
    values.push(raw[at + 1] ?? '')
    headers.set(name, values)
  }
  return headers
}

/** Why a delivery is refused, in two texts. Neither of them contains any part of a secret or a signature. */
export interface Refusal {
  /** A short text for the sender. */
  readonly message: string
  /** A text with details for the operator, for the errorHistory. */
  readonly reason: string
}

/**
 * Returns the value of a header that was sent exactly once. A repeated header is refused, because a proxy could use one
 * of its values and this server could use another value.
 */
export function singleHeader(headers: DeliveryHeaders, name: string): { readonly value: string } | Refusal {
  const values = headers.get(name.toLowerCase()) ?? []
  const [value] = values
  if (value === undefined) return { message: 'missing header', reason: `the header ${name} is missing` }
  if (values.length === 1) return { value }
  return { message: 'invalid header', reason: `the header ${name} was sent ${values.length} times` }
}

export function isRefusal(answer: object): answer is Refusal {
  return 'reason' in answer
}
