import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classes } from './classes.js'
import { Icon, type IconName } from './icon.js'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the one thing to do here; `danger`: something is lost by it; `quiet`: without a border. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  readonly icon?: IconName | undefined
  /** Whether it does its work right now, and takes no second press. */
  readonly isBusy?: boolean | undefined
}

export function Button({ variant = 'plain', icon, isBusy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[variant], className)}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className={styles.spinner} /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** What it does: read aloud, and shown to a pointer that rests on it. */
  readonly label: string
  readonly icon: IconName
}

/** A button that is a picture alone. */
export function IconButton({ label, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      className={classes(styles.square, className)}
      aria-label={label}
      title={label}
    />
  )
}
