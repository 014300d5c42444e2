import type { Command } from 'commander'
import {
  type Answer,
  CMDB_IMPORT,
  changesAnything,
  type FileKind,
  hasSkippedRecords,
  type ImportFlags,
  isRefused,
  toOptions,
  withImportOptions,
} from '../cmdb/answer.js'
import { answerLines, printAnswer, reportLines } from '../cmdb/answer-text.js'
import { readCmdbInput } from '../cmdb/read-cmdb-input.js'
import { askConsent, pastParticiple, requireConsent, toStderrPorts, type Verb } from '../importing/consent.js'
import { planExitStatus, remoteImporter } from '../importing/importer.js'
import type { Ports } from '../ports.js'
import { RemoteServer } from '../remote-server.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { createPaint, escapeControlCharacters } from '../text.js'

export interface CommandFlags extends ImportFlags, ServerFlags {
  /** Whether to import without asking for consent. */
  readonly yes?: boolean
  /** Whether to print the HTTP answer as JSON; the plan then goes to stderr. */
  readonly json?: boolean
}

/** Adds `opsgraph cmdb import`. */
export function addCmdbImport(cmdb: Command, ports: Ports): void {
  const command = withImportOptions(
    cmdb.command('import').description('import a file on a server, after showing the plan and asking to confirm'),
  ).argument('<file>', 'CSV or JSON; - = standard input')
  withServerOptions(command)
    .option('--yes', 'import without asking')
    .option('--json', 'print the answer of the HTTP API; the plan goes to stderr')
    .action(async (file: string, flags: CommandFlags) => await importFile(CMDB_IMPORT, file, { flags, ports }))
}

/**
 * Imports a file on a server: shows the plan, asks for consent, then sends the import. If the plan has errors, nothing
 * is sent. If it has no changes, the import only confirms what is stored, so no consent is needed.
 *
 * @throws StartError if there is no terminal to ask on, the file cannot be read, or the server does not answer
 */
export async function importFile(
  kind: FileKind,
  path: string,
  { flags, ports }: { readonly flags: CommandFlags; readonly ports: Ports },
): Promise<void> {
  const server = new RemoteServer(flags, ports)
  const importer = remoteImporter(kind, server)
  const { verb, planCommand } = kind
  const consent = { verb, paths: [path], url: server.url, yes: flags.yes ?? false, planCommand }
  requireConsent(consent, ports)
  const input = await readCmdbInput(path, ports)
  const send = async (dryRun: boolean) =>
    await importer.send({ ...input, options: toOptions(flags), dryRun, changes: flags.changes })
  const plan = await send(true)
  ports.terminal.progress('')
  await printAnswer(input, { answer: plan, flags, command: 'import' }, flags.json ? toStderrPorts(ports) : ports)
  const canImport = !isRefused(plan)
  const mustAsk = canImport && plan.status === 'ok' && changesAnything(plan)
  if (mustAsk) await askConsent(consent, ports)
  const answer = canImport ? await send(false) : plan
  if (flags.json) ports.print(JSON.stringify(answer))
  else if (canImport && (mustAsk || isRefused(answer)))
    for (const line of outcomeLines({ name: input.name, answer, verb }, ports)) ports.print(line)
  ports.exit(
    planExitStatus({ isRefused: isRefused(answer), isChanging: false, isPartial: hasSkippedRecords(answer) }, {}),
  )
}

/** Formats the result of an import. The warnings are omitted, because the plan has shown them. */
function outcomeLines(
  { name, answer, verb }: { readonly name: string; readonly answer: Answer; readonly verb: Verb },
  { terminal }: Ports,
): readonly string[] {
  const paint = createPaint(terminal.isColored)
  if (answer.status === 'error')
    return ['', ...answerLines({ name, answer, lines: undefined, command: 'import' }, paint)]
  return [
    '',
    `${paint('bold', escapeControlCharacters(name))}: ${paint('green', pastParticiple(verb))}`,
    ...reportLines(answer, paint),
  ]
}
