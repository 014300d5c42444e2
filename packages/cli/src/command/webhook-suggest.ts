import { suggestWebhook } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { readPayloadFile } from '../webhook/delivery-files.js'
import { isRefused } from '../webhook/refused-file.js'

interface SuggestFlags {
  /** Whether the payloads are forms. */
  readonly form?: boolean
}

/** Adds `opsgraph webhook suggest`. */
export function addWebhookSuggest(webhook: Command, ports: Ports): void {
  webhook
    .command('suggest')
    .description('suggest a webhook config with its alert policies for the payloads of a tool that has no preset')
    .argument('<files...>', 'payloads of the tool, best also one for the end of a problem; - = standard input')
    .option('--form', 'the payloads are forms')
    .addHelpText('after', '\nExit status: 0 = suggested, 1 = a file cannot be read, 2 = a wrong command line')
    .action(async (files: readonly string[], flags: SuggestFlags) => await suggestForFiles(files, flags, ports))
}

/**
 * Suggests a webhook for the payloads of one tool. Prints the suggested webhook config with its alert policies to
 * stdout, as a body of POST /api/webhook_config, and the path that was found for each field of an alert to stderr.
 *
 * @throws StartError if a file cannot be read, or is not a payload
 */
async function suggestForFiles(paths: readonly string[], flags: SuggestFlags, ports: Ports): Promise<void> {
  requireOnePipe(paths)
  const payloadFormat = flags.form === true ? 'form' : 'json'
  const payloads = []
  for (const path of paths) {
    const sent = await readPayloadFile(path, payloadFormat, ports)
    if (isRefused(sent)) throw new StartError(`${sent.name}: ${sent.refusal.message}`)
    payloads.push(sent.payload)
  }
  const { config, policies, found } = suggestWebhook(payloads)
  const format = flags.form === true ? { payloadFormat } : {}
  ports.print(JSON.stringify({ id: 'suggested', ...config, ...format, policies }, undefined, 2))
  for (const { field, path, example } of found) ports.note(`${field} = ${path}, for example ${JSON.stringify(example)}`)
  for (const note of describeGaps(found)) ports.note(note)
  ports.note('check the suggestion: opsgraph webhook test --config FILE --payload FILE')
  ports.note('then send it to POST /api/webhook_config, which also creates its alert policies')
}

/** Says for which fields no path was found, and what that means for the alerts. */
function describeGaps(found: ReturnType<typeof suggestWebhook>['found']): readonly string[] {
  const isFound = (field: string) => found.some((each) => each.field === field)
  const closing = isFound('severity')
    ? ', so only a severity such as ok closes an alert'
    : ', so nothing closes the alerts when their problem is over'
  const textPath = found.find(({ field }) => field === 'text')?.path
  const isEventText = found.some(({ field, path }) => field === 'event' && path === textPath)
  return [
    ...['resource', 'event', 'severity', 'state']
      .filter((field) => !isFound(field))
      .map((field) => `no path was found for ${field}${field === 'state' ? closing : ''}`),
    ...(isEventText
      ? ['the event is the text, which may change, and then nothing closes the alert: map what names the check']
      : []),
  ]
}
