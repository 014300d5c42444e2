import type { ReactNode } from 'react'
import { Button } from './button.js'
import { CodeBlock } from './code-block.js'
import { Dialog } from './dialog.js'
import { Notice } from './notice.js'

interface ShownOnceProps {
  readonly title: string
  /** The noun for the secret, such as `key`. */
  readonly noun: string
  /** The secret with its article, such as `the API key`. */
  readonly what: string
  readonly secret: string
  readonly onClose: () => void
  /** What the secret is for. */
  readonly children: ReactNode
}

/** Shows a secret that no later page can show. */
export function ShownOnce({ title, noun, what, secret, onClose, children }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Notice tone="warning">{`Copy the ${noun} now. It is shown only once.`}</Notice>
      <CodeBlock text={secret} what={what} />
      {children}
    </Dialog>
  )
}
