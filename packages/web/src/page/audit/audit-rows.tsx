import { visibleText } from '@opsgraph/draw'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '../../api/audit.js'
import { IconButton } from '../../ui/button.js'
import { CopyButton } from '../../ui/code-block.js'
import { buildPath, buildResourcePath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './audit.module.css'

/** Shows an audit entry in two rows of the table: the first row shows the entry, the second row shows its details. */
export function AuditRows({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { createTime, user, event, text } = entry
  return (
    <>
      <tr>
        <td>
          <IconButton
            icon={isOpen ? 'minus' : 'plus'}
            label={`Details: ${text}`}
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
          />
        </td>
        <td className={styles.time}>
          {new Date(createTime).toLocaleString()}
          <div className={shared.muted}>
            <TimeAgo time={createTime} />
          </div>
        </td>
        <td>{visibleText(user)}</td>
        <td className={styles.event}>{event}</td>
        <td className={styles.text}>{visibleText(text)}</td>
      </tr>
      <tr id={details} hidden={!isOpen}>
        <td colSpan={5} className={styles.details}>
          {isOpen && <Details entry={entry} />}
        </td>
      </tr>
    </>
  )
}

function Details({ entry }: { readonly entry: AuditEntry }) {
  const { id, type, resourceId, requestId, attributes, createTime } = entry
  const path = findObjectPath(entry)
  return (
    <dl className={styles.facts}>
      <Fact name="Time">{createTime}</Fact>
      <Fact name="Type">{type}</Fact>
      {resourceId !== null && (
        <Fact name="resourceId">
          <code>{resourceId}</code>
          <CopyButton text={resourceId} what="the resourceId" />
        </Fact>
      )}
      {requestId !== null && (
        <Fact name="Request">
          <code>{requestId}</code>
          <CopyButton text={requestId} what="the request’s id" />
        </Fact>
      )}
      <Fact name="Entry">
        <code>{id}</code>
      </Fact>
      {Object.entries(attributes).map(([name, value]) =>
        name === 'changes' && isObject(value) ? renderFacts(value) : renderFacts({ [name]: value }),
      )}
      {path !== undefined && (
        <Fact name="Now">
          <Link to={path}>Open the current state</Link>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function renderFacts(values: Readonly<Record<string, unknown>>): ReactNode {
  return Object.entries(values).map(([name, value]) => (
    <Fact key={name} name={name}>
      {renderValue(value)}
    </Fact>
  ))
}

function renderValue(value: unknown): ReactNode {
  if (value === null) return 'none'
  if (isObject(value) && 'from' in value && 'to' in value) {
    return (
      <>
        {renderValue(value.from)} → {renderValue(value.to)}
      </>
    )
  }
  return typeof value === 'string' ? visibleText(value) : <code>{JSON.stringify(value)}</code>
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the path of the page that shows the changed topology, or the resource of the changed relation. Returns
 * `undefined` for a deleted topology and for any other object.
 */
function findObjectPath({ event, type, resourceId, attributes }: AuditEntry): string | undefined {
  if (event === 'service-topology-deleted') return undefined
  if (type === 'service-topology' && resourceId !== null) return buildPath('topologies', resourceId)
  const { environment, resource } = attributes
  if (typeof environment !== 'string' || typeof resource !== 'string') return undefined
  return buildResourcePath({ environment, resource })
}
