import { useMemo, useState } from 'react'
import { changesOf } from '../../api/changes-of.js'
import {
  changePolicy,
  createPolicy,
  type RelationPolicy,
  type SentPolicy,
  type SimplePolicyKind,
  type WeightPolicy,
} from '../../api/policies.js'
import { Checkbox } from '../../ui/checkbox.js'
import { TextField } from '../../ui/field.js'
import { FilterEditor } from './filter-editor.js'
import { LiveMatches } from './live-matches.js'
import styles from './policy.module.css'
import { SavedForm } from './saved-form.js'
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
  const save = async () => {
    const sent = bodyOf(kind, fields, filters)
    const before = bodyOf(kind, start.fields, start.filters)
    await (policy === undefined ? createPolicy(kind, sent) : changePolicy(kind, policy.id, changesOf(sent, before)))
  }
  const field = (name: Exclude<keyof Fields, 'topologyId'>) => ({
    value: fields[name],
    onValueChange: (value: string) => setFields({ ...fields, [name]: value }),
    path: name,
  })
  return (
    <SavedForm
      action={policy === undefined ? 'Create' : 'Save'}
      save={save}
      queryKey={['policies', kind]}
      list={`/policies?kind=${kind}`}
      isUnsaved={JSON.stringify({ fields, filters }) !== JSON.stringify(start)}
      faults={read.faults}
      aside={<LiveMatches test={read.test} verb="match" />}
    >
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
              <TopologyField id={fields.topologyId} onChange={(topologyId) => setFields({ ...fields, topologyId })} />
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
      <FilterEditor label="Alerts that it applies to" path="filters" filter={filters} onChange={setFilters} />
    </SavedForm>
  )
}

/** The fields of both kinds of policies. A number is the text that the user has typed. */
type Fields = Readonly<
  Pick<Policy, 'name' | 'description' | 'status'> &
    Pick<WeightPolicy, 'topologyId'> &
    Pick<RelationPolicy, 'parent'> &
    Record<'weight', string>
>

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
