import {
  authenticateDelivery,
  type Credentials,
  HEADER_SCHEMES,
  type HeaderScheme,
  isRefusal,
  type OpenedAuth,
  type Refusal,
  signingKey,
} from '@opsgraph/core'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { painter, printable } from '../text.js'
import { type BodyFile, readBodyFile } from '../webhook/body-file.js'
import { nearMisses } from '../webhook/near-miss.js'
import { type ChosenScheme, readScheme, type SchemeFlags } from '../webhook/scheme-flags.js'
import { readMoment } from '../webhook/seconds.js'
import { readSecretFile } from '../webhook/secret-file.js'
import { headerPath, readSentHeaders } from '../webhook/sent-headers.js'

export interface VerifyFlags extends SchemeFlags {
  readonly secretFile: string
  /** Headers, or files of them. */
  readonly header: readonly string[]
  /** When the delivery was received; now unless given. */
  readonly receivedAt?: string
}

const VERIFY_STATUS = { valid: 0, invalid: 1 } as const

/**
 * Tells whether a webhook with this secret would let a delivery in, and why not.
 *
 * @throws UsageError when the flags do not go together
 * @throws StartError when a file cannot be read
 */
export async function verifyFile(path: string, flags: VerifyFlags, ports: Ports): Promise<void> {
  const chosen = readScheme(flags, HEADER_SCHEMES)
  requireHiddenSecret(chosen, flags.header)
  requireOnePipe([path, flags.secretFile, ...flags.header.map(headerPath)], UsageError)
  const now =
    flags.receivedAt === undefined ? ports.clock().toISOString() : readMoment('--received-at', flags.receivedAt)
  const secret = await readSecretFile(flags.secretFile, chosen.scheme, ports)
  const headers = await readSentHeaders(flags.header, ports)
  const body = await readBodyFile(path, ports)
  const credentials = { headers, body: body.bytes, now, apiKey: undefined }
  const judged = authenticateDelivery(authOf(chosen, secret), credentials)
  for (const line of linesFor(judged, { chosen, secret, body, credentials, flags }, ports)) ports.print(line)
  ports.exit(isRefusal(judged) ? VERIFY_STATUS.invalid : VERIFY_STATUS.valid)
}

/** In the scheme `static` the header may be the secret, and others can see what is on a command line. */
function requireHiddenSecret({ scheme, headerName }: ChosenScheme<HeaderScheme>, headers: readonly string[]): void {
  const isOpen = headers.some((header) => header.toLowerCase().startsWith(`${headerName.toLowerCase()}:`))
  if (scheme !== 'static' || !isOpen) return
  throw new UsageError(
    `the header ${headerName} is the secret, which others can see on a command line: put the line into a file, and say --header @FILE`,
  )
}

interface Tried {
  readonly chosen: ChosenScheme<HeaderScheme>
  readonly secret: string
  readonly body: BodyFile
  readonly credentials: Credentials
  readonly flags: VerifyFlags
}

/** What the server would check with, made of the secret itself. */
function authOf(
  { scheme, headerName }: ChosenScheme<HeaderScheme>,
  secret: string,
  key = keyOf(scheme, secret),
): OpenedAuth {
  const opened = { which: 'secret', expires: undefined } as const
  const common = { mode: 'header', headerName, isStale: false } as const
  if (scheme !== 'static') return { ...common, scheme, secrets: [{ ...opened, key }] }
  return { ...common, scheme, secrets: [{ ...opened, key: (candidate) => candidate === secret }] }
}

function keyOf(scheme: HeaderScheme, secret: string): Uint8Array {
  const key = scheme === 'static' ? undefined : signingKey(scheme, secret)
  return key ?? new Uint8Array()
}

function linesFor(judged: object, tried: Tried, { terminal }: Pick<Ports, 'terminal'>): readonly string[] {
  const paint = painter(terminal.isColored)
  const { chosen, body } = tried
  if (isRefusal(judged)) {
    const hint = hintOf(judged, tried)
    return [`${paint('red', 'not valid')}: ${printable(judged.reason)}`, ...(hint === undefined ? [] : [`  ${hint}`])]
  }
  const what =
    chosen.scheme === 'static'
      ? `the header ${chosen.headerName} is the secret`
      : `the signature is that of ${printable(body.name)} with this secret`
  return [`${paint('green', 'valid')}: ${what}`]
}

function hintOf({ message }: Refusal, tried: Tried): string | undefined {
  const { chosen, secret, body, credentials, flags } = tried
  if (message === 'invalid timestamp' && flags.receivedAt === undefined) {
    return 'of a delivery that was received earlier, say when: --received-at'
  }
  if (message !== 'invalid signature' || chosen.scheme === 'static') return undefined
  const { scheme } = chosen
  const near = nearMisses({ scheme, secret, body: body.bytes, key: keyOf(scheme, secret) }).find(
    (miss) => !isRefusal(authenticateDelivery(authOf(chosen, secret, miss.key), { ...credentials, body: miss.body })),
  )
  return near === undefined ? undefined : `it is that of ${near.told}`
}
