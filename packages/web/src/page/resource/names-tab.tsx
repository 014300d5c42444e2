import { visibleText } from '@opsgraph/draw'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { aliasesQuery, deleteAlias } from '../../api/names.js'
import type { ResourceName } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm-dialog.js'
import { Listing } from '../../ui/listing.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { RenameDialog } from './rename-dialog.js'
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
  const queries = useQueryClient()
  const remove = async () => {
    await deleteAlias({ environment, alias })
    await queries.invalidateQueries({ queryKey: ['aliases'] })
  }
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
      onConfirm={remove}
    >
      <p>
        Afterwards <b>{visibleText(alias)}</b> is the name of another resource.
      </p>
    </ConfirmButton>
  )
}
