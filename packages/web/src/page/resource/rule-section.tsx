import { visibleText } from '@opsgraph/draw'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { buildBody, createDraft } from '../../api/noun-draft.js'
import { REDUNDANCY_RULE } from '../../api/nouns.js'
import { deleteRule, putRule, type RedundancyRule, type ResourceName, ruleQuery } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton, FormDialog } from '../../ui/dialog.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { LinkedText } from '../../ui/linked-text.js'
import { Loaded } from '../../ui/loaded.js'
import { OPEN_SEVERITIES } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { useDraft } from '../../ui/use-draft.js'
import { RelationSourceBadge } from './relation-parts.js'
import styles from './resource.module.css'

interface RuleSectionProps extends ResourceName {
  /** What the user should know before a change. */
  readonly note?: ReactNode
}

/** The redundancy rule of a resource. The user can set, change and delete it. A change is stored at once. */
export function RuleSection({ note, ...name }: RuleSectionProps) {
  const query = useQuery(ruleQuery(name))
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={stage.part} aria-label="Redundancy rule">
      <h3>Redundancy rule</h3>
      {note}
      <Loaded query={query} what="the rule" failed="The rule is unknown" outdated="The rule is unknown">
        {(rule) => (
          <>
            {rule === null ? (
              <p className={shared.muted}>None: one failed child is enough to hurt this resource.</p>
            ) : (
              <RuleFacts rule={rule} />
            )}
            <div className={shared.line}>
              <Button onClick={() => setOpen(true)}>{rule === null ? 'Set a rule' : 'Change the rule'}</Button>
              {rule && <DeleteRule rule={rule} />}
            </div>
            {isOpen && <RuleDialog {...name} rule={rule} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function RuleFacts({ rule }: { readonly rule: RedundancyRule }) {
  const { minHealthy, failedAt, degraded, text } = rule
  const arrives = degraded === null ? 'nothing arrives' : `at most ${degraded} arrives`
  return (
    <>
      <p>
        While {minHealthy} of the children {minHealthy === 1 ? 'is' : 'are'} healthy, {arrives} from below. A child has
        failed at {failedAt} or worse.
      </p>
      {text !== '' && (
        <p className={shared.muted}>
          <LinkedText text={text} />
        </p>
      )}
      <div className={styles.facts}>
        <span className={shared.muted}>Source</span> <RelationSourceBadge {...rule} />
      </div>
    </>
  )
}

const SEVERITY_OPTIONS = toOptions<string>(OPEN_SEVERITIES)
/** The empty option stands for `degraded: null`. */
const DEGRADED_OPTIONS = [{ value: '', label: 'nothing' }, ...SEVERITY_OPTIONS]

interface RuleDialogProps extends ResourceName {
  /** The stored rule; `null` = the resource has none. */
  readonly rule: RedundancyRule | null
  readonly onClose: () => void
}

/** A form that sets the redundancy rule of a resource, with the source `manual`. */
function RuleDialog({ environment, resource, rule, onClose }: RuleDialogProps) {
  const queries = useQueryClient()
  const { field, body } = useDraft(
    () => createDraft(REDUNDANCY_RULE, { ...rule, environment, resource, source: 'manual', sourceRef: null }),
    (draft) => buildBody(REDUNDANCY_RULE, draft),
  )
  const save = async () => {
    await putRule({ environment, resource }, body)
    await refreshDependents(queries)
  }
  return (
    <FormDialog
      title={rule === null ? 'Set a redundancy rule' : 'Change the redundancy rule'}
      action="Save"
      send={save}
      failed="The rule was not saved"
      onClose={onClose}
    >
      <TextField
        label="Healthy children needed"
        required
        hint="A number, such as 2, or a percentage of all children, such as 50%, which is rounded up."
        {...field('minHealthy')}
      />
      <SelectField
        label="A child has failed from severity"
        options={SEVERITY_OPTIONS}
        hint="An alert of this severity, or a worse one, arrives at the child."
        {...field('failedAt')}
      />
      <SelectField
        label="Severity while enough children are healthy"
        options={DEGRADED_OPTIONS}
        hint="Alerts from below are lowered to this severity, if they are worse. With “nothing”, they are held."
        {...field('degraded')}
      />
      <TextField label="Text" hint="For people: why, or a link." {...field('text')} />
      <p className={shared.muted}>{describeSource(rule)}</p>
    </FormDialog>
  )
}

/**
 * Says how saving changes the source of the rule. A rule that a user saves has the source `manual`, the strongest one.
 */
function describeSource(rule: RedundancyRule | null): string {
  const stored = 'The rule is stored at once.'
  if (rule === null || rule.source === 'manual') return `${stored} Imports do not change it.`
  const from = rule.sourceRef === null ? rule.source : `${rule.source} (${visibleText(rule.sourceRef)})`
  return `${stored} Now it comes from ${from}; saved here, its source becomes manual, and ${rule.source} no longer changes it.`
}

/** A button that deletes the redundancy rule of a resource after the user has confirmed it. */
function DeleteRule({ rule: { environment, resource, source } }: { readonly rule: RedundancyRule }) {
  const queries = useQueryClient()
  const remove = async () => {
    await deleteRule({ environment, resource })
    await refreshDependents(queries)
  }
  return (
    <ConfirmButton
      button={(ask) => <Button onClick={ask}>Delete the rule</Button>}
      title="Delete the redundancy rule?"
      action="Delete"
      failed="The rule was not deleted"
      onConfirm={remove}
    >
      <p>
        From then on, one failed child is enough to hurt <b>{visibleText(resource)}</b>.
      </p>
      {source !== 'manual' && (
        <p>
          Its source is {source}: it comes back when {source} states it again.
        </p>
      )}
    </ConfirmButton>
  )
}

/** Sends the queries again whose answers depend on a rule. */
async function refreshDependents(queries: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['rules'] }),
    queries.invalidateQueries({ queryKey: ['impact'] }),
  ])
}
