import { visibleText } from '@opsgraph/draw'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import {
  rotateSecret,
  type SubscriptionDelivery,
  subscriptionQuery,
  testSubscription,
} from '../../api/subscriptions.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { Loaded } from '../../ui/loaded.js'
import { Failure, Notice } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import shared from '../../ui/shared.module.css'
import { Tabs } from '../../ui/tabs.js'
import { Deliveries, OwedMessages } from './deliveries.js'
import styles from './subscription.module.css'
import { SubscriptionForm } from './subscription-form.js'
import { DeleteSubscription, EnabledSwitch } from './subscription-list.js'
import { SecretDialog, UnknownNames } from './subscription-parts.js'

/** The page of a subscription: what it owes, its last deliveries, and its settings. */
export function SubscriptionView() {
  const { id = '' } = useParams()
  const query = useQuery(subscriptionQuery(id))
  const { subscription } = query.data ?? {}
  return (
    <Page
      title={subscription === undefined ? 'A subscription' : visibleText(subscription.name)}
      aside={subscription && <EnabledSwitch subscription={subscription} />}
      actions={subscription && <DeleteSubscription subscription={subscription} />}
    >
      <Loaded query={query} what="the subscription" failed="The subscription cannot be shown">
        {({ subscription: stored, unknown, owed, owedTotal, deliveries }) => (
          <>
            <UnknownNames unknown={unknown} />
            <Tabs
              label="The subscription"
              tabs={[
                {
                  id: 'deliveries',
                  label: 'Deliveries',
                  content: (
                    <div className={shared.tab}>
                      <Test id={id} onTested={() => query.refetch()}>
                        {stored.format === 'json' && <RotateSecret id={id} />}
                      </Test>
                      <OwedMessages messages={owed} total={owedTotal} />
                      <Deliveries deliveries={deliveries} />
                    </div>
                  ),
                },
                { id: 'settings', label: 'Settings', content: <SubscriptionForm stored={stored} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface TestProps {
  readonly id: string
  readonly onTested: () => unknown
  /** Further buttons. */
  readonly children: ReactNode
}

/** Sends a test message at once, and shows the answer of the receiver. */
function Test({ id, onTested, children }: TestProps) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => testSubscription(id),
    onSuccess: () => onTested(),
  })
  return (
    <>
      <div className={styles.bar}>
        <Button isBusy={isPending} onClick={() => mutate()}>
          Send a test
        </Button>
        {children}
      </div>
      {error && <Failure error={error} what="No test was sent" />}
      {data !== undefined && !isPending && <Tested delivery={data} />}
    </>
  )
}

function Tested({ delivery: { delivered, status, error, took } }: { readonly delivery: SubscriptionDelivery }) {
  const answer = status === null ? '' : `, status ${status}`
  const time = `${Math.round(took).toLocaleString()} ms`
  if (delivered && error === null) {
    return <Notice tone="good">{`The receiver has accepted the test${answer}, within ${time}.`}</Notice>
  }
  if (delivered) return <Notice tone="warning">Not everybody has received the test: {visibleText(error ?? '')}</Notice>
  return (
    <Notice tone="warning">
      The receiver has not accepted the test{answer}, within {time}: {visibleText(error ?? 'it gave no reason')}
    </Notice>
  )
}

/** Creates a new signing secret after a confirmation, and shows it once. */
function RotateSecret({ id }: { readonly id: string }) {
  const [secret, show] = useState<string>()
  return (
    <div>
      <ConfirmButton
        button={(ask) => (
          <Button icon="key" onClick={ask}>
            New secret…
          </Button>
        )}
        title="Make a new signing secret?"
        action="Make it"
        variant="primary"
        failed="No secret was made"
        onConfirm={async () => show(await rotateSecret(id))}
      >
        <p>For 24 hours, messages are signed with both secrets, so that the receiver can change over.</p>
      </ConfirmButton>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => show(undefined)} />}
    </div>
  )
}
