import type { Opsgraph } from '@opsgraph/core'
import type { Command } from 'commander'
import { type FileReport, isRefused } from '../cmdb/answer.js'
import { answerLines } from '../cmdb/answer-text.js'
import { StartError } from '../faults.js'
import { withFlagNames } from '../flag-names.js'
import { askConsent, requireConsent, toStderrPorts } from '../importing/consent.js'
import { type PlanFile, readPlanFile, writePlanFile } from '../importing/plan-file.js'
import { COUNTER_NAMES, counterCells, hasChanges, headCells } from '../importing/plan-text.js'
import type { Ports } from '../ports.js'
import { type RemoteAnswer, RemoteServer } from '../remote-server.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { createPaint, escapeControlCharacters, formatTable, type Paint } from '../text.js'

const PATH = '/api/resources/plans'

type UndoReport = Awaited<ReturnType<Opsgraph['undoPlan']>>
type PlanReport = FileReport | UndoReport

export interface ApplyFlags extends ServerFlags {
  /** Whether to undo the plan. */
  readonly undo?: boolean
  /** Whether to apply without asking for consent. */
  readonly yes?: boolean
  /** Whether to print the HTTP answer as JSON; the plan then goes to stderr. */
  readonly json?: boolean
}

/** The exit status if the server refuses the plan, e.g. because the stored data have changed since. */
const REFUSED_EXIT_STATUS = 3

export const EXIT_STATUS_HELP =
  '0 = done, 1 = failed, 3 = refused, because what the plan touches is not as the plan needs it, or the file was edited'

/** Adds `opsgraph cmdb apply`. */
export function addCmdbApply(cmdb: Command, ports: Ports): void {
  const command = cmdb
    .command('apply')
    .description('do exactly what a plan says, after showing it and asking to confirm')
    .argument('<plan>', 'the file of "opsgraph cmdb plan --out"; the command notes in it that the plan is applied')
    .option('--undo', 'take back what the plan has written')
  withServerOptions(command)
    .option('--yes', 'apply without asking')
    .option('--json', 'print the answer of the HTTP API; the plan goes to stderr')
    .addHelpText('after', `\nExit status: ${EXIT_STATUS_HELP}`)
    .action(async (path: string, flags: ApplyFlags) => await applyPlanFile(path, flags, ports))
}

/**
 * Applies the plan in a file on a server, or undoes it. Shows the plan, and asks for consent first. After applying,
 * adds to the file what is needed to undo the plan; after undoing, removes it from the file.
 *
 * @throws StartError if there is no terminal to ask on, the user does not agree, the file cannot be read or written, or
 *   the server does not answer
 */
export async function applyPlanFile(path: string, flags: ApplyFlags, ports: Ports): Promise<void> {
  const { undo = false, json = false } = flags
  const server = new RemoteServer(flags, ports)
  const consent = { paths: [path], url: server.url, yes: flags.yes ?? false, planCommand: 'opsgraph cmdb plan --out' }
  requireConsent(consent, ports)
  const document = await readPlanFile(path, ports)
  const send = async (query: string) => {
    const sending = server.postJson(`${PATH}/${undo ? 'undo' : 'apply'}${query}`, document)
    const answer = await (query === ''
      ? sending.catch((error: unknown) => throwUncertainOutcome(error, document))
      : sending)
    if (answer.status !== 200 && !isAboutPlan(answer)) throw server.refusal(answer)
    return answer
  }
  const planned = await send(undo ? '?dryRun=1' : '?dryRun=1&changes=1')
  if (reportRefusal(path, planned, flags, ports)) return
  const plan = planned.body as PlanReport
  const { print, terminal } = json ? toStderrPorts(ports) : ports
  for (const line of planLines(path, plan, createPaint(terminal.isColored))) print(line)
  if (!('kind' in plan) && isRefused({ status: 'ok', ...plan })) return ports.exit(REFUSED_EXIT_STATUS)
  await askConsent(consent, ports)
  const done = await send('')
  if (reportRefusal(path, done, flags, ports)) return
  await recordResult(path, document, { done: done.body as PlanReport, now: ports.clock() })
  if (json) ports.print(JSON.stringify(done.body))
  else
    ports.print(
      `${escapeControlCharacters(path)}: ${createPaint(terminal.isColored)('green', undo ? 'undone' : 'applied')}`,
    )
}

/**
 * Reports that the answer to a sent plan is lost, so that nobody knows whether the server has applied it.
 *
 * @throws StartError
 */
function throwUncertainOutcome(error: unknown, { planHash }: PlanFile): never {
  if (!(error instanceof StartError)) throw error
  const hash = escapeControlCharacters(String(planHash)).slice(0, HASH_LENGTH)
  const hint = `the answer is lost, and the server has perhaps written: look for the planHash ${hash} in the audit trail`
  throw new StartError(`${error.message}. ${hint}`)
}

/** The length of a hash in hexadecimal digits. */
const HASH_LENGTH = 64

/** Whether the server refuses because of the plan, and not, for example, because of the API key. */
function isAboutPlan({ status, body }: RemoteAnswer): boolean {
  return status === 409 || (status === 400 && Array.isArray((body as { readonly errors?: unknown }).errors))
}

/** Reports the answer if it is a refusal. Returns whether it is one. */
function reportRefusal(path: string, { status, body }: RemoteAnswer, { json }: ApplyFlags, ports: Ports): boolean {
  if (status === 200) return false
  const { message } = body as { readonly message?: unknown }
  if (json) ports.print(JSON.stringify(body))
  ports.note(`${escapeControlCharacters(path)}: refused: ${escapeControlCharacters(withFlagNames(String(message)))}`)
  ports.exit(REFUSED_EXIT_STATUS)
  return true
}

interface AppliedResult {
  readonly done: PlanReport
  readonly now: Date
}

/** Writes into the file that the plan is applied, or that it is undone. */
async function recordResult(
  path: string,
  { applied: _, ...plan }: PlanFile,
  { done, now }: AppliedResult,
): Promise<void> {
  if ('kind' in done) {
    await writePlanFile(path, plan)
    return
  }
  const applied = { time: now.toISOString(), hash: done.leftHash }
  await writePlanFile(path, { ...plan, applied }).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    const hint = `to undo it, add "applied": ${JSON.stringify(applied)} to the file`
    throw new StartError(`the plan is applied, but ${error.message}: ${hint}`)
  })
}

function planLines(path: string, plan: PlanReport, paint: Paint): readonly string[] {
  if (!('kind' in plan)) {
    return answerLines({ name: path, answer: { status: 'ok', ...plan }, lines: undefined, command: 'import' }, paint)
  }
  const { relations, topologies, catalogServices, source } = plan
  const entries = { create: 0, update: 0, remove: catalogServices.remove, unchanged: 0 }
  const rows = [
    headCells('', ...COUNTER_NAMES),
    [{ text: 'relations' }, ...counterCells(relations)],
    [{ text: 'topologies' }, ...counterCells(topologies)],
    [{ text: 'services in the catalog' }, ...counterCells(entries)],
  ]
  const isEmpty = ![relations, topologies, entries].some(hasChanges)
  return [
    `${paint('bold', escapeControlCharacters(path))}: undoes a plan of the source ${escapeControlCharacters(source)}`,
    '',
    ...formatTable(rows, paint),
    '',
    isEmpty ? paint('green', 'only times and claims change') : 'what comes back, and what goes: nothing is written yet',
  ]
}
