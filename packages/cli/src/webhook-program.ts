import { HEADER_SCHEMES, type HeaderScheme, SCHEMES, SIGNATURE_SCHEMES } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { showPresets } from './command/webhook-presets.js'
import { type SignFlags, signFile } from './command/webhook-sign.js'
import { type SuggestFlags, suggestFor } from './command/webhook-suggest.js'
import { testWebhook, type WebhookTestFlags } from './command/webhook-test.js'
import { type VerifyFlags, verifyFile } from './command/webhook-verify.js'
import type { Ports } from './ports.js'

/** Adds the command group `opsgraph webhook`. */
export function addWebhook(program: Command, ports: Ports): void {
  const webhook = program.command('webhook').description('try out webhooks without a server')
  addTest(webhook, ports)
  addPresets(webhook, ports)
  addSuggest(webhook, ports)
  addSign(webhook, ports)
  addVerify(webhook, ports)
}

function addTest(webhook: Command, ports: Ports): void {
  webhook
    .command('test')
    .description(
      'show which alerts a webhook would create from a payload, the source of each field, and how the alert policies change the alerts',
    )
    .option(
      '--config <file>',
      'a body of POST /api/webhook_config, or an answer of GET, with its alert policies; - = standard input',
    )
    .option('--preset <name>', 'use this preset and its alert policies instead of a file')
    .requiredOption('--payload <file>', 'the payload of a tool; - = standard input')
    .option(
      '--policy <file>',
      'also run these alert policies: a body of POST /api/alert_policy, a list of them, or an answer of GET; - = standard input',
    )
    .option('--json', 'print the answer of POST /api/webhook_config/test')
    .addHelpText(
      'after',
      `
The sender of the payload is not checked; "opsgraph webhook verify" does that.

Exit status: 0 = alerts would be created, 1 = no alert would be created, or a file is invalid, 2 = a wrong command line`,
    )
    .action(async (flags: WebhookTestFlags) => await testWebhook(flags, ports))
}

function addPresets(webhook: Command, ports: Ports): void {
  webhook
    .command('presets')
    .description(
      'list the presets for common tools, or print one with its alert policies as JSON for POST /api/webhook_config',
    )
    .argument('[name]', 'the preset to print; instructions for the tool go to stderr')
    .action((name: string | undefined) => showPresets(name, ports))
}

function addSuggest(webhook: Command, ports: Ports): void {
  webhook
    .command('suggest')
    .description('suggest a webhook config with its alert policies for the payloads of a tool that has no preset')
    .argument('<files...>', 'payloads of the tool, best also one for the end of a problem; - = standard input')
    .option('--form', 'the payloads are forms')
    .addHelpText('after', '\nExit status: 0 = suggested, 1 = a file cannot be read, 2 = a wrong command line')
    .action(async (files: readonly string[], flags: SuggestFlags) => await suggestFor(files, flags, ports))
}

const SECRET_FILE = [
  '--secret-file <file>',
  'a file that holds only the secret; a newline at its end is ignored; - = standard input',
] as const
const BODY = 'the file with the exact bytes of the body; - = standard input'

const SIGNERS_OF_TIME = SIGNATURE_SCHEMES.filter((scheme) => SCHEMES[scheme].timeHeader !== undefined)
const SIGNERS_OF_ID = SIGNATURE_SCHEMES.filter((scheme) => SCHEMES[scheme].idHeader !== undefined)

function hasCustomHeader(scheme: HeaderScheme): boolean {
  return SCHEMES[scheme].header === undefined
}

function schemesText(schemes: readonly HeaderScheme[]): string {
  return `the ${schemes.length === 1 ? 'scheme' : 'schemes'} ${new Intl.ListFormat('en').format(schemes)}`
}

function addSign(webhook: Command, ports: Ports): void {
  webhook
    .command('sign')
    .description('print the signature headers of a delivery to a webhook')
    .argument('<file>', BODY)
    .requiredOption('--scheme <scheme>', `the authHeaderScheme of the webhook, one of ${SIGNATURE_SCHEMES.join(', ')}`)
    .requiredOption(...SECRET_FILE)
    .option(
      '--header-name <name>',
      `the authHeaderName of the webhook, for ${schemesText(SIGNATURE_SCHEMES.filter(hasCustomHeader))}`,
    )
    .option(
      '--timestamp <seconds>',
      `the time of sending, for ${SIGNERS_OF_TIME.join(' and ')}: seconds since 1970 (default: now)`,
    )
    .option('--id <id>', `the id of the delivery, for ${SIGNERS_OF_ID.join(' and ')} (default: a new id)`)
    .option('--curl <url>', 'print a curl command that sends the file to this webhook')
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
    .description('check whether a webhook would accept a delivery, and show the reason if not')
    .argument('<file>', BODY)
    .requiredOption('--scheme <scheme>', `the authHeaderScheme of the webhook, one of ${HEADER_SCHEMES.join(', ')}`)
    .requiredOption(...SECRET_FILE)
    .option(
      '--header-name <name>',
      `the authHeaderName of the webhook, for ${schemesText(HEADER_SCHEMES.filter(hasCustomHeader))}`,
    )
    .option('--header <header>', "a header of the delivery, 'Name: value'; @FILE = one per line. Repeatable", add)
    .option('--received-at <time>', 'the time of reception: seconds since 1970, or ISO 8601 (default: now)')
    .addHelpText('after', '\nExit status: 0 = valid, 1 = not valid, or a file cannot be read, 2 = a wrong command line')
    .action(async (path: string, flags: VerifyFlags) => await verifyFile(path, flags, ports))
}

function add(header: string, headers: readonly string[] = []): readonly string[] {
  return [...headers, header]
}
