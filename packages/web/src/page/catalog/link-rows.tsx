import { LIMITS } from '@opsgraph/core/pure'
import type { CatalogService } from '../../api/catalog.js'
import { Button } from '../../ui/button.js'
import { useFaultText } from '../../ui/form-faults.js'
import shared from '../../ui/shared.module.css'
import styles from '../policy/action.module.css'
import { type Column, RowList, useRows } from '../policy/row-list.js'

type Links = readonly Readonly<CatalogService['links'][number]>[]

interface LinkRowsProps {
  readonly links: Links
  readonly onChange: (links: Links) => void
}

const LINK: readonly Column<'title' | 'url'>[] = [
  { name: 'title', label: 'Title' },
  { name: 'url', label: 'URL', inputMode: 'url' },
]

/** The links of a catalog service, one row for each. */
export function LinkRows({ links, onChange }: LinkRowsProps) {
  // This fault concerns the list. A fault of one link is shown at its row.
  const fault = useFaultText('links', 'exact')
  const rows = useRows(links, onChange)
  return (
    <>
      <RowList label="Links" row="link" path="links" rows={rows} columns={LINK} className={styles.pair} />
      {fault !== undefined && <p className={shared.fault}>{fault}</p>}
      <div>
        <Button
          ref={rows.add}
          icon="plus"
          disabled={links.length >= LIMITS.catalogLinks}
          onClick={() => rows.append({ title: '', url: '' })}
        >
          Add a link
        </Button>
      </div>
    </>
  )
}
