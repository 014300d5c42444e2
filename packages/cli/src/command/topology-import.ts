import type { Command } from 'commander'
import { StartError } from '../faults.js'
import { askConsent, requireConsent, toStderrPorts } from '../importing/consent.js'
import { PLAN_EXIT_STATUS, requireAboutFile } from '../importing/importer.js'
import { createImporter } from '../importing/target.js'
import type { Ports } from '../ports.js'
import { RemoteServer } from '../remote-server.js'
import { type ServerFlags, withServerOptions } from '../server-options.js'
import { createPaint, escapeControlCharacters } from '../text.js'
import {
  changesAnything,
  isRefused,
  readImportFlags,
  TOPOLOGY_IMPORT,
  type TopologyImportFlags,
  toOptions,
  withImportOptions,
} from '../topology/answer.js'
import { type PlannedInput, planInput } from '../topology/plan-input.js'
import { planLines, printAnswers, printPlan } from '../topology/plan-text.js'
import { FILES_HELP, readTopologyInputs } from '../topology/topology-input.js'

interface ImportFlags extends TopologyImportFlags, ServerFlags {
  /** Whether to import without asking for consent. */
  readonly yes?: boolean
  /** Whether to print the HTTP answers as JSON; the plans then go to stderr. */
  readonly json?: boolean
}

/** Adds `opsgraph topology import`. */
export function addTopologyImport(topology: Command, ports: Ports): void {
  const command = withImportOptions(
    topology
      .command('import')
      .description('import topology files on a server, after showing the plan and asking to confirm'),
  ).argument('<file...>', FILES_HELP)
  withServerOptions(command)
    .option('--yes', 'import without asking')
    .option('--json', 'print the answer of the HTTP API, a list of answers for several files; the plan goes to stderr')
    .addHelpText(
      'after',
      '\nEach file is imported completely or not at all. Several files are imported in order; if any would be refused, none is imported.',
    )
    .action(async (files: readonly string[], flags: ImportFlags) => {
      await importTopologyFiles(files, flags, ports)
    })
}

/**
 * Imports files on a server: shows the plans, asks for consent once, then sends the files in order. Each file is
 * imported completely or not at all. If any plan has errors, nothing is sent. Files without changes are not sent.
 *
 * @throws StartError if there is no terminal to ask on, a file cannot be read, or the server does not answer
 */
async function importTopologyFiles(paths: readonly string[], flags: ImportFlags, ports: Ports): Promise<void> {
  const { mode } = readImportFlags(flags)
  const target = { server: new RemoteServer(flags, ports) }
  const consent = { paths, url: target.server.url, yes: flags.yes ?? false, planCommand: 'opsgraph topology plan' }
  requireConsent(consent, ports)
  const planning = { target, mode, options: toOptions(flags), changes: flags.changes }
  const plans: PlannedInput[] = []
  for await (const input of readTopologyInputs(paths, flags.service, ports)) {
    const planned = await planInput(input, planning)
    plans.push(planned)
    printPlan(planned, { isFirst: plans.length === 1, command: 'import' }, flags.json ? toStderrPorts(ports) : ports)
  }
  const toDo = plans.some(({ answer }) => isRefused(answer)) ? [] : plans.filter(hasTopologiesToSend)
  if (toDo.length > 0) await askConsent(consent, ports)
  const importer = createImporter(TOPOLOGY_IMPORT, target)
  const send = async ({ input }: PlannedInput) => {
    const answer = await importer.send({ ...input, options: toOptions(flags), dryRun: false, changes: flags.changes })
    requireAboutFile(answer)
    return answer
  }
  const done = await importAllFiles(toDo, { send, report: flags.json ? () => undefined : outcomePrinter(ports) })
  if (done.size < toDo.length) ports.note(`not sent: ${namesOfInputs(toDo.slice(done.size))}`)
  const outcomes = plans.map((plan) => done.get(plan) ?? plan)
  if (flags.json) printAnswers(outcomes, ports)
  ports.exit(outcomes.some(({ answer }) => isRefused(answer)) ? PLAN_EXIT_STATUS.refused : PLAN_EXIT_STATUS.clean)
}

function hasTopologiesToSend({ topologies }: PlannedInput): boolean {
  return topologies.some(changesAnything)
}

interface ImportSteps {
  readonly send: (planned: PlannedInput) => Promise<PlannedInput['answer']>
  readonly report: (planned: PlannedInput) => void
}

/**
 * Imports the files in order. Stops after a refused file, because later files may depend on it.
 *
 * @throws StartError if the server does not answer; the message lists the result for each file
 */
async function importAllFiles(
  plans: readonly PlannedInput[],
  { send, report }: ImportSteps,
): Promise<ReadonlyMap<PlannedInput, PlannedInput>> {
  const done = new Map<PlannedInput, PlannedInput>()
  for (const plan of plans) {
    const answer = await send(plan).catch((error: unknown) => {
      throw plans.length > 1 && error instanceof StartError ? toStopError(error, plans, done.size) : error
    })
    const outcome = { ...plan, answer }
    done.set(plan, outcome)
    report(outcome)
    if (isRefused(answer)) break
  }
  return done
}

function toStopError({ message }: StartError, plans: readonly PlannedInput[], count: number): StartError {
  const [imported, [at], rest] = [plans.slice(0, count), plans.slice(count), plans.slice(count + 1)]
  const results = [
    ...(imported.length > 0 ? [`imported: ${namesOfInputs(imported)}`] : []),
    ...(at === undefined ? [] : [`possibly imported, plan it again: ${namesOfInputs([at])}`]),
    ...(rest.length > 0 ? [`not sent: ${namesOfInputs(rest)}`] : []),
  ]
  return new StartError([message, ...results].join('; '))
}

function namesOfInputs(plans: readonly PlannedInput[]): string {
  return plans.map(({ input }) => escapeControlCharacters(input.name)).join(', ')
}

/** Creates a function that prints the result for each file, without the changes, because the plan has shown them. */
function outcomePrinter({ print, terminal }: Ports): ImportSteps['report'] {
  const paint = createPaint(terminal.isColored)
  return (outcome) => {
    const { answer, input } = outcome
    print('')
    if (answer.status === 'error') for (const line of planLines(outcome, paint, 'import')) print(line)
    else print(`${paint('bold', escapeControlCharacters(input.name))}: ${paint('green', 'imported')}`)
  }
}
