import type { ComponentProps } from 'react'
import styles from './switch.module.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'checked'> {
  /** What the switch turns on and off, such as `Enabled`, for screen readers. */
  readonly label: string
  readonly isOn: boolean
  /** Called when the user turns the switch on or off. The change must take effect immediately. */
  readonly onSwitch: (isOn: boolean) => void
}

/** A switch that takes effect immediately. A text beside the switch shows its state. */
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
