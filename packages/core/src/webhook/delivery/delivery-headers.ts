/** The headers of a delivery by their name in lower case, with every value that was sent. */
export type DeliveryHeaders = ReadonlyMap<string, readonly string[]>

/** @param raw names and values in turn, as in node's `rawHeaders`: there no repeated header is lost */
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

/** Why a delivery is not let in. Neither text holds anything of a secret or a signature. */
export interface Refusal {
  /** For the sender: short. */
  readonly message: string
  /** For the errorHistory: what to look at. */
  readonly reason: string
}

/** The one value of a header. A repeated one is refused: the sender's proxy and this server could read different ones. */
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
