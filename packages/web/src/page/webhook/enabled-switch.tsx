import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeWebhook, type Webhook } from '../../api/webhooks.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { Switch } from '../../ui/switch.js'
import styles from './webhook.module.css'

interface EnabledSwitchProps {
  readonly webhook: { readonly id: string; readonly name: string; readonly enabled: boolean }
  /** Called with the stored webhook after it was enabled or disabled. */
  readonly onChanged?: (stored: Webhook) => void
}

/**
 * Enables or disables a webhook immediately, without saving the form. If the mapping of the webhook is incomplete, the
 * server refuses to enable it, and the switch shows the reason.
 */
export function EnabledSwitch({ webhook: { id, name, enabled }, onChanged }: EnabledSwitchProps) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (isOn: boolean) => changeWebhook(id, { enabled: isOn }),
    onSuccess: async (changed) => {
      queries.setQueryData(['webhook', id], changed)
      onChanged?.(changed)
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const isOn = change.isPending ? change.variables : enabled
  return (
    <div className={styles.state}>
      <Switch label={`${name} enabled`} isOn={isOn} disabled={change.isPending} onSwitch={change.mutate} />
      {isOn ? 'enabled' : 'disabled'}
      <Dialog title={`${name} was not changed`} isOpen={change.isError} onClose={change.reset}>
        {change.error && <Failure error={change.error} />}
      </Dialog>
    </div>
  )
}
