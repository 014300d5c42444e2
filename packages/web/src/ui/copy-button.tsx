import { useEffect, useState } from 'react'
import { IconButton } from './button.js'

/** Milliseconds in which the button says that it has copied. */
const TELL = 1_500

/** Copies a text, and says so. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), TELL)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <>
      <IconButton icon={isCopied ? 'check' : 'copy'} label={`Copy ${what}`} onClick={copy} />
      <span role="status" className="unseen">
        {isCopied ? `Copied ${what}` : ''}
      </span>
    </>
  )
}
