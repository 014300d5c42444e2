import { visibleText } from '@opsgraph/draw'
import { Fragment, type ReactNode } from 'react'
import styles from './linked-text.module.css'

/** Matches text that may be a link; `readAddress` decides whether it is one. */
const ADDRESS = /https?:\/\/[^\s<>"']+/gi
/** Matches a last character that does not belong to the address but to the sentence around it. */
const TRAILING_CHARACTER = /[.,;:!?)\]}]$/

interface LinkedTextProps {
  readonly text: string
}

/**
 * A text that a sender wrote, with its line breaks. Addresses with the scheme http or https are links; the linked page
 * does not learn from which page the user comes.
 */
export function LinkedText({ text }: LinkedTextProps) {
  const lines = text.split(/\r\n|\r|\n/)
  return (
    <span className={styles.lines}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity but their position
        <Fragment key={index}>
          {index > 0 && '\n'}
          <LinkedLine text={visibleText(line)} />
        </Fragment>
      ))}
    </span>
  )
}

function LinkedLine({ text }: LinkedTextProps) {
  return splitLinks(text).map(({ at, part, address }) =>
    address === undefined ? (
      part
    ) : (
      <ExternalLink key={at} address={address}>
        {part}
      </ExternalLink>
    ),
  )
}

interface TextPart {
  /** The position of the part in the text. */
  readonly at: number
  readonly part: string
  /** The address to which the part links; `undefined` = the part is no link. */
  readonly address?: string
}

/** Splits a text into its links and the texts between them. Together, the parts are the whole text. */
export function splitLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const part = trimEnding(found)
    const address = readAddress(part)
    if (address === undefined) continue
    if (index > end) parts.push({ at: end, part: text.slice(end, index) })
    parts.push({ at: index, part, address })
    end = index + part.length
  }
  return end < text.length ? [...parts, { at: end, part: text.slice(end) }] : parts
}

function trimEnding(found: string): string {
  let end = found.length
  while (end > 0 && TRAILING_CHARACTER.test(found.slice(end - 1, end)) && !closesBracket(found.slice(0, end))) end--
  return found.slice(0, end)
}

/** Whether the last character closes a bracket that is part of the address, as in `/wiki/Disk_(storage)`. */
function closesBracket(found: string): boolean {
  return found.endsWith(')') && found.split('(').length >= found.split(')').length
}

function readAddress(text: string): string | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  return address?.protocol === 'http:' || address?.protocol === 'https:' ? address.href : undefined
}

/** The schemes of links to pages outside of the console. An address with another scheme could run code. */
const SAFE_SCHEME = /^(https?|mailto):$/

interface ExternalLinkProps {
  readonly address: string
  readonly children: ReactNode
}

/**
 * A link to a page outside of the console, or to a mail address. The linked page does not learn from which page the
 * user comes, and cannot change it. If the address is invalid or has another scheme, only the text is shown.
 */
export function ExternalLink({ address, children }: ExternalLinkProps) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !SAFE_SCHEME.test(url.protocol)) return <span>{children}</span>
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
