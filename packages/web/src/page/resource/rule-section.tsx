import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type RedundancyRule, ruleQuery } from '../../api/redundancy.js'
import type { ResourceName } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { LinkedText } from '../../ui/linked-text.js'
import { Loading } from '../../ui/loading.js'
import shared from '../../ui/shared.module.css'
import stage from '../../ui/stage.module.css'
import { RelationSourceBadge } from './relation-parts.js'
import styles from './resource.module.css'
import { DeleteRule, RuleDialog } from './rule-form.js'

interface RuleSectionProps extends ResourceName {
  /** What the user should know before a change. */
  readonly note?: ReactNode
}

/** The redundancy rule of a resource. The user can set, change and delete it. A change is stored at once. */
export function RuleSection({ note, ...name }: RuleSectionProps) {
  const { data: rule, error, refetch } = useQuery(ruleQuery(name))
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={stage.part} aria-label="Redundancy rule">
      <h3>Redundancy rule</h3>
      {note}
      {error && <Failure error={error} what="The rule is unknown" onRetry={() => refetch()} />}
      {rule === undefined && !error && <Loading what="the rule" />}
      {rule === null && <p className={shared.muted}>None: one failed child is enough to hurt this resource.</p>}
      {rule && <RuleFacts rule={rule} />}
      {rule !== undefined && (
        <div className={shared.line}>
          <Button onClick={() => setOpen(true)}>{rule === null ? 'Set a rule' : 'Change the rule'}</Button>
          {rule && <DeleteRule rule={rule} />}
        </div>
      )}
      {isOpen && rule !== undefined && <RuleDialog {...name} rule={rule} onClose={() => setOpen(false)} />}
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
