import type { Payload } from '@opsgraph/core'
import { applyMapping, draftAlerts, type Explanation, explainPayload } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { createPaint, escapeControlCharacters, type Paint } from '../text.js'
import {
  readConfigFile,
  readPolicyFile,
  readPresetConfig,
  type TriedConfig,
  type TriedPolicies,
  tryPolicies,
} from '../webhook/config-file.js'
import { readPayloadFile } from '../webhook/delivery-files.js'
import { explanationLines } from '../webhook/explanation-text.js'
import { isRefused, type RefusedFile, refusedLines } from '../webhook/refused-file.js'

interface TestFlags {
  /** The path of a file with a webhook config. A caller gives either `config` or `preset`. */
  readonly config?: string
  readonly preset?: string
  readonly payload: string
  /** The path of a file with alert policies. They run in addition to the policies of the config or the preset. */
  readonly policy?: string
  readonly json?: boolean
}

const TEST_EXIT_STATUS = { created: 0, nothing: 1 } as const

/** Adds `opsgraph webhook test`. */
export function addWebhookTest(webhook: Command, ports: Ports): void {
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

Exit status: 0 = alerts would be created or closed, 1 = neither, or a file is invalid, 2 = a wrong command line`,
    )
    .action(async (flags: TestFlags) => await testWebhook(flags, ports))
}

/**
 * Shows which alerts a webhook would create from a payload, where the value of each field comes from, and how the alert
 * policies change these alerts.
 *
 * @throws UsageError if the flags contradict each other
 * @throws StartError if a file cannot be read
 */
async function testWebhook(flags: TestFlags, ports: Ports): Promise<void> {
  requireOnePipe([flags.config, flags.payload, flags.policy])
  const config = await readConfig(flags, ports)
  const sent = await readPayloadFile(flags.payload, isRefused(config) ? 'json' : config.payloadFormat, ports)
  const policies = await readPolicies(isRefused(config) ? [] : config.policies, flags, ports)
  const files = [config, sent, policies].filter(isRefused)
  const tried =
    isRefused(config) || isRefused(sent) || isRefused(policies)
      ? undefined
      : runTest(config, sent.payload, { policies, now: ports.clock().toISOString() })
  for (const line of resultLines(tried, files, { isJson: flags.json === true, ports })) ports.print(line)
  ports.exit(tried !== undefined && createsAlerts(tried) ? TEST_EXIT_STATUS.created : TEST_EXIT_STATUS.nothing)
}

async function readConfig({ config, preset }: TestFlags, ports: Ports): Promise<TriedConfig | RefusedFile> {
  if (config !== undefined && preset !== undefined) throw new UsageError('--config or --preset, not both')
  if (preset !== undefined) return readPresetConfig(preset, ports)
  if (config !== undefined) return await readConfigFile(config, ports)
  throw new UsageError('--config or --preset is required: the webhook config to test')
}

/** Combines the alert policies of the config with those of the file. */
async function readPolicies(
  own: readonly object[],
  { policy }: TestFlags,
  ports: Ports,
): Promise<TriedPolicies | RefusedFile> {
  return policy === undefined ? tryPolicies(own) : await readPolicyFile(policy, own, ports)
}

interface TestResult {
  readonly config: TriedConfig
  readonly policies: TriedPolicies
  readonly explanation: Explanation
  readonly rejected: ReturnType<typeof draftAlerts>['rejected']
}

function runTest(
  config: TriedConfig,
  payload: Payload,
  { policies, now }: { readonly policies: TriedPolicies; readonly now: string },
): TestResult {
  const applied = { policies: policies.active, webhookId: config.id, now }
  const explanation = explainPayload(config.mapping, payload, applied)
  if (explanation.truncated) return { config, policies, explanation, rejected: [] }
  const mapped = applyMapping(config.mapping, payload)
  const { rejected } = draftAlerts('message' in mapped ? [] : mapped, applied)
  return { config, policies, explanation, rejected }
}

function createsAlerts({ config, explanation, rejected }: TestResult): boolean {
  if (config.missing.length > 0 || explanation.truncated) return false
  return explanation.total > rejected.length + explanation.ignored
}

function resultLines(
  tried: TestResult | undefined,
  files: readonly RefusedFile[],
  { isJson, ports }: { readonly isJson: boolean; readonly ports: Ports },
): readonly string[] {
  const paint = createPaint(ports.terminal.isColored)
  if (isJson) return [JSON.stringify(tried === undefined ? files[0]?.refusal : buildAnswer(tried))]
  if (tried === undefined)
    return [...files.flatMap((file) => refusedLines(file, paint)), '', 'no alerts would be created']
  const { inactive, warned } = tried.policies
  return [
    ...explanationLines(tried.explanation, tried.rejected, paint),
    ...inactive.map((name) => `the alert policy ${escapeControlCharacters(name)} is inactive: it does not run`),
    ...warned.flatMap(({ name, warnings }) =>
      warnings.map(
        (text) =>
          `${paint('yellow', 'warning')}: alert policy ${escapeControlCharacters(name)}: ${escapeControlCharacters(text)}`,
      ),
    ),
    ...stateLines(tried.config, paint),
  ]
}

/** Builds the answer body of POST /api/webhook_config/test. */
function buildAnswer({ config, explanation }: TestResult) {
  return { status: 'ok', ...explanation, missingColumns: config.missing }
}

/** Formats the reasons why the webhook would create no alerts from any payload. */
function stateLines({ missing, isEnabled }: TriedConfig, paint: Paint): readonly string[] {
  if (missing.length > 0) {
    const reason = `${paint('red', 'it cannot be enabled')}: neither a mapping nor a default value covers ${missing.join(', ')}`
    return [`${reason}; nothing is created until then`]
  }
  return isEnabled ? [] : [`${paint('yellow', 'it is disabled')}: nothing is created until "enabled" is true`]
}
