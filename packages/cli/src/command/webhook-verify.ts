import { HEADER_SCHEMES, type HeaderScheme, type Refusal } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { createPaint, escapeControlCharacters } from '../text.js'
import { type CheckedDelivery, findNearMiss, findRefusal } from '../webhook/check-delivery.js'
import { headerPath, readBodyFile, readSecretFile, readSentHeaders } from '../webhook/delivery-files.js'
import {
  type ChosenScheme,
  readScheme,
  readTimeFlag,
  type SchemeFlags,
  withSchemeOptions,
} from '../webhook/signature-flags.js'

interface VerifyFlags extends SchemeFlags {
  readonly secretFile: string
  /** Each item is a header of the delivery, or `@` and the path of a file with headers. */
  readonly header?: readonly string[]
  /** The time when the delivery was received; default: now. */
  readonly receivedAt?: string
}

const VERIFY_EXIT_STATUS = { valid: 0, invalid: 1 } as const

/** Adds `opsgraph webhook verify`. */
export function addWebhookVerify(webhook: Command, ports: Ports): void {
  withSchemeOptions(
    webhook
      .command('verify')
      .description('check whether a webhook would accept a delivery, and show the reason if not'),
    HEADER_SCHEMES,
  )
    .option(
      '--header <header>',
      "a header of the delivery, 'Name: value'; @FILE = one per line. Repeatable",
      collectHeader,
    )
    .option('--received-at <time>', 'the time of reception: seconds since 1970, or ISO 8601 (default: now)')
    .addHelpText('after', '\nExit status: 0 = valid, 1 = not valid, or a file cannot be read, 2 = a wrong command line')
    .action(async (path: string, flags: VerifyFlags) => await verifyFile(path, flags, ports))
}

function collectHeader(header: string, headers: readonly string[] = []): readonly string[] {
  return [...headers, header]
}

/**
 * Shows whether a webhook with the secret in `--secret-file` would accept a delivery, or why not.
 *
 * @throws UsageError if the flags contradict each other
 * @throws StartError if a file cannot be read
 */
async function verifyFile(path: string, flags: VerifyFlags, ports: Ports): Promise<void> {
  const chosen = readScheme(flags, HEADER_SCHEMES)
  const sent = flags.header ?? []
  requireHiddenSecret(chosen, sent)
  requireOnePipe([path, flags.secretFile, ...sent.map(headerPath)])
  const now =
    flags.receivedAt === undefined ? ports.clock().toISOString() : readTimeFlag('--received-at', flags.receivedAt)
  const secret = await readSecretFile(flags.secretFile, chosen.scheme, ports)
  const headers = await readSentHeaders(sent, ports)
  const body = await readBodyFile(path, ports)
  const delivery = { ...chosen, secret, headers, body: body.bytes, now }
  const refusal = findRefusal(delivery)
  const lines = refusal === undefined ? [validLine(chosen, body.name, ports)] : refusedLines(refusal, delivery, ports)
  for (const line of lines) ports.print(line)
  const isLate = refusal?.message === 'invalid timestamp' && flags.receivedAt === undefined
  if (isLate) ports.print('  for a delivery that was received earlier, pass its time with --received-at')
  ports.exit(refusal === undefined ? VERIFY_EXIT_STATUS.valid : VERIFY_EXIT_STATUS.invalid)
}

/**
 * Refuses a header of the scheme `static` on the command line, because it contains the secret, and other users of the
 * machine can see command lines.
 */
function requireHiddenSecret({ scheme, headerName }: ChosenScheme<HeaderScheme>, headers: readonly string[]): void {
  const isOpen = headers.some((header) => header.toLowerCase().startsWith(`${headerName.toLowerCase()}:`))
  if (scheme !== 'static' || !isOpen) return
  throw new UsageError(
    `the header ${headerName} carries the secret, which others can see on a command line: put the line into a file, and pass --header @FILE`,
  )
}

function validLine(
  { scheme, headerName }: ChosenScheme<HeaderScheme>,
  file: string,
  { terminal }: Pick<Ports, 'terminal'>,
): string {
  const signed = `the signature matches ${escapeControlCharacters(file)} and this secret`
  const reason = scheme === 'static' ? `the header ${headerName} is the secret` : signed
  return `${createPaint(terminal.isColored)('green', 'valid')}: ${reason}`
}

function refusedLines(
  { message, reason }: Refusal,
  delivery: CheckedDelivery,
  { terminal }: Pick<Ports, 'terminal'>,
): readonly string[] {
  const near = message === 'invalid signature' ? findNearMiss(delivery) : undefined
  const result = `${createPaint(terminal.isColored)('red', 'not valid')}: ${escapeControlCharacters(reason)}`
  return near === undefined ? [result] : [result, `  it matches ${near}`]
}
