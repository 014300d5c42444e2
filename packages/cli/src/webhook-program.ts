import { HEADER_SCHEMES, type HeaderScheme, SCHEMES, SIGNATURE_SCHEMES } from '@opsgraph/core'
import type { Command } from 'commander'
import { showPresets } from './command/webhook-presets.js'
import { type SignFlags, signFile } from './command/webhook-sign.js'
import { testWebhook, type WebhookTestFlags } from './command/webhook-test.js'
import { type VerifyFlags, verifyFile } from './command/webhook-verify.js'
import type { Ports } from './ports.js'

/** Adds `opsgraph webhook`. */
export function addWebhook(program: Command, ports: Ports): void {
  const webhook = program.command('webhook').description('try out webhooks without a server')
  addTest(webhook, ports)
  addPresets(webhook, ports)
  addSign(webhook, ports)
  addVerify(webhook, ports)
}

function addTest(webhook: Command, ports: Ports): void {
  webhook
    .command('test')
    .description('tell which alerts a webhook would make of a payload, and where each of their fields comes from')
    .option('--config <file>', 'what POST /api/webhook_config takes, or GET answers; - = standard input')
    .option('--preset <name>', 'this preset in place of a file')
    .requiredOption('--payload <file>', 'what a tool sends; - = standard input')
    .option('--json', 'print what POST /api/webhook_config/test answers')
    .addHelpText(
      'after',
      `
Who sends the payload is not looked at: "opsgraph webhook verify" does that.

Exit status: 0 = alerts would be created, 1 = none would, or a file is invalid, 2 = a wrong command line`,
    )
    .action(async (flags: WebhookTestFlags) => await testWebhook(flags, ports))
}

function addPresets(webhook: Command, ports: Ports): void {
  webhook
    .command('presets')
    .description('list the ready webhook configs, or print one as JSON for POST /api/webhook_config')
    .argument('[name]', 'which one; what to set up at the tool is told on stderr')
    .action((name: string | undefined) => showPresets(name, ports))
}

const SECRET_FILE = [
  '--secret-file <file>',
  'holds the secret and nothing else; a newline at its end is not part of it; - = standard input',
] as const
const BODY = 'the body, taken byte for byte; - = standard input'

const SIGNERS_OF_TIME = SIGNATURE_SCHEMES.filter((scheme) => SCHEMES[scheme].timeHeader !== undefined)
const SIGNERS_OF_ID = SIGNATURE_SCHEMES.filter((scheme) => SCHEMES[scheme].idHeader !== undefined)

function choosesHeader(scheme: HeaderScheme): boolean {
  return SCHEMES[scheme].header === undefined
}

function named(schemes: readonly HeaderScheme[]): string {
  return `the ${schemes.length === 1 ? 'scheme' : 'schemes'} ${schemes.join(' and ')}`
}

function addSign(webhook: Command, ports: Ports): void {
  webhook
    .command('sign')
    .description('print the headers that prove a delivery to a webhook')
    .argument('<file>', BODY)
    .requiredOption('--scheme <scheme>', `the authHeaderScheme of the webhook, one of ${SIGNATURE_SCHEMES.join(', ')}`)
    .requiredOption(...SECRET_FILE)
    .option(
      '--header-name <name>',
      `the authHeaderName of the webhook, for ${named(SIGNATURE_SCHEMES.filter(choosesHeader))}`,
    )
    .option(
      '--timestamp <seconds>',
      `when it is sent, for ${SIGNERS_OF_TIME.join(' and ')}: seconds since 1970 (default: now)`,
    )
    .option('--id <id>', `what the delivery is called, for ${SIGNERS_OF_ID.join(' and ')} (default: a new id)`)
    .option('--curl <url>', 'print a line of curl that sends the file to this webhook')
    .addHelpText(
      'after',
      `
The headers are ready for curl: opsgraph webhook sign ... FILE | curl -H @- --data-binary @FILE URL

Exit status: 0 = signed, 1 = a file cannot be read or holds no secret, 2 = a wrong command line`,
    )
    .action(async (path: string, flags: SignFlags) => await signFile(path, flags, ports))
}

function addVerify(webhook: Command, ports: Ports): void {
  webhook
    .command('verify')
    .description('tell whether a webhook would let a delivery in, or why not')
    .argument('<file>', BODY)
    .requiredOption('--scheme <scheme>', `the authHeaderScheme of the webhook, one of ${HEADER_SCHEMES.join(', ')}`)
    .requiredOption(...SECRET_FILE)
    .option(
      '--header-name <name>',
      `the authHeaderName of the webhook, for ${named(HEADER_SCHEMES.filter(choosesHeader))}`,
    )
    .option('--header <header>', "a header that was sent, 'Name: value'; @FILE = one on each line. Repeatable", add)
    .option('--received-at <time>', 'when it was received: seconds since 1970, or ISO 8601 (default: now)')
    .addHelpText('after', '\nExit status: 0 = valid, 1 = not valid, or a file cannot be read, 2 = a wrong command line')
    .action(async (path: string, flags: VerifyFlags) => await verifyFile(path, flags, ports))
}

function add(header: string, headers: readonly string[] = []): readonly string[] {
  return [...headers, header]
}
