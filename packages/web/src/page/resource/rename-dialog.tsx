import { visibleText } from '@opsgraph/draw'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type RenamePlan, renamePlanQuery, renameResource } from '../../api/names.js'
import type { ResourceName } from '../../api/resources.js'
import { Checkbox } from '../../ui/checkbox.js'
import { Failure } from '../../ui/failure.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { formatCount } from '../../ui/format-count.js'
import { Loading } from '../../ui/loading.js'
import { Notice } from '../../ui/notice.js'
import { buildResourcePath } from '../../ui/resource-link.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import { useDebounced } from '../../ui/use-debounced.js'
import styles from './resource.module.css'

interface RenameDialogProps extends ResourceName {
  readonly onClose: () => void
}

/** A form that renames a resource. It shows what would change before it is sent. */
export function RenameDialog({ environment, resource, onClose }: RenameDialogProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setName] = useState('')
  const [merge, setMerge] = useState(false)
  const to = useDebounced(typed).trim()
  const rename = { environment, from: resource, to, merge }
  const { data: plan, error, isLoading } = useQuery({ ...renamePlanQuery(rename), enabled: to !== '' })
  const isShown = typed.trim() === to && plan !== undefined
  const renaming = useMutation({
    mutationFn: async () => await renameResource(rename),
    onSuccess: async () => {
      onClose()
      await navigate(buildResourcePath({ environment, resource: to }))
      await queries.invalidateQueries()
    },
  })
  return (
    <FormDialog
      title={`Rename ${visibleText(resource)}`}
      action="Rename"
      canSubmit={isShown}
      sending={renaming}
      failed="The resource was not renamed"
      onClose={onClose}
    >
      <TextField
        label="New name"
        required
        hint="The old name becomes an alias: what still arrives under it is found."
        value={typed}
        onValueChange={setName}
      />
      <Checkbox
        label="Join with the resource that has this name"
        hint="If the new name exists, both become one resource. This cannot be undone."
        checked={merge}
        onCheckedChange={setMerge}
      />
      {isLoading && <Loading what="what would change" />}
      {error && <Failure error={error} what="This name cannot be given" />}
      {isShown && <Plan plan={plan} />}
    </FormDialog>
  )
}

function Plan({ plan: { changes, changesTotal, near } }: { readonly plan: RenamePlan }) {
  return (
    <section aria-label="What would change">
      <h3>{formatCount(changesTotal, 'change')}</h3>
      {near.length > 0 && (
        <Notice tone="warning">
          Near the new name, and perhaps the same resource: {near.map(visibleText).join(', ')}
        </Notice>
      )}
      <LongList items={changes} what="changes" className={shared.tight}>
        {({ action, kind, text }) => (
          <li key={`${kind} ${text}`} className={styles.end}>
            <div className={shared.grow}>{visibleText(text)}</div>
            <span className={shared.muted}>{ACTIONS[action]}</span>
          </li>
        )}
      </LongList>
    </section>
  )
}

const ACTIONS = { rename: 'renamed', merge: 'joined', remove: 'removed' } as const
