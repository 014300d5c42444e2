import { type Answer, CMDB_IMPORT, type ImportFlags, isChanging, isRefused } from '../cmdb/answer.js'
import { answerLines, reportLines } from '../cmdb/answer-text.js'
import { readCmdbInput } from '../cmdb/read-cmdb-input.js'
import { StartError } from '../faults.js'
import { PLAN_STATUS } from '../importing/answer.js'
import { RemoteImporter } from '../importing/remote-importer.js'
import type { Ports } from '../ports.js'
import { PIPE } from '../read-input.js'
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
  requireConsent(path, flags, ports)
  const input = await readCmdbInput(path, ports)
  const send = async (dryRun: boolean) => await importer.send({ ...input, options: optionsOf(flags), dryRun })
  const plan = await send(true)
  ports.terminal.progress('')
  await tell(input, { answer: plan, flags }, flags.json ? besideResult(ports) : ports)
  const answer = isToBeDone(plan) ? await agreed(flags, ports, () => send(false)) : plan
  if (flags.json) ports.print(JSON.stringify(answer))
  else if (answer !== plan) for (const line of outcomeLines(input.name, answer, ports)) ports.print(line)
  ports.exit(isRefused(answer) ? PLAN_STATUS.refused : PLAN_STATUS.clean)
}

function requireConsent(path: string, { yes = false }: ImportCommandFlags, { terminal }: Ports): void {
  if (yes || (path !== PIPE && terminal.isInteractive)) return
  throw new StartError('nobody can be asked here whether to import: say --yes, or look at "opsgraph cmdb plan" first')
}

/** Where people read what is not the result. */
function besideResult({ note, terminal }: Ports): Pick<Ports, 'print' | 'terminal'> {
  return { print: note, terminal: { ...terminal, isColored: false } }
}

function isToBeDone(plan: Answer): boolean {
  return plan.status === 'ok' && !isRefused(plan) && isChanging(plan)
}

async function agreed(
  { yes = false, url }: ImportCommandFlags,
  ports: Ports,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!yes && !(await isAgreed(url, ports))) throw new StartError('not imported: nothing was written')
  return await work()
}

async function isAgreed(url: string, { terminal }: Ports): Promise<boolean> {
  const said = await terminal.ask(`Import this into ${url}? [y/N] `)
  return /^\s*y(es)?\s*$/i.test(said)
}

/** The plan has told the warnings. */
function outcomeLines(name: string, answer: Answer, { terminal }: Ports): readonly string[] {
  const paint = painter(terminal.isColored)
  if (answer.status === 'error') return ['', ...answerLines({ name, answer, lines: undefined }, paint)]
  return ['', `${paint('bold', printable(name))}: ${paint('green', 'imported')}`, ...reportLines(answer, paint)]
}
