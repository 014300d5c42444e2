import { Icon } from '../../ui/icon.js'
import shared from '../../ui/shared.module.css'
import styles from './editor.module.css'
import type { LocatedFault } from './faults.js'

/** Lists the faults of a node, an edge or a field. */
export function FaultNotes({ faults }: { readonly faults: readonly LocatedFault[] }) {
  if (faults.length === 0) return null
  return (
    <ul className={shared.tight}>
      {faults.map(({ code, message }) => (
        <li key={`${code} ${message}`} className={styles.fault}>
          <Icon name="alert" />
          <span>
            {message} <code className={styles.code}>{code}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}
