import type { ExplainedAlert, Explanation } from '../../api/webhooks.js'
import { formatCount } from '../../ui/format.js'
import { Icon } from '../../ui/icon.js'
import { Notice } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { Table } from '../../ui/table.js'
import { findValue, formatValue } from './payload-text.js'
import styles from './webhook.module.css'

/** Shows the alerts that a payload would create, and where the value of each field comes from. */
export function ExplanationView({ explanation }: { readonly explanation: Explanation }) {
  const { total, warned, alerts, message, missingColumns, truncated } = explanation
  const rejected = alerts.filter(({ error }) => error !== null).length
  return (
    <div className={shared.form}>
      {missingColumns.length > 0 && (
        <Notice tone="warning">
          To enable the webhook, give a mapping or a default value to: <strong>{missingColumns.join(', ')}</strong>.
        </Notice>
      )}
      {message !== null && <Notice tone="warning">{message}</Notice>}
      {total > 0 && (
        <p role="status">
          <strong>{formatCount(total, 'alert')}</strong>
          {rejected > 0 && `, ${rejected} of them would be rejected`}
          {warned > 0 && `, ${warned} with a warning`}
          {total > alerts.length && `; the first ${alerts.length} are explained`}
          {truncated && '; the alert policies need too many steps, so a delivery may be refused'}
        </p>
      )}
      {alerts.map((alert, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alerts from the same element differ only in their index
        <Alert key={`${index} ${alert.element}`} alert={alert} isFirst={index === 0} />
      ))}
    </div>
  )
}

function Alert({ alert, isFirst }: { readonly alert: ExplainedAlert; readonly isFirst: boolean }) {
  const { element, error, warnings, fields, input, policies } = alert
  const source = element === '' ? 'the payload' : element
  return (
    <details className={styles.delivery} open={isFirst}>
      <summary>
        <span className={styles.value}>{source}</span>
        <span className={error === null ? styles.good : styles.bad}>
          <Icon name={error === null ? 'check' : 'alert'} />
          {describeOutcome(alert)}
          {warnings.length > 0 && ', with a warning'}
        </span>
      </summary>
      <div className={styles.inside}>
        {error !== null && <Notice tone="warning">{error}</Notice>}
        {warnings.map((warning) => (
          <Notice key={warning} tone="warning">
            {warning}
          </Notice>
        ))}
        <Identity alert={alert} />
        <Table
          caption={`Fields of the alert from ${source}`}
          items={fields}
          getKey={({ field }) => field}
          columns={[
            { heading: 'Field', cell: ({ field }) => field },
            { heading: 'Value', className: styles.value, cell: ({ field }) => formatValue(findValue(input, field)) },
            { heading: 'Comes from', cell: (field) => <Origin field={field} /> },
          ]}
        />
        {policies.length > 0 && (
          <Table
            caption={`Alert policies for the alert from ${source}`}
            items={policies}
            getKey={({ policyId }) => policyId}
            columns={[
              { heading: 'Alert policy', cell: ({ name }) => name },
              {
                heading: 'What it does',
                className: styles.effect,
                cell: (run) => <div className={run.matched ? styles.value : undefined}>{describePolicyRun(run)}</div>,
              },
            ]}
          />
        )}
      </div>
    </details>
  )
}

/** Shows what decides whether a later alert renews or closes this one: its fingerprint and its time. */
function Identity({ alert: { alert, times } }: { readonly alert: ExplainedAlert }) {
  const eventTime = times.some(({ field }) => field === 'eventTime') ? null : alert?.eventTime
  const read = times.filter(({ fault }) => fault === null)
  const texts = [
    ...(alert?.fingerprint ? [`fingerprint: ${alert.fingerprint}`] : []),
    ...(eventTime ? [`event time: ${eventTime}`] : []),
    ...read.map(({ field, sent, time }) => `${field}: ${formatValue(sent)} is read as ${time ?? 'no time'}`),
  ]
  return texts.map((text) => (
    <p key={text} className={shared.quiet}>
      {text}
    </p>
  ))
}

type Provenance = ExplainedAlert['fields'][number]

function Origin({ field: { origin, path, hint } }: { readonly field: Provenance }) {
  const isMissed = path !== null && origin !== 'path' && origin !== 'literal'
  return (
    <div className={styles.came}>
      <span className={isMissed ? styles.bad : styles.good}>
        <Icon name={isMissed ? 'close' : 'check'} />
        {describeOrigin(origin, isMissed)}
      </span>
      {path !== null && <code className={styles.value}>{path}</code>}
      {hint !== null && <span>{hint}</span>}
    </div>
  )
}

function describeOutcome({ error, droppedBy, outdated, closes }: ExplainedAlert): string {
  if (outdated === true) return 'would change nothing: it is outdated, a newer state is stored'
  if (droppedBy !== null) return 'would be dropped by an alert policy'
  if (error !== null) return 'would be rejected'
  return closes ? 'would close an open alert' : 'would be created'
}

function describePolicyRun({ matched, reason, dropped, changes }: ExplainedAlert['policies'][number]): string {
  if (!matched) return `does not run: ${reason}`
  if (changes.length === 0) return dropped ? 'drops the alert' : 'runs and changes nothing'
  const changed = changes.map(({ field, from, to }) => `${field}: ${formatValue(from)} → ${formatValue(to)}`).join(', ')
  return dropped ? `${changed}, then drops the alert` : changed
}

function describeOrigin(origin: Provenance['origin'], isMissed: boolean): string {
  if (origin === 'default') return isMissed ? 'path not found: default value' : 'default value'
  if (origin === 'missing') return 'path not found: left out'
  return origin === 'path' ? 'path found' : 'literal'
}
