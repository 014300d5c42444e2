import { visibleText } from '@opsgraph/draw'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  aliasesQuery,
  deleteAlias,
  type RenamePlan,
  type ResourceName,
  renamePlanQuery,
  renameResource,
} from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { ConfirmButton, FormDialog } from '../../ui/dialog.js'
import { TextField } from '../../ui/field.js'
import { formatCount } from '../../ui/format.js'
import { Listing } from '../../ui/loaded.js'
import { Failure, Loading, Notice } from '../../ui/message.js'
import { buildResourcePath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { useDebounced } from '../../ui/use-debounced.js'
import styles from './resource.module.css'

/** The aliases of a resource, and a button that renames it. */
export function NamesTab(name: ResourceName) {
  const [page, showPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const query = useQuery(aliasesQuery(name, page))
  return (
    <section className={stage.part} aria-label="Names">
      <h3>
        Aliases <span className={shared.muted}>{query.data?.total.toLocaleString()}</span>
      </h3>
      <p className={shared.muted}>If an alert or an import uses one of these names, it means this resource.</p>
      <Listing query={query} what="the aliases" empty={<p className={shared.muted}>None.</p>} onPage={showPage}>
        {({ aliases }) => (
          <LongList items={aliases} what="aliases" className={shared.tight}>
            {({ id, alias, environment }) => (
              <li key={id} className={styles.end}>
                <div className={shared.grow}>{visibleText(alias)}</div>
                <DeleteAlias alias={alias} environment={environment} />
              </li>
            )}
          </LongList>
        )}
      </Listing>
      <div className={shared.line}>
        <Button onClick={() => setOpen(true)}>Rename the resource</Button>
      </div>
      {isOpen && <RenameDialog {...name} onClose={() => setOpen(false)} />}
    </section>
  )
}

function DeleteAlias({ alias, environment }: { readonly alias: string; readonly environment: string }) {
  return (
    <ConfirmButton
      button={(ask) => (
        <Button onClick={ask} aria-label={`Delete the alias ${visibleText(alias)}`}>
          Delete
        </Button>
      )}
      title="Delete the alias?"
      action="Delete"
      failed="The alias was not deleted"
      queryKey={['aliases']}
      onConfirm={() => deleteAlias({ environment, alias })}
    >
      <p>
        Afterwards <b>{visibleText(alias)}</b> is the name of another resource.
      </p>
    </ConfirmButton>
  )
}

interface RenameDialogProps extends ResourceName {
  readonly onClose: () => void
}

/** A form that renames a resource. It shows what would change before it is sent. */
function RenameDialog({ environment, resource, onClose }: RenameDialogProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setName] = useState('')
  const [merge, setMerge] = useState(false)
  const to = useDebounced(typed).trim()
  const rename = { environment, from: resource, to, merge }
  const { data: plan, error, isLoading } = useQuery({ ...renamePlanQuery(rename), enabled: to !== '' })
  const isShown = typed.trim() === to && plan !== undefined
  const send = async () => {
    await renameResource(rename)
    return to
  }
  /** Opens the page of the name that was sent. The user may have typed another one since. */
  const open = async (name: string) => {
    onClose()
    await navigate(buildResourcePath({ environment, resource: name }))
    await queries.invalidateQueries()
  }
  return (
    <FormDialog
      title={`Rename ${visibleText(resource)}`}
      action="Rename"
      canSubmit={isShown}
      send={send}
      onSent={open}
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
