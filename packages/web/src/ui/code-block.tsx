import styles from './code-block.module.css'
import { CopyButton } from './copy-button.js'

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
