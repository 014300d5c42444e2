import type { ReactNode } from 'react'

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
