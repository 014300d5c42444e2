import { useEffect, useState } from 'react'
import { IconButton } from './button.js'

/** Milliseconds in which the button says that it has copied. */
const TELL = 1_500

/** Copies a text, and says so, or that it may not. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), TELL)
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

/** Browsers keep the clipboard from pages that came over plain HTTP, and people may refuse it. */
async function isWritten(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
