import { useEffect, useState } from 'react'
import { IconButton } from './button.js'
import styles from './code-block.module.css'

interface CodeBlockProps {
  readonly text: string
  /** What the text is, such as `the command`. Screen readers and the copy button use this name. */
  readonly what: string
}

/** A text in a monospace font with a copy button. Keyboard users can focus the text to scroll it. */
export function CodeBlock({ text, what }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className={styles.text} tabIndex={0} aria-label={what}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} what={what} />
    </div>
  )
}

/** The milliseconds for which the button shows the result of copying. */
const CONFIRMATION_TIME = 1_500

/** A button that copies a text, and shows whether copying succeeded. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMATION_TIME)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // Browsers deny the clipboard to pages that were loaded over plain HTTP, and users can deny it too.
      setOutcome('refused')
    }
  }
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
