import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Policy, type PolicyKind, setPolicyStatus } from '../../api/policies.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { Switch } from '../../ui/switch.js'
import styles from './policy.module.css'

interface PolicySwitchProps {
  readonly kind: PolicyKind
  readonly policy: Policy
}

/** Switches a policy on or off. The change affects only alerts that are received afterwards. */
export function PolicySwitch({ kind, policy: { id, name, status } }: PolicySwitchProps) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async (isOn: boolean) => await setPolicyStatus(kind, id, isOn ? 'active' : 'inactive'),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['policies', kind] }),
        queries.invalidateQueries({ queryKey: ['policy', kind, id] }),
      ]),
  })
  const isOn = change.isPending ? change.variables : status === 'active'
  return (
    <div className={styles.bar}>
      <Switch label={`${name} active`} isOn={isOn} disabled={change.isPending} onSwitch={change.mutate} />
      {isOn ? 'active' : 'inactive'}
      <Dialog title={`${name} was not changed`} isOpen={change.isError} onClose={change.reset}>
        {change.error && <Failure error={change.error} />}
      </Dialog>
    </div>
  )
}
