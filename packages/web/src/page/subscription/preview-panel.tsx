import { visibleLabel, visibleText } from '@opsgraph/draw'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { previewSubscription, type SentSubscription, type SubscriptionPreview } from '../../api/subscriptions.js'
import { Button } from '../../ui/button.js'
import { SelectField } from '../../ui/field.js'
import { formatCount } from '../../ui/format.js'
import { Failure, Notice } from '../../ui/message.js'
import { Section } from '../../ui/page.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { StateStep, UnknownNames } from './subscription-parts.js'
import { KINDS } from './subscription-words.js'

const RANGES = [
  { value: '1', label: 'the last 24 hours' },
  { value: '7', label: 'the last 7 days' },
  { value: '30', label: 'the last 30 days' },
] as const

interface PreviewPanelProps {
  /** The fields of the form that decide which messages are sent. */
  readonly previewed: Partial<SentSubscription>
}

/** Shows which messages the subscription in the form would have sent in the last days. Nothing is sent. */
export function PreviewPanel({ previewed }: PreviewPanelProps) {
  const [days, setDays] = useState<(typeof RANGES)[number]['value']>('7')
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (sent: { readonly previewed: Partial<SentSubscription> }) =>
      await previewSubscription(sent.previewed, Number(days)),
  })
  const isOutdated = data !== undefined && JSON.stringify(variables?.previewed) !== JSON.stringify(previewed)
  return (
    <Section title="Preview">
      <p>The messages about services that it would have sent, from their stored history. Nothing is sent.</p>
      <SelectField label="In" value={days} options={RANGES} onValueChange={setDays} />
      <div>
        <Button icon="refresh" isBusy={isPending} onClick={() => mutate({ previewed })}>
          Preview
        </Button>
      </div>
      {error && <Failure error={error} what="There is no preview" />}
      {isOutdated && !isPending && <Notice>The form has changed since this preview.</Notice>}
      {data !== undefined && <PreviewResult preview={data} />}
    </Section>
  )
}

function PreviewResult({
  preview: { total, deliveries, omittedKinds, unknown },
}: {
  readonly preview: SubscriptionPreview
}) {
  return (
    <>
      <p role="status">
        {total === 0 ? 'It would have sent nothing.' : `It would have sent ${formatCount(total, 'message')}.`}
        {omittedKinds.length > 0 &&
          ` Left out: ${omittedKinds.map((kind) => KINDS[kind].toLowerCase()).join(', ')}, which have no history.`}
      </p>
      <UnknownNames unknown={unknown} />
      {total > deliveries.length && <Notice>The first {deliveries.length.toLocaleString()} are listed.</Notice>}
      {deliveries.length > 0 && (
        <Table
          caption="Messages"
          items={deliveries}
          what="messages"
          getKey={({ time, service }) => `${time} ${service}`}
          columns={COLUMNS}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<SubscriptionPreview['deliveries'][number]>[] = [
  { heading: 'Time', cell: ({ time }) => <time dateTime={time}>{new Date(time).toLocaleString()}</time> },
  { heading: 'Service', cell: ({ service }) => visibleLabel(service) },
  {
    heading: 'State',
    cell: ({ repeat, ...step }) => (
      <>
        <StateStep {...step} />
        {repeat && <div className={shared.muted}>again</div>}
      </>
    ),
  },
  {
    heading: 'Root causes',
    className: shared.muted,
    cell: ({ causes }) =>
      causes.map(({ alertId, resource, event }) => (
        <div key={alertId}>
          {visibleLabel(resource)} · {visibleText(event)}
        </div>
      )),
  },
]
