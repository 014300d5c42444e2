import { LIMITS } from '@opsgraph/core/pure'
import type { CatalogService } from '../../api/catalog.js'
import { Button, IconButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { useFaultText } from '../../ui/form-faults.js'
import styles from '../policy/action.module.css'
import { useRows } from '../policy/use-rows.js'

type Links = readonly Readonly<CatalogService['links'][number]>[]

interface LinkRowsProps {
  readonly links: Links
  readonly onChange: (links: Links) => void
}

/** The links of a catalog service, one row for each. */
export function LinkRows({ links, onChange }: LinkRowsProps) {
  // A fault of one link is shown at its row.
  const fault = useFaultText('links', 'exact')
  const rows = useRows(links, onChange)
  return (
    <>
      {rows.all.length > 0 && (
        <ul ref={rows.list} className={styles.rows} aria-label="Links">
          {rows.all.map((link, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, only an index
            <li key={index}>
              <fieldset className={styles.pair} aria-label={`Link ${index + 1}`}>
                <TextField
                  label="Title"
                  value={link.title}
                  onValueChange={(title) => rows.replace(index, { ...link, title })}
                  path={`links[${index}].title`}
                />
                <TextField
                  label="URL"
                  inputMode="url"
                  value={link.url}
                  onValueChange={(url) => rows.replace(index, { ...link, url })}
                  path={`links[${index}].url`}
                />
                <IconButton
                  className={styles.remove}
                  icon="trash"
                  label={`Remove link ${index + 1}`}
                  onClick={() => rows.remove(index)}
                />
              </fieldset>
            </li>
          ))}
        </ul>
      )}
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
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
