import { useEffect, useState } from 'react'
import { IconButton } from './button.js'

/** Milliseconds for which the button shows that it has copied. */
const CONFIRMATION = 1_500

/** A button that copies a text and reports success or failure. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMATION)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => setOutcome((await isWritten(text)) ? 'copied' : 'refused')
  return (
    <>
      <IconButton icon={outcome === 'copied' ? 'check' : 'copy'} label={`Copy ${what}`} onClick={copy} />
      <span role="status" className={outcome === 'refused' ? undefined : 'unseen'}>
        {outcome === 'copied' && `Copied ${what}`}
        {outcome === 'refused' && 'The browser does not let this page copy: select the text and copy it.'}
      </span>
    </>
  )
}

/** Browsers deny the clipboard to pages loaded over plain HTTP, and users may deny it. */
async function isWritten(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
