import styles from './code-block.module.css'
import { CopyButton } from './copy-button.js'

interface CodeBlockProps {
  readonly text: string
  /** What it is, read aloud and on its button: `the command`. */
  readonly what: string
}

/** A text for machines, with a button that copies it; the keyboard reaches it, since it may scroll. */
export function CodeBlock({ text, what }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.text} tabIndex={0} aria-label={what}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} what={what} />
    </div>
  )
}
