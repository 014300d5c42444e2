import { attentionOf, isActive } from '@opsgraph/core/pure'
import { visibleLabel, visibleText } from '@opsgraph/draw'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { addNote, alertQuery, type ChangedStatuses } from '../../api/alerts.js'
import { alertImpactQuery, whyNotQuery } from '../../api/impact.js'
import type { operations } from '../../api/schema.js'
import type { Alert } from '../../api/schemas.js'
import { Button } from '../../ui/button.js'
import { TextArea, TextField } from '../../ui/field.js'
import { SentForm } from '../../ui/form-faults.js'
import { HeldBy } from '../../ui/impact-counts.js'
import { LinkedText } from '../../ui/linked-text.js'
import { Failure, Loading } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { TopologyLink } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { formatArrival, NamedAlerts, ResourcePath, ServiceName } from '../service/named-alerts.js'
import styles from '../service/service.module.css'
import alertStyles from './alert.module.css'
import { AlertFacts, OpenFingerprints } from './alert-facts.js'
import { ChangeNotice, StatusDialog } from './status-dialog.js'

type ImpactOfAlert = operations['readAlertImpact']['responses'][200]['content']['application/json']

/**
 * The page of an alert. It shows the alert, its open fingerprints and its history, the services that it reaches, and
 * the alerts that explain it or that it explains. The user can change the status of the alert and add notes.
 */
export function AlertView() {
  const { id = '' } = useParams()
  const alert = useQuery(alertQuery(id))
  const impact = useQuery(alertImpactQuery(id))
  const [changes, setChanges] = useState<readonly ChangedStatuses[]>([])
  const [changed] = changes
  const error = alert.error ?? impact.error
  const title = alert.data && `${visibleLabel(alert.data.resource)} · ${visibleText(alert.data.event)}`
  const change = alert.data && <ChangeStatus id={id} onChanged={(next) => setChanges([next, ...changes])} />
  return (
    <Page title={title ?? 'Alert'} actions={change}>
      {alert.isPending && <Loading what="the alert" />}
      {error && <Failure error={error} onRetry={() => Promise.all([alert.refetch(), impact.refetch()])} />}
      {changed && <ChangeNotice key={changes.length} changed={changed} />}
      {alert.data && <AlertFacts alert={alert.data} />}
      {alert.data && <OpenFingerprints fingerprints={alert.data.fingerprints} />}
      {alert.data && impact.data && <Impact impact={impact.data} alert={alert.data} />}
      {alert.data && <WhyNot id={id} />}
      {alert.data && (
        <section className={styles.part}>
          <h2 className={styles.subtitle}>History</h2>
          <NoteForm id={id} />
          <AlertHistory history={alert.data.history} />
        </section>
      )}
    </Page>
  )
}

interface ChangeStatusProps {
  readonly id: string
  readonly onChanged: (changed: ChangedStatuses) => void
}

function ChangeStatus({ id, onChanged }: ChangeStatusProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button onClick={() => setAsked(true)}>Change the status</Button>
      <StatusDialog
        title="Change the status"
        ids={isAsked ? [id] : undefined}
        onClose={() => setAsked(false)}
        onChanged={onChanged}
      />
    </>
  )
}

interface ImpactProps {
  readonly impact: ImpactOfAlert
  readonly alert: Alert
}

function Impact({ impact: { services, explainedBy, explains, circle }, alert }: ImpactProps) {
  if (!isActive(alert.status)) return <p className={shared.muted}>This alert is over: it hurts nothing.</p>
  return (
    <>
      <Section title="Services" count={services.length} none="This alert reaches no service.">
        <ul className={shared.list}>
          {services.map((reached) => (
            <ReachedService key={reached.service} reached={reached} alert={alert} />
          ))}
        </ul>
      </Section>
      <Section title="Explained by" count={explainedBy.length} none="No other alert explains this alert.">
        <NamedAlerts alerts={explainedBy} />
      </Section>
      <Section title="Explains" count={explains.length} none="This alert explains no other alert.">
        <NamedAlerts alerts={explains} />
      </Section>
      {circle.length > 0 && (
        <Section title="In a circle with" count={circle.length} none="">
          <NamedAlerts alerts={circle} />
        </Section>
      )}
    </>
  )
}

interface ReachedServiceProps {
  readonly reached: ImpactOfAlert['services'][number]
  readonly alert: Pick<Alert, 'severity' | 'status'>
}

/**
 * A service that the alert reaches: how severe the alert is there, and the redundancy rules that hold it or lower its
 * severity.
 */
function ReachedService({ reached, alert: { severity, status } }: ReachedServiceProps) {
  const { service, name, topologyId, nodeId, path, counts, arrives, heldBy, heldByTotal } = reached
  return (
    <li className={styles.cause}>
      <div className={shared.line}>
        <ServiceName service={service} name={name} />
        <TopologyLink topologyId={topologyId} nodeId={nodeId}>
          Show in the topology
        </TopologyLink>
      </div>
      {path.length > 1 && <ResourcePath path={path} />}
      {arrives !== severity && <span className={shared.muted}>{formatArrival(severity, arrives)}</span>}
      <HeldBy rules={heldBy} total={heldByTotal} isHeld={arrives === null} />
      {!counts && arrives !== null && (
        <span className={shared.muted}>
          does not count: {attentionOf(status) === 'silenced' ? `its status is ${status}` : 'the catalog leaves it out'}
        </span>
      )}
    </li>
  )
}

interface SectionProps {
  readonly title: string
  readonly count: number
  /** The text to show if `count` is 0. */
  readonly none: string
  readonly children: ReactNode
}

function Section({ title, count, none, children }: SectionProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>{count === 0 ? title : `${title} (${count.toLocaleString()})`}</h2>
      {count === 0 ? <p className={shared.muted}>{none}</p> : children}
    </section>
  )
}

/** A form in which the user enters a service, and then reads why the alert does not hurt this service. */
function WhyNot({ id }: { readonly id: string }) {
  const [text, setText] = useState('')
  const [service, setService] = useState('')
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>Why not this service?</h2>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault()
          setService(text.trim())
        }}
      >
        <TextField label="A service that the alert does not hurt" value={text} onValueChange={setText} />
        <Button type="submit">Ask</Button>
      </form>
      {service !== '' && <Reason id={id} service={service} />}
    </section>
  )
}

function Reason({ id, service }: { readonly id: string; readonly service: string }) {
  const { data, error, refetch } = useQuery(whyNotQuery(id, service))
  if (error) return <Failure error={error} onRetry={() => refetch()} />
  if (data === undefined) return null
  return <p aria-live="polite">{data?.message ?? `The alert hurts ${service}.`}</p>
}

/** The history of an alert, newest entry first. */
function AlertHistory({ history }: Pick<Alert, 'history'>) {
  return (
    <Table
      caption="History of the alert"
      items={history.toReversed()}
      getKey={({ id }) => id}
      columns={HISTORY_COLUMNS}
    />
  )
}

const HISTORY_COLUMNS: readonly Column<Alert['history'][number]>[] = [
  { heading: 'When', cell: ({ updateTime }) => <TimeAgo time={updateTime} /> },
  {
    heading: 'What',
    cell: ({ type, severity, status, assignee }) => (
      <>
        {type}
        {type !== 'note' && (
          <div className={shared.quiet}>
            {severity}, {status}
            {assignee !== undefined && `, ${visibleText(assignee)} has it`}
          </div>
        )}
      </>
    ),
  },
  { heading: 'By', cell: ({ actor }) => visibleText(actor) },
  { heading: 'Text', className: alertStyles.text, cell: ({ text }) => <LinkedText text={text} /> },
]

/** Adds a note to the history of an alert. */
function NoteForm({ id }: { readonly id: string }) {
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const adding = useMutation({
    mutationFn: async () => await addNote(id, text),
    onSuccess: (alert) => {
      queries.setQueryData(alertQuery(id).queryKey, alert)
      setText('')
    },
  })
  return (
    <SentForm className={alertStyles.note} sending={adding}>
      <TextArea label="Note" rows={2} value={text} onValueChange={setText} path="text" />
      {adding.error && <Failure error={adding.error} what="The note was not added" />}
      <Button type="submit" isBusy={adding.isPending}>
        Add the note
      </Button>
    </SentForm>
  )
}
