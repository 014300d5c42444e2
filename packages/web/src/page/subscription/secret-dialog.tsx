import { Button } from '../../ui/button.js'
import { CodeBlock } from '../../ui/code-block.js'
import { Dialog } from '../../ui/dialog.js'
import { Notice } from '../../ui/notice.js'

interface SecretDialogProps {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the signing secret of a subscription, which no later page can show. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title="The signing secret"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Notice tone="warning">Copy the secret now. It is shown only once.</Notice>
      <CodeBlock text={secret} what="the signing secret" />
      <p>The receiver verifies with it that a message comes from this server, as Standard Webhooks say.</p>
    </Dialog>
  )
}
