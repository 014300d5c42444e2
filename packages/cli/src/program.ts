import { Command } from 'commander'
import { addAliasDelete, addAliasList, addAliasSet } from './command/alias.js'
import { addCmdbApply } from './command/cmdb-apply.js'
import { addCmdbImport } from './command/cmdb-import.js'
import { addCmdbPlan } from './command/cmdb-plan.js'
import { addDatabaseSpread, addDatabaseStatus } from './command/database.js'
import { addImpact } from './command/impact.js'
import { addKeyCreate } from './command/key-create.js'
import { addRelationList } from './command/relation-list.js'
import { addRelationApply, addRelationPlan } from './command/relation-plan.js'
import { addResourceList, addResourceShow } from './command/resource.js'
import { addResourceDecommission } from './command/resource-decommission.js'
import { addResourceRename } from './command/resource-rename.js'
import { addRuleDelete, addRuleList, addRuleSet } from './command/rule.js'
import { addServe } from './command/serve.js'
import { addSnapshotLoad, addSnapshotSave } from './command/snapshot.js'
import { addTopologyExport } from './command/topology-export.js'
import { addTopologyImport } from './command/topology-import.js'
import { addTopologyLoadTrees } from './command/topology-load-trees.js'
import { addTopologyPlan } from './command/topology-plan.js'
import { addTopologyRender } from './command/topology-render.js'
import { addTopologyValidate } from './command/topology-validate.js'
import { addWebhookPresets } from './command/webhook-presets.js'
import { addWebhookSign } from './command/webhook-sign.js'
import { addWebhookSuggest } from './command/webhook-suggest.js'
import { addWebhookTest } from './command/webhook-test.js'
import { addWebhookVerify } from './command/webhook-verify.js'
import type { Ports } from './ports.js'

/** Adds a command to its group, or to the program. */
type AddCommand = (parent: Command, ports: Ports) => void

interface Group {
  readonly name: string
  readonly description: string
  readonly commands: readonly AddCommand[]
}

/** All commands and groups, in the order of the help. */
const COMMANDS: readonly (AddCommand | Group)[] = [
  addServe,
  { name: 'key', description: 'work on API keys', commands: [addKeyCreate] },
  { name: 'cmdb', description: 'work on CMDB files', commands: [addCmdbPlan, addCmdbApply, addCmdbImport] },
  {
    name: 'relation',
    description: 'read relations, and apply the relations of a source',
    commands: [addRelationPlan, addRelationApply, addRelationList],
  },
  addImpact,
  {
    name: 'resource',
    description: 'find and rename resources, and remove those that are gone',
    commands: [addResourceList, addResourceShow, addResourceRename, addResourceDecommission],
  },
  {
    name: 'rule',
    description: 'say how many children of a resource must be healthy',
    commands: [addRuleList, addRuleSet, addRuleDelete],
  },
  {
    name: 'alias',
    description: 'give resources further names',
    commands: [addAliasList, addAliasSet, addAliasDelete],
  },
  {
    name: 'topology',
    description: 'work on topology files',
    commands: [
      addTopologyValidate,
      addTopologyPlan,
      addTopologyExport,
      addTopologyImport,
      addTopologyLoadTrees,
      addTopologyRender,
    ],
  },
  {
    name: 'webhook',
    description: 'try out webhooks without a server',
    commands: [addWebhookTest, addWebhookPresets, addWebhookSuggest, addWebhookSign, addWebhookVerify],
  },
  {
    name: 'snapshot',
    description: 'save and load the whole state as a file',
    commands: [addSnapshotSave, addSnapshotLoad],
  },
  {
    name: 'database',
    description: 'inspect a database, or spread it over several servers',
    commands: [addDatabaseStatus, addDatabaseSpread],
  },
]

/**
 * Creates the program `opsgraph` (rules.md#names-of-the-product) with all its commands (rules.md#command-line). The
 * method `parseAsync` of the program throws a CommanderError if the command line of the user is wrong. Errors that a
 * command throws are thrown unchanged.
 */
export function createProgram(ports: Ports): Command {
  const program = new Command('opsgraph')
    .description('What your alerts hurt: a resource graph and service topologies.')
    .version(ports.version)
    .exitOverride()
    // Commander must not print errors itself: the caller of the program prints them on one line.
    .configureOutput({ writeOut: byLine(ports.print), writeErr: byLine(ports.note), outputError: () => undefined })
  for (const entry of COMMANDS) {
    if (typeof entry === 'function') entry(program, ports)
    else {
      const group = program.command(entry.name).description(entry.description)
      for (const add of entry.commands) add(group, ports)
    }
  }
  return program
}

function byLine(write: (line: string) => void): (text: string) => void {
  return (text) => write(text.trimEnd())
}
