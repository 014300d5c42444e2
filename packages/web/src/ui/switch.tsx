import type { ComponentProps } from 'react'
import styles from './switch.module.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'checked'> {
  /** What is on or off, such as `Enabled`, for screen readers. */
  readonly label: string
  readonly isOn: boolean
  /** Takes effect at once. */
  readonly onSwitch: (isOn: boolean) => void
}

/** A switch that takes effect at once. The text beside it shows its state. */
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
