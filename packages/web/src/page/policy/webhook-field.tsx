import { useQuery } from '@tanstack/react-query'
import { webhookNamesQuery } from '../../api/webhooks.js'
import { SelectField } from '../../ui/select-field.js'

interface WebhookFieldProps {
  /** The id of the webhook; `''` = alerts of every origin. */
  readonly id: string
  readonly error: string | undefined
  readonly onChange: (id: string) => void
}

/** The choice of the webhook whose alerts a policy applies to. */
export function WebhookField({ id, error, onChange }: WebhookFieldProps) {
  const { data, error: trouble } = useQuery(webhookNamesQuery)
  const webhooks = data ?? []
  const isListed = id === '' || webhooks.some((webhook) => webhook.id === id)
  return (
    <SelectField
      label="Alerts of"
      value={id}
      options={[
        { value: '', label: 'every origin' },
        ...(isListed ? [] : [{ value: id, label: id }]),
        ...webhooks.map((webhook) => ({ value: webhook.id, label: webhook.name })),
      ]}
      onValueChange={onChange}
      hint={trouble === null ? undefined : `The webhooks could not be read: ${trouble.message}`}
      error={error}
    />
  )
}
