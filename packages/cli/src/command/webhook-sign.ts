import { randomUUID } from 'node:crypto'
import {
  isRefusal,
  readClaim,
  readHeaders,
  SCHEMES,
  SIGNATURE_SCHEMES,
  type SignatureScheme,
  signDelivery,
  signingKey,
} from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { requireOnePipe, STANDARD_INPUT } from '../read-input.js'
import { curlLine, readWebhookUrl } from '../webhook/curl-line.js'
import { type BodyFile, readBodyFile, readSecretFile } from '../webhook/delivery-files.js'
import {
  type ChosenScheme,
  readScheme,
  readSecondsFlag,
  type SchemeFlags,
  withSchemeOptions,
} from '../webhook/signature-flags.js'

interface SignFlags extends SchemeFlags {
  readonly secretFile: string
  readonly timestamp?: string
  readonly id?: string
  /** The URL of the webhook. If it is given, a curl command is printed instead of the headers. */
  readonly curl?: string
}

const SCHEMES_WITH_TIME = SIGNATURE_SCHEMES.filter((scheme) => SCHEMES[scheme].timeHeader !== undefined)
const SCHEMES_WITH_ID = SIGNATURE_SCHEMES.filter((scheme) => SCHEMES[scheme].idHeader !== undefined)

/** Adds `opsgraph webhook sign`. */
export function addWebhookSign(webhook: Command, ports: Ports): void {
  withSchemeOptions(
    webhook.command('sign').description('print the signature headers of a delivery to a webhook'),
    SIGNATURE_SCHEMES,
  )
    .option(
      '--timestamp <seconds>',
      `the time of sending, for ${SCHEMES_WITH_TIME.join(' and ')}: seconds since 1970 (default: now)`,
    )
    .option('--id <id>', `the id of the delivery, for ${SCHEMES_WITH_ID.join(' and ')} (default: a new id)`)
    .option('--curl <url>', 'print a curl command that sends the file to this webhook')
    .addHelpText(
      'after',
      `
The headers are ready for curl: opsgraph webhook sign ... FILE | curl -H @- --data-binary @FILE URL

Exit status: 0 = signed, 1 = a file cannot be read or holds no secret, 2 = a wrong command line`,
    )
    .action(async (path: string, flags: SignFlags) => await signFile(path, flags, ports))
}

/**
 * Prints the signature headers of a delivery to a webhook, or a curl command that sends the delivery with these
 * headers.
 *
 * @throws UsageError if the flags contradict each other
 * @throws StartError if a file cannot be read
 */
async function signFile(path: string, flags: SignFlags, ports: Ports): Promise<void> {
  if (flags.scheme === 'static') throw new UsageError(UNSIGNED_FAULT)
  const chosen = readScheme(flags, SIGNATURE_SCHEMES)
  refuseUnsigned(chosen.scheme, flags)
  const seconds = secondsOfTimestamp(flags, ports)
  const url = flags.curl === undefined ? undefined : readCurlUrl(flags.curl, path)
  requireOnePipe([path, flags.secretFile])
  const secret = await readSecretFile(flags.secretFile, chosen.scheme, ports)
  const body = await readBodyFile(path, ports)
  const headers = signMessage(chosen, secret, { body, seconds, id: flags.id ?? `msg_${randomUUID()}` })
  if (url !== undefined) ports.print(curlLine({ url, headers, body: body.bytes, path }))
  else for (const [name, value] of headers) ports.print(`${name}: ${value}`)
}

const UNSIGNED_FAULT =
  'the scheme static has no signature, its sender sends the secret: put the line "NAME: SECRET" into a file, and send it with curl -H @FILE'

/** Refuses values that the scheme does not sign, because the user would assume that the signature protects them. */
function refuseUnsigned(scheme: SignatureScheme, { timestamp, id }: SignFlags): void {
  const { idHeader, timeHeader } = SCHEMES[scheme]
  if (id !== undefined && idHeader === undefined) throw new UsageError(`--id: the scheme ${scheme} has no id`)
  if (timestamp !== undefined && timeHeader === undefined) {
    throw new UsageError(`--timestamp: the scheme ${scheme} does not sign the time`)
  }
}

function secondsOfTimestamp({ timestamp }: SignFlags, { clock }: Pick<Ports, 'clock'>): number {
  return timestamp === undefined ? Math.floor(clock().getTime() / 1_000) : readSecondsFlag('--timestamp', timestamp)
}

function readCurlUrl(text: string, path: string): string {
  if (path === STANDARD_INPUT) throw new UsageError('--curl needs a file, which the curl command reads again')
  if (/\p{Cc}/u.test(path)) throw new UsageError('--curl needs a file without control characters in its name')
  return readWebhookUrl('--curl', text)
}

interface MessageToSign {
  readonly body: BodyFile
  readonly seconds: number
  readonly id: string
}

function signMessage(
  signing: ChosenScheme<SignatureScheme>,
  secret: string,
  { body, seconds, id }: MessageToSign,
): readonly [string, string][] {
  const key = signingKey(signing.scheme, secret)
  if (key === undefined) throw new Error('a secret that was read has a key')
  const headers = signDelivery(signing, { body: body.bytes, seconds, id }, key)
  // Verifies the headers as a receiver would, so that the command never prints headers that a receiver would refuse.
  const claim = readClaim(signing, readHeaders(headers.flat()), new Date(seconds * 1_000).toISOString())
  if (isRefusal(claim)) throw new UsageError(`--id: ${claim.reason}, which is up to 255 visible ASCII characters`)
  return headers
}
