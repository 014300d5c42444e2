import type { Opsgraph } from '@opsgraph/core'
import type { Command } from 'commander'
import { type FileReport, isRefused } from '../cmdb/answer.js'
import { answerLines } from '../cmdb/answer-text.js'
import { StartError } from '../faults.js'
import { askConsent, portsBesideResult, requireConsent } from '../importing/consent.js'
import { type PlanFile, readPlanFile, writePlanFile } from '../importing/plan-file.js'
import { COUNTERS, counterCells, hasChanges, headCells } from '../importing/plan-text.js'
import type { Ports } from '../ports.js'
import { type RemoteAnswer, RemoteServer } from '../remote-server.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { escapeControls, formatTable, type Paint, painter } from '../text.js'

const PATH = '/api/resources/plans'

type UndoReport = Awaited<ReturnType<Opsgraph['undoPlan']>>
type Report = FileReport | UndoReport

export interface ApplyFlags extends ServerFlags {
  /** Whether to take the plan back. */
  readonly undo?: boolean
  /** Whether to apply without asking for consent. */
  readonly yes?: boolean
  /** Whether to print the HTTP answer as JSON; the plan then goes to stderr. */
  readonly json?: boolean
}

/** The exit status if the plan is not what is to be done any more. */
const REFUSED = 3

export const APPLY_STATUSES =
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
    .addHelpText('after', `\nExit status: ${APPLY_STATUSES}`)
    .action(async (path: string, flags: ApplyFlags) => await applyPlanFile(path, flags, ports))
}

/**
 * Applies or undoes the plan of a file on a server: shows what happens, asks, then does it. The file then says what the
 * plan has left, so that it can be undone; after an undo, the file is as before.
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
    const answer = await (query === '' ? sending.catch((error: unknown) => failUncertain(error, document)) : sending)
    if (answer.status !== 200 && !isOfPlan(answer)) throw server.refusal(answer)
    return answer
  }
  const planned = await send(undo ? '?dryRun=1' : '?dryRun=1&changes=1')
  if (refuse(path, planned, flags, ports)) return
  const plan = planned.body as Report
  const { print, terminal } = json ? portsBesideResult(ports) : ports
  for (const line of planLines(path, plan, painter(terminal.isColored))) print(line)
  if (!('kind' in plan) && isRefused({ status: 'ok', ...plan })) return ports.exit(REFUSED)
  await askConsent(consent, ports)
  const done = await send('')
  if (refuse(path, done, flags, ports)) return
  await note(path, document, { done: done.body as Report, now: ports.clock() })
  if (json) ports.print(JSON.stringify(done.body))
  else ports.print(`${escapeControls(path)}: ${painter(terminal.isColored)('green', undo ? 'undone' : 'applied')}`)
}

/**
 * Fails if the server got a plan, but its answer is lost: then nobody knows whether the server has written.
 *
 * @throws StartError
 */
function failUncertain(error: unknown, { planHash }: PlanFile): never {
  if (!(error instanceof StartError)) throw error
  const hash = escapeControls(String(planHash)).slice(0, HASH)
  const hint = `the answer is lost, and the server has perhaps written: look for the planHash ${hash} in the audit trail`
  throw new StartError(`${error.message}. ${hint}`)
}

/** The length of a hash in hexadecimal digits. */
const HASH = 64

/** Whether the server refuses because of the plan. */
function isOfPlan({ status, body }: RemoteAnswer): boolean {
  return status === 409 || (status === 400 && Array.isArray((body as { readonly errors?: unknown }).errors))
}

/** Reports a refusal. Returns whether there is one. */
function refuse(path: string, { status, body }: RemoteAnswer, { json }: ApplyFlags, ports: Ports): boolean {
  if (status === 200) return false
  const { message } = body as { readonly message?: unknown }
  if (json) ports.print(JSON.stringify(body))
  ports.note(`${escapeControls(path)}: refused: ${escapeControls(String(message))}`)
  ports.exit(REFUSED)
  return true
}

interface Noted {
  readonly done: Report
  readonly now: Date
}

/** Notes in the file that the plan is applied, or that it is undone. */
async function note(path: string, { applied: _, ...plan }: PlanFile, { done, now }: Noted): Promise<void> {
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

function planLines(path: string, plan: Report, paint: Paint): readonly string[] {
  if (!('kind' in plan)) {
    return answerLines({ name: path, answer: { status: 'ok', ...plan }, lines: undefined, command: 'import' }, paint)
  }
  const { relations, topologies, catalogServices, source } = plan
  const entries = { create: 0, update: 0, remove: catalogServices.remove, unchanged: 0 }
  const rows = [
    headCells('', ...COUNTERS),
    [{ text: 'relations' }, ...counterCells(relations)],
    [{ text: 'topologies' }, ...counterCells(topologies)],
    [{ text: 'services in the catalog' }, ...counterCells(entries)],
  ]
  const isEmpty = ![relations, topologies, entries].some(hasChanges)
  return [
    `${paint('bold', escapeControls(path))}: undoes a plan of the source ${escapeControls(source)}`,
    '',
    ...formatTable(rows, paint),
    '',
    isEmpty ? paint('green', 'only times change') : 'what comes back, and what goes: nothing is written yet',
  ]
}
