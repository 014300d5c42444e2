import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activeTotalQuery } from '../../api/current-alerts.js'
import { Checkbox } from '../../ui/checkbox.js'
import styles from './policy.module.css'

interface EveryAlertProps {
  /** What happens to which alerts, such as `Hold every alert of this installation`. */
  readonly label: string
  /** The consequences. */
  readonly hint: string
}

/**
 * A checkbox for a form whose filter matches every alert. The browser does not submit the form before the user ticks
 * it. The label has the number of the alerts that are active now.
 */
export function EveryAlert({ label, hint }: EveryAlertProps) {
  const [isMeant, setMeant] = useState(false)
  const { data } = useQuery(activeTotalQuery)
  const count = data === undefined ? '' : ` (${data.toLocaleString()} active now)`
  return (
    <div className={styles.every}>
      <Checkbox required label={`${label}${count}`} hint={hint} checked={isMeant} onCheckedChange={setMeant} />
    </div>
  )
}
