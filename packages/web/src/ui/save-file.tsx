import { useMutation } from '@tanstack/react-query'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Failure } from './message.js'

interface CsvButtonProps {
  /** The name of the file, without `.csv`. */
  readonly name: string
  /** The number of items of the list; `undefined` = unknown yet. */
  readonly total: number | undefined
  /** Reads the whole list, with the filter of the page. */
  readonly read: () => Promise<Blob>
}

/** A button that saves a whole list as a CSV file. It is not shown while the list has no items. */
export function CsvButton({ name, total = 0, read }: CsvButtonProps) {
  const saving = useMutation({ mutationFn: async () => saveFile(`${name}.csv`, await read()) })
  if (total === 0) return null
  return (
    <>
      <Button icon="download" isBusy={saving.isPending} onClick={() => saving.mutate()}>
        CSV
      </Button>
      <Dialog title="Not saved" isOpen={saving.error !== null} onClose={() => saving.reset()}>
        {saving.error && <Failure error={saving.error} />}
      </Dialog>
    </>
  )
}

/** Lets the browser save a file, as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
