import type { SignatureScheme } from '@opsgraph/core'

/** A body and a key that somebody may have signed with by mistake. */
export interface NearMiss {
  readonly body: Uint8Array
  readonly key: Uint8Array
  /** Completes: it is the signature of … */
  readonly told: string
}

interface Signed {
  readonly scheme: SignatureScheme
  readonly body: Uint8Array
  readonly secret: string
  readonly key: Uint8Array
}

/** What goes wrong most between a sender and a file, each to be tried where a signature does not fit. */
export function nearMisses({ scheme, body, secret, key }: Signed): readonly NearMiss[] {
  return [
    ...otherBodies(body).map((miss) => ({ ...miss, key })),
    ...otherKeys(scheme, secret).map((miss) => ({ ...miss, body })),
  ]
}

function otherBodies(body: Uint8Array): readonly Omit<NearMiss, 'key'>[] {
  // One character for each byte, so that no byte changes on the way.
  const text = Buffer.from(body).toString('latin1')
  const withoutEnd = text.replace(/\r?\n$/, '')
  const others: readonly (readonly [string, string])[] = [
    [withoutEnd, 'the file without the newline at its end, which was added after it was signed'],
    [`${text}\n`, 'the file with a newline at its end, which was lost after it was signed'],
    [text.replaceAll('\r\n', '\n'), 'the file with other ends of lines: CR LF was LF when it was signed'],
    [text.replace(/\r?\n/g, '\r\n'), 'the file with other ends of lines: LF was CR LF when it was signed'],
    [compact(withoutEnd), 'the same JSON without spaces: the file was written anew after it was signed'],
  ]
  return others
    .filter(([other]) => other !== text)
    .map(([other, told]) => ({ body: Buffer.from(other, 'latin1'), told }))
}

/** The JSON without spaces between its parts; as it is when it is none. */
function compact(latin1: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(latin1, 'latin1').toString('utf8'))
    return Buffer.from(JSON.stringify(value)).toString('latin1')
  } catch {
    return latin1
  }
}

function otherKeys(scheme: SignatureScheme, secret: string): readonly Omit<NearMiss, 'body'>[] {
  if (scheme === 'standard') {
    const told = 'the file with the secret as a text: the sender must decode the base64 behind whsec_'
    return [
      { key: Buffer.from(secret), told },
      { key: Buffer.from(secret.replace(/^whsec_/, '')), told },
    ]
  }
  return [
    {
      key: Buffer.from(`${secret}\n`),
      told: 'the file with a newline at the end of the secret: the sender has one too many',
    },
    { key: Buffer.from(secret.trim()), told: 'the file with the secret without the white space around it' },
  ]
}
