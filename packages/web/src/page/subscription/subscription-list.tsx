import { visibleText } from '@opsgraph/draw'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  changeSubscription,
  deleteSubscription,
  type Subscription,
  subscriptionsQuery,
} from '../../api/subscriptions.js'
import { IconButton, NewLink } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { Switch } from '../../ui/switch.js'
import { type Column, Table } from '../../ui/table.js'
import styles from './subscription.module.css'
import { describeSubscription, FORMATS } from './subscription-words.js'

/** The page with the subscriptions, which say who gets messages about what. */
export function SubscriptionList() {
  const [page] = usePageNumber()
  const list = useQuery(subscriptionsQuery(page))
  return (
    <Page title="Subscriptions" actions={<NewLink to="/subscriptions/new">New subscription</NewLink>}>
      <Listing query={list} what="the subscriptions" empty={<NoSubscriptions />}>
        {({ subscriptions }) => (
          <Table caption="Subscriptions" items={subscriptions} getKey={({ id }) => id} columns={COLUMNS} />
        )}
      </Listing>
    </Page>
  )
}

const COLUMNS: readonly Column<Subscription>[] = [
  {
    heading: 'Subscription',
    cell: ({ id, name }) => (
      <Link className={shared.strong} to={buildPath('subscriptions', id)}>
        {visibleText(name)}
      </Link>
    ),
  },
  { heading: 'State', cell: (subscription) => <EnabledSwitch subscription={subscription} /> },
  {
    heading: 'Receiver',
    cell: ({ format, url }) => (
      <>
        {FORMATS[format].label}
        <div className={shared.muted}>{visibleText(url)}</div>
      </>
    ),
  },
  {
    heading: 'Tells',
    cell: (subscription) => describeSubscription(subscription).map((sentence) => <div key={sentence}>{sentence}</div>),
  },
  { heading: 'Delete', cell: (subscription) => <DeleteSubscription subscription={subscription} /> },
]

type SwitchedSubscription = Pick<Subscription, 'id' | 'name' | 'enabled' | 'stale'>

/** Enables or disables a subscription at once. Warns if the server cannot send its messages. */
export function EnabledSwitch({
  subscription: { id, name, enabled, stale },
}: {
  readonly subscription: SwitchedSubscription
}) {
  const queries = useQueryClient()
  return (
    <>
      <Switch
        name={visibleText(name)}
        words={{ on: 'enabled', off: 'disabled' }}
        isOn={enabled}
        save={(isOn) => changeSubscription(id, { enabled: isOn })}
        onSaved={() =>
          Promise.all(
            [['subscriptions'], ['subscription', id]].map((queryKey) => queries.invalidateQueries({ queryKey })),
          )
        }
      />
      {stale && (
        <div className={styles.fault}>
          Nothing can be sent: the address was stored under another SECRET_KEY. Enter it again.
        </div>
      )}
    </>
  )
}

/** The button that deletes a subscription after a confirmation. */
export function DeleteSubscription({ subscription: { id, name } }: { readonly subscription: Subscription }) {
  return (
    <ConfirmButton
      button={(ask) => <IconButton icon="trash" label={`Delete ${visibleText(name)}`} onClick={ask} />}
      title={`Delete ${visibleText(name)}?`}
      action="Delete it"
      queryKey={['subscriptions']}
      onConfirm={() => deleteSubscription(id)}
    >
      <p>The receiver gets no more messages, not even that something is over. This cannot be undone.</p>
    </ConfirmButton>
  )
}

function NoSubscriptions() {
  return (
    <EmptyState
      icon="bell"
      title="No subscriptions yet"
      action={<NewLink to="/subscriptions/new">Create the first subscription</NewLink>}
    >
      A subscription sends messages when alerts hurt services, and when the services recover: to Slack, Teams,
      Mattermost or PagerDuty, by e-mail, or as signed JSON.
    </EmptyState>
  )
}
