import { Icon } from '../../ui/icon.js'
import styles from './editor.module.css'

interface SaveStateProps {
  readonly isUnsaved: boolean
  readonly faults: number
}

/** Shows whether there are unsaved changes, and the number of faults. Screen readers announce each change. */
export function SaveState({ isUnsaved, faults }: SaveStateProps) {
  return (
    <span role="status" className={styles.state}>
      <Icon name={isUnsaved ? 'edit' : 'check'} />
      {isUnsaved ? 'Unsaved changes' : 'All saved'}
      {faults > 0 && (
        <span className={styles.faulty}>
          · {faults} {faults === 1 ? 'fault' : 'faults'}
        </span>
      )}
    </span>
  )
}
