import type { AddCommand } from '../ports.js'
import { addAliasDelete, addAliasList, addAliasSet } from './alias.js'
import { addCmdbApply } from './cmdb-apply.js'
import { addCmdbImport } from './cmdb-import.js'
import { addCmdbPlan } from './cmdb-plan.js'
import { addDatabaseSpread, addDatabaseStatus } from './database.js'
import { addImpact } from './impact.js'
import { addKeyCreate } from './key-create.js'
import { addRelationList } from './relation-list.js'
import { addRelationApply, addRelationPlan } from './relation-plan.js'
import { addResourceList, addResourceShow } from './resource.js'
import { addResourceDecommission } from './resource-decommission.js'
import { addResourceRename } from './resource-rename.js'
import { addRuleDelete, addRuleList, addRuleSet } from './rule.js'
import { addServe } from './serve.js'
import { addSnapshotLoad, addSnapshotSave } from './snapshot.js'
import { addTopologyExport } from './topology-export.js'
import { addTopologyImport } from './topology-import.js'
import { addTopologyLoadTrees } from './topology-load-trees.js'
import { addTopologyPlan } from './topology-plan.js'
import { addTopologyRender } from './topology-render.js'
import { addTopologyValidate } from './topology-validate.js'
import { addWebhookPresets } from './webhook-presets.js'
import { addWebhookSign } from './webhook-sign.js'
import { addWebhookSuggest } from './webhook-suggest.js'
import { addWebhookTest } from './webhook-test.js'
import { addWebhookVerify } from './webhook-verify.js'

// `pnpm generate` writes this file: every command of this folder, in the order of docs/cli.md.

/** All commands with their paths, in the order of the help. */
export const COMMANDS: readonly (readonly [path: string, add: AddCommand])[] = [
  ['serve', addServe],
  ['key create', addKeyCreate],
  ['cmdb plan', addCmdbPlan],
  ['cmdb apply', addCmdbApply],
  ['cmdb import', addCmdbImport],
  ['relation plan', addRelationPlan],
  ['relation apply', addRelationApply],
  ['relation list', addRelationList],
  ['impact', addImpact],
  ['resource list', addResourceList],
  ['resource show', addResourceShow],
  ['resource rename', addResourceRename],
  ['resource decommission', addResourceDecommission],
  ['rule list', addRuleList],
  ['rule set', addRuleSet],
  ['rule delete', addRuleDelete],
  ['alias list', addAliasList],
  ['alias set', addAliasSet],
  ['alias delete', addAliasDelete],
  ['topology validate', addTopologyValidate],
  ['topology plan', addTopologyPlan],
  ['topology export', addTopologyExport],
  ['topology import', addTopologyImport],
  ['topology load-trees', addTopologyLoadTrees],
  ['topology render', addTopologyRender],
  ['webhook test', addWebhookTest],
  ['webhook presets', addWebhookPresets],
  ['webhook suggest', addWebhookSuggest],
  ['webhook sign', addWebhookSign],
  ['webhook verify', addWebhookVerify],
  ['snapshot save', addSnapshotSave],
  ['snapshot load', addSnapshotLoad],
  ['database status', addDatabaseStatus],
  ['database spread', addDatabaseSpread],
]
