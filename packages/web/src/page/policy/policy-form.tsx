import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { changesOf } from '../../api/changes-of.js'
import { faultAt, faultsOf } from '../../api/faults.js'
import {
  changePolicy,
  createPolicy,
  type RelationPolicy,
  type SentPolicy,
  type SimplePolicyKind,
  type WeightPolicy,
} from '../../api/policies.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { Failure } from '../../ui/failure.js'
import { TextField } from '../../ui/field.js'
import { LeaveGuard, useLeaveWhen } from '../../ui/leave-guard.js'
import { FilterEditor } from './filter-editor.js'
import { LiveMatches } from './live-matches.js'
import styles from './policy.module.css'
import { readAlertFilter, type SentFilter } from './sent-filter.js'
import { TopologyField } from './topology-field.js'
import { sentNumber } from './value-text.js'

type Policy = WeightPolicy | RelationPolicy

interface PolicyFormProps {
  readonly kind: SimplePolicyKind
  /** The stored policy; `undefined` if the form creates a new one. */
  readonly policy: Policy | undefined
}

/** The form of a weight policy or a relation policy. It also shows the current alerts that the filter matches. */
export function PolicyForm({ kind, policy }: PolicyFormProps) {
  const [start] = useState(() => ({ fields: fieldsOf(policy), filters: (policy?.filters ?? {}) as SentFilter }))
  const [fields, setFields] = useState(start.fields)
  const [filters, setFilters] = useState(start.filters)
  const read = useMemo(() => readAlertFilter(filters), [filters])
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useMutation({
    mutationFn: async () => {
      const sent = bodyOf(kind, fields, filters)
      const before = bodyOf(kind, start.fields, start.filters)
      await (policy === undefined ? createPolicy(kind, sent) : changePolicy(kind, policy.id, changesOf(sent, before)))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['policies', kind] }),
  })
  const { isSuccess } = saving
  useLeaveWhen(isSuccess, `/policies?kind=${kind}`)
  const faults = faultsOf(saving.error)
  const field = (name: Exclude<keyof Fields, 'topologyId'>) => ({
    value: fields[name],
    onValueChange: (value: string) => setFields({ ...fields, [name]: value }),
    error: faultAt(faults, name),
  })
  const refused = faults.find(({ path }) => path.startsWith('filters'))
  return (
    <div className={styles.split}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        {saving.error && <Failure error={saving.error} what="Nothing was saved" />}
        <section className={styles.section}>
          <div className={styles.fields}>
            <TextField label="Name" {...field('name')} />
            <TextField label="Description" {...field('description')} />
            {kind === 'weight' ? (
              <>
                <TextField
                  label="Weight"
                  inputMode="decimal"
                  hint="A larger number is a higher weight"
                  {...field('weight')}
                />
                <TopologyField
                  id={fields.topologyId}
                  error={faultAt(faults, 'topologyId')}
                  onChange={(topologyId) => setFields({ ...fields, topologyId })}
                />
              </>
            ) : (
              <TextField
                label="Parent"
                hint="The resource of the same environment that is hurt if the resource of the alert fails"
                {...field('parent')}
              />
            )}
          </div>
          <Checkbox
            label="Active"
            hint="Applies to alerts received from now on."
            checked={fields.status === 'active'}
            onCheckedChange={(isActive) => setFields({ ...fields, status: isActive ? 'active' : 'inactive' })}
          />
        </section>
        <FilterEditor
          label="Alerts that it applies to"
          path="filters"
          filter={filters}
          fault={'fault' in read ? read.fault : refused}
          onChange={setFilters}
        />
        <div className={styles.bar}>
          <Button type="submit" variant="primary" isBusy={saving.isPending}>
            {policy === undefined ? 'Create' : 'Save'}
          </Button>
          <Button onClick={() => navigate(`/policies?kind=${kind}`)}>Cancel</Button>
        </div>
      </form>
      <LiveMatches test={'test' in read ? read.test : undefined} verb="match" />
      <LeaveGuard isUnsaved={!isSuccess && JSON.stringify({ fields, filters }) !== JSON.stringify(start)} />
    </div>
  )
}

interface Fields {
  readonly name: string
  readonly description: string
  readonly status: Policy['status']
  readonly weight: string
  /** The id of the topology that the policy belongs to; `null` for a global policy. */
  readonly topologyId: string | null
  readonly parent: string
}

function fieldsOf(policy: Policy | undefined): Fields {
  const { name = '', description = '', status = 'active' } = policy ?? {}
  const own = { name, description, status, weight: '0', topologyId: null, parent: '' }
  if (policy === undefined) return own
  if ('parent' in policy) return { ...own, parent: policy.parent }
  return { ...own, weight: String(policy.weight), topologyId: policy.topologyId }
}

function bodyOf(kind: SimplePolicyKind, fields: Fields, filters: SentFilter): SentPolicy {
  const { name, description, status, parent, topologyId } = fields
  const sent = { name, description, status, filters: filters as NonNullable<SentPolicy['filters']> }
  return kind === 'relation' ? { ...sent, parent } : { ...sent, weight: sentNumber(fields.weight), topologyId }
}
