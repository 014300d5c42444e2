import { useMutation } from '@tanstack/react-query'
import { readCmdbTemplate } from '../../api/import.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { saveFile } from '../../ui/save-file.js'
import styles from './import.module.css'

/** Explains the format of CMDB files, and offers templates for download. */
export function CmdbTemplates() {
  const { mutate, error, isPending } = useMutation({
    mutationFn: readCmdbTemplate,
    onSuccess: ({ name, text }) => saveFile(name, new Blob([text])),
  })
  return (
    <>
      <span>
        A record names a resource, and may name its parent, environment and services. A failure of the resource hurts
        its parent. Examples to start from:
      </span>
      <span className={styles.templates}>
        <Button icon="download" variant="quiet" disabled={isPending} onClick={() => mutate('csv')}>
          CSV example
        </Button>
        <Button icon="download" variant="quiet" disabled={isPending} onClick={() => mutate('json')}>
          JSON example
        </Button>
      </span>
      {error && <Failure error={error} what="The example could not be read" />}
    </>
  )
}
