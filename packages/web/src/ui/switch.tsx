import { useMutation } from '@tanstack/react-query'
import { Dialog } from './dialog.js'
import { Failure } from './message.js'
import styles from './switch.module.css'

interface SwitchProps<Stored> {
  /** The name of the object that the switch turns on and off. */
  readonly name: string
  /** The words for the two states. */
  readonly words: { readonly on: string; readonly off: string }
  readonly isOn: boolean
  readonly save: (isOn: boolean) => Promise<Stored>
  readonly onSaved: (stored: Stored) => unknown
}

/** A switch that takes effect immediately. If the server refuses the change, a dialog shows the reason. */
export function Switch<Stored>({ name, words, isOn, save, onSaved }: SwitchProps<Stored>) {
  const change = useMutation({ mutationFn: async (next: boolean) => await save(next), onSuccess: onSaved })
  const shown = change.isPending ? change.variables : isOn
  return (
    <div className={styles.state}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={`${name} ${words.on}`}
        checked={shown}
        aria-checked={shown}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
      {shown ? words.on : words.off}
      <Dialog title={`${name} was not changed`} isOpen={change.isError} onClose={change.reset}>
        {change.error && <Failure error={change.error} />}
      </Dialog>
    </div>
  )
}
