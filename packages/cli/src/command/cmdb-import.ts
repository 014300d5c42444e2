import { type Answer, CMDB_IMPORT, type ImportFlags, isChanging, isRefused } from '../cmdb/answer.js'
import { answerLines, reportLines } from '../cmdb/answer-text.js'
import { readCmdbInput } from '../cmdb/read-cmdb-input.js'
import { PLAN_STATUS } from '../importing/answer.js'
import { askConsent, besideResult, requireConsent } from '../importing/consent.js'
import { RemoteImporter } from '../importing/remote-importer.js'
import type { Ports } from '../ports.js'
import { RemoteServer } from '../remote-server.js'
import { painter, printable } from '../text.js'
import { optionsOf, tell } from './cmdb-plan.js'

export interface ImportCommandFlags extends ImportFlags {
  readonly url: string
  readonly key?: string | undefined
  /** Nobody is asked. */
  readonly yes?: boolean
  /** Prints the HTTP answer; the plan goes to where people read. */
  readonly json?: boolean
}

/**
 * Imports a file on a server: shows the plan, asks, then has it done. Where the plan has faults or nothing to change,
 * the server is not asked to do it.
 *
 * @throws StartError when nobody can be asked, the file cannot be read, or there is no answer
 */
export async function importCmdbFile(path: string, flags: ImportCommandFlags, ports: Ports): Promise<void> {
  const importer = new RemoteImporter(CMDB_IMPORT, new RemoteServer(flags, ports))
  const consent = { paths: [path], url: flags.url, yes: flags.yes ?? false, planCommand: 'opsgraph cmdb plan' }
  requireConsent(consent, ports)
  const input = await readCmdbInput(path, ports)
  const send = async (dryRun: boolean) =>
    await importer.send({ ...input, options: optionsOf(flags), dryRun, changes: flags.changes })
  const plan = await send(true)
  ports.terminal.progress('')
  await tell(input, { answer: plan, flags, command: 'import' }, flags.json ? besideResult(ports) : ports)
  const isDone = isToBeDone(plan)
  if (isDone) await askConsent(consent, ports)
  const answer = isDone ? await send(false) : plan
  if (flags.json) ports.print(JSON.stringify(answer))
  else if (isDone) for (const line of outcomeLines(input.name, answer, ports)) ports.print(line)
  ports.exit(isRefused(answer) ? PLAN_STATUS.refused : PLAN_STATUS.clean)
}

function isToBeDone(plan: Answer): boolean {
  return plan.status === 'ok' && !isRefused(plan) && isChanging(plan)
}

/** The plan has told the warnings. */
function outcomeLines(name: string, answer: Answer, { terminal }: Ports): readonly string[] {
  const paint = painter(terminal.isColored)
  if (answer.status === 'error')
    return ['', ...answerLines({ name, answer, lines: undefined, command: 'import' }, paint)]
  return ['', `${paint('bold', printable(name))}: ${paint('green', 'imported')}`, ...reportLines(answer, paint)]
}
