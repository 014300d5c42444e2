import { useQueryClient } from '@tanstack/react-query'
import { changeWebhook, type Webhook } from '../../api/webhooks.js'
import { Switch } from '../../ui/switch.js'

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
  const show = async (changed: Webhook) => {
    queries.setQueryData(['webhook', id], changed)
    onChanged?.(changed)
    await queries.invalidateQueries({ queryKey: ['webhooks'] })
  }
  return (
    <Switch
      name={name}
      words={{ on: 'enabled', off: 'disabled' }}
      isOn={enabled}
      save={(isOn) => changeWebhook(id, { enabled: isOn })}
      onSaved={show}
    />
  )
}
