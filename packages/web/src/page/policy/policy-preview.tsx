import type { Severity } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type AlertPolicyPreview,
  type PreviewedAlert,
  previewAlertPolicy,
  type SentAlertPolicy,
  type UnsavedPolicy,
} from '../../api/policies.js'
import { Button } from '../../ui/button.js'
import { formatCount } from '../../ui/format.js'
import { Failure, Loading, Notice } from '../../ui/message.js'
import { Section } from '../../ui/page.js'
import { SeverityIcon } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { ShowMore } from '../../ui/show-more.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { useDebounced } from '../../ui/use-debounced.js'
import styles from './preview.module.css'
import { writeValue } from './value-text.js'

interface PolicyPreviewProps {
  readonly policy: SentAlertPolicy
  /** The id of the stored policy that the form changes; `null` if the form creates a new one. */
  readonly policyId: string | null
  /** Whether the policy has faults. A policy with faults has no preview. */
  readonly isFaulty: boolean
}

/** Shows what an unsaved alert policy would do with alerts that have arrived before. Nothing is stored. */
export function PolicyPreview({ policy, policyId, isFaulty }: PolicyPreviewProps) {
  const isEmpty = policy.actions.length === 0
  const { preview, isOutdated, error, isFetching, refetch } = usePreview(
    !isFaulty && !isEmpty ? { policy, policyId } : undefined,
  )
  const matched = preview?.alerts.filter(({ run }) => run.matched) ?? []
  const others = preview?.alerts.filter(({ run }) => !run.matched) ?? []
  return (
    <Section title="Preview">
      {isEmpty && (
        <p className={shared.quiet}>
          As soon as the policy has an action, you see here what it would do with kept deliveries and stored alerts.
          Nothing is stored.
        </p>
      )}
      {!isEmpty && isFaulty && <p className={shared.quiet}>No preview: the policy has a fault.</p>}
      {error && <Failure error={error} what="There is no preview" onRetry={refetch} />}
      {!isFaulty && !isEmpty && !error && preview === undefined && <Loading what="the preview" />}
      {preview !== undefined && error === null && (
        <>
          <p role="status" className={styles.count}>
            {isOutdated ? OUTDATED_TEXT : <Counts preview={preview} />}
          </p>
          <AlertItems alerts={matched}>{(alert) => <Outcome alert={alert} />}</AlertItems>
          {others.length > 0 && (
            <details className={styles.others}>
              <summary>
                {formatCount(others.length, 'alert')} {others.length === 1 ? 'does' : 'do'} not match
              </summary>
              <AlertItems alerts={others}>{({ run }) => <p className={shared.quiet}>{run.reason}</p>}</AlertItems>
            </details>
          )}
          <div>
            <Button icon="refresh" isBusy={isFetching} onClick={() => refetch()}>
              Refresh
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}

const OUTDATED_TEXT = 'Outdated: the preview shows the policy before your last change.'

function Counts({ preview }: { readonly preview: AlertPolicyPreview }) {
  const { total, matched, changed, dropped, truncated } = preview
  if (total === 0 && truncated) return 'The policies need too many steps even for one alert: shorten their patterns.'
  if (total === 0) return 'There are no kept deliveries and no stored alerts to try it on.'
  return (
    <>
      <strong>{matched.toLocaleString()}</strong> of {total.toLocaleString()} match: {changed.toLocaleString()} would be
      changed, {dropped.toLocaleString()} dropped
      {truncated && '; the policies need too many steps, so later alerts were not tried'}
    </>
  )
}

interface AlertItemsProps {
  readonly alerts: readonly PreviewedAlert[]
  /** What the policy does with an alert. */
  readonly children: (alert: PreviewedAlert) => ReactNode
}

function AlertItems({ alerts, children }: AlertItemsProps) {
  return (
    <ShowMore items={alerts} what="alerts">
      {(shown) => (
        <ul className={styles.alerts}>
          {shown.map((alert, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: alerts of a delivery have no id, only an index
            <li key={index} className={styles.alert}>
              <div>
                <div className={styles.name}>
                  {isSeverity(alert.severity) && <SeverityIcon severity={alert.severity} label={alert.severity} />}
                  <span>
                    {formatFieldValue(alert.event)} on {formatFieldValue(alert.resource)}
                  </span>
                </div>
                <div className={shared.quiet}>
                  {alert.webhookId === null ? 'stored alert' : `delivery to ${alert.webhookId}`}, received{' '}
                  <TimeAgo time={alert.receivedAt} />
                </div>
              </div>
              {children(alert)}
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  )
}

function Outcome({ alert: { run, error } }: { readonly alert: PreviewedAlert }) {
  return (
    <>
      {run.dropped && <p className={shared.bad}>would be dropped</p>}
      {!run.dropped && run.changes.length === 0 && <p className={shared.quiet}>nothing would change</p>}
      {run.changes.length > 0 && (
        <dl className={styles.changes}>
          {run.changes.map(({ field, from, to }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <del>{formatValue(from)}</del> <span aria-hidden="true">→</span> <ins>{formatValue(to)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {error !== null && <Notice tone="warning">Would be rejected after all policies: {error}</Notice>}
    </>
  )
}

function isSeverity(value: unknown): value is Severity {
  return SEVERITIES.some((severity) => severity === value)
}

/** Formats the value of a field. Before the policies run, a field may have a value of any type, or none. */
function formatFieldValue(value: unknown): string {
  return typeof value === 'string' && value !== '' ? visibleText(value) : formatValue(value)
}

function formatValue(value: unknown): string {
  return value === undefined || value === null ? 'nothing' : writeValue(value)
}

/**
 * Reads the preview of an alert policy from the server, again after each change.
 *
 * @param previewed `undefined` while the policy has a fault: there is no preview then
 */
function usePreview(previewed: UnsavedPolicy | undefined) {
  const wanted = JSON.stringify(previewed ?? null)
  const asked = useDebounced(wanted)
  const sent = JSON.parse(asked) as UnsavedPolicy | null
  const isAsked = sent !== null && previewed !== undefined
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['alert-policy-preview', asked],
    enabled: isAsked,
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => await previewAlertPolicy(JSON.parse(asked) as UnsavedPolicy, signal),
  })
  // If the shown preview is of an earlier version of the policy, the preview of this version follows soon.
  const isOutdated = isPlaceholderData || asked !== wanted
  return { preview: isAsked ? data : undefined, isOutdated, error: isAsked ? error : null, isFetching, refetch }
}
