import type { Change } from '@opsgraph/core'
import { changeWords } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type Decommissioning, decommission, type ResourceName } from '../../api/resources.js'
import { PlanButton } from '../../ui/dialog.js'
import { formatCount } from '../../ui/format.js'
import { Notice } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import { RelationSourceBadge } from './relation-parts.js'

/**
 * A button that plans the decommissioning of a resource, shows the plan, and carries out exactly this plan after the
 * user has confirmed it.
 */
export function DecommissionButton(name: ResourceName) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const carryOut = async ({ planHash }: Decommissioning) => {
    await decommission(name, { planHash })
    void navigate('/resources/names')
    await queries.invalidateQueries()
  }
  return (
    <PlanButton
      label="Decommission…"
      plan={() => decommission(name, { dryRun: true })}
      planFailed="This cannot be planned"
      title={`Decommission ${visibleText(name.resource)}?`}
      action="Decommission"
      failed="Nothing was changed"
      onConfirm={carryOut}
    >
      {(plan) => <Plan plan={plan} />}
    </PlanButton>
  )
}

function Plan({ plan }: { readonly plan: Decommissioning }) {
  const { counts, changes, changesTotal, sources, emptied } = plan
  return (
    <div className={shared.loose}>
      <p>
        This removes {formatCount(counts.relations, 'relation')}, {formatCount(counts.nodes, 'node')},{' '}
        {formatCount(counts.rules, 'redundancy rule')} and {formatCount(counts.aliases, 'alias', 'aliases')}, and closes{' '}
        {formatCount(counts.alerts, 'alert')}. It cannot be undone.
      </p>
      {emptied.map(({ topologyId, name }) => (
        <Notice key={topologyId} tone="warning">
          The topology {visibleText(name)} is left with no resource.
        </Notice>
      ))}
      <LongList items={changes as readonly Change[]} what="changes" className={shared.tight}>
        {(change, index) => <PlannedChange key={index} change={change} />}
      </LongList>
      {changes.length < changesTotal && (
        <p className={shared.muted}>{(changesTotal - changes.length).toLocaleString()} more changes are not listed.</p>
      )}
      {sources.length > 0 && (
        <section aria-label="Sources">
          <p>It comes back if one of these sources names it again:</p>
          <ul className={shared.tight}>
            {sources.map(({ source, sourceRef }) => (
              <li key={`${source} ${sourceRef}`}>
                <RelationSourceBadge source={source} sourceRef={sourceRef} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function PlannedChange({ change }: { readonly change: Change }) {
  const { kind, name } = changeWords(change)
  const action = change.kind === 'alert' ? 'close' : change.action
  return (
    <li>
      {action} {kind} <b>{visibleText(name)}</b>
    </li>
  )
}
