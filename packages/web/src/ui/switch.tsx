import type { ComponentProps } from 'react'
import styles from './switch.module.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'checked'> {
  /** What is on or off, read aloud: `Enabled`. */
  readonly label: string
  readonly isOn: boolean
  /** Takes effect at once. */
  readonly onSwitch: (isOn: boolean) => void
}

/** A yes or no that takes effect at once; the words beside it say which of both it is. */
export function Switch({ label, isOn, onSwitch, ...input }: SwitchProps) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      className={styles.switch}
      aria-label={label}
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onSwitch(event.target.checked)}
    />
  )
}
