import { type ChangeSet, type Revision, revisedFields } from '../change-set.js'
import { compareNames } from '../name.js'
import {
  REDUNDANCY_RULE,
  type RedundancyRule,
  type RedundancyRuleDraft,
  replacesRule,
} from '../redundancy/redundancy-rule.js'
import { type ResourceKey, resourceKey } from '../relation/relation.js'
import { define } from '../schema/field.js'
import type { Graph } from '../topology/graph.js'
import { resourcesOf } from '../topology/resolve-graph.js'
import type { TransferMode } from './topology-import-options.js'
import type { TransferIssue } from './transfer-issue.js'

/** A redundancy rule of a document. */
export interface DocumentRule {
  readonly path: string
  /** The rule with default values for the fields that are missing in the file. */
  readonly rule: RedundancyRuleDraft
  /** The fields that the file contains. In merge mode, missing fields keep their stored values. */
  readonly given: Partial<RedundancyRuleDraft>
}

export type RuleChanges = ChangeSet<RedundancyRuleDraft, Revision<RedundancyRule>, RedundancyRule>

interface DocumentWithRules {
  readonly graph: Pick<Graph, 'nodes'>
  /** The rules of the file; `null` = the file has no field for rules. */
  readonly rules: readonly DocumentRule[] | null
}

interface RulePlan {
  readonly changes: RuleChanges
  readonly issues: readonly TransferIssue[]
}

/**
 * Plans the redundancy rules of all documents of a file, one plan for each document
 * (rules.md#imported-redundancy-rules). If several documents contain the same rule, it belongs to the plan of the first
 * of them.
 *
 * @param stored the stored rules of the resources that the documents draw, or name in their rules
 */
export function planRules(
  documents: readonly DocumentWithRules[],
  { mode, stored }: { readonly mode: TransferMode; readonly stored: readonly RedundancyRule[] },
): readonly RulePlan[] {
  const storedByResource = new Map(stored.map((rule) => [resourceKey(rule), rule]))
  const named = new Map<string, DocumentRule>()
  const plans = documents.map(({ rules }) => {
    const issues: TransferIssue[] = []
    const first = (rules ?? []).filter((sent) => {
      const key = resourceKey(sent.rule)
      const earlier = named.get(key)
      if (earlier === undefined) named.set(key, sent)
      else if (!isSameRule(earlier, sent)) issues.push(contradictionIssue(sent, earlier))
      return earlier === undefined
    })
    const create = first.flatMap(({ rule }) => (storedByResource.has(resourceKey(rule)) ? [] : rule))
    const update = first.flatMap((sent) => ruleUpdateOf(sent, storedByResource.get(resourceKey(sent.rule)), mode))
    return { create, update, unchanged: first.length - create.length - update.length, issues }
  })
  const removed = new Set<RedundancyRule>()
  return plans.map(({ issues, ...changes }, index) => {
    const { graph, rules } = documents[index] as DocumentWithRules
    const isReplaced = mode === 'replace' && rules !== null
    const drawn = isReplaced ? Array.from(resourcesOf(graph), resourceKey) : []
    const remove = drawn
      .flatMap((key) => (named.has(key) ? [] : (storedByResource.get(key) ?? [])))
      .filter((rule) => {
        const isNew = !removed.has(rule)
        removed.add(rule)
        return isNew
      })
    return { changes: { ...changes, remove: remove.toSorted(compareResources) }, issues }
  })
}

/** Compares resources, or rules by their resources: by environment, then by name. */
export function compareResources(left: ResourceKey, right: ResourceKey): number {
  return compareNames(left.environment, right.environment) || compareNames(left.resource, right.resource)
}

function ruleUpdateOf(
  { rule, given }: DocumentRule,
  stored: RedundancyRule | undefined,
  mode: TransferMode,
): readonly Revision<RedundancyRule>[] {
  if (stored === undefined) return []
  const wantedRule = { ...stored, ...(mode === 'merge' ? given : rule) }
  const revision = { stored, wanted: wantedRule }
  return replacesRule(wantedRule, stored) && revisedRuleFields(revision).length > 0 ? [revision] : []
}

const RULE_FIELDS = /* @__PURE__ */ define(() => REDUNDANCY_RULE.sentNames)

export function revisedRuleFields(revision: Revision<RedundancyRule>): readonly (keyof RedundancyRule)[] {
  return revisedFields(RULE_FIELDS, revision)
}

function isSameRule({ rule }: DocumentRule, other: DocumentRule): boolean {
  return RULE_FIELDS.every(
    (field) => rule[field as keyof RedundancyRuleDraft] === other.rule[field as keyof RedundancyRuleDraft],
  )
}

function contradictionIssue({ path }: DocumentRule, earlier: DocumentRule): TransferIssue {
  const message = `differs from ${earlier.path}, the rule of the same resource`
  return { code: 'invalidFormat', path, message: `${path} ${message}` }
}
