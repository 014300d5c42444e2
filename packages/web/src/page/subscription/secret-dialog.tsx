import { ShownOnce } from '../../ui/shown-once.js'

interface SecretDialogProps {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the signing secret of a subscription. */
export function SecretDialog(props: SecretDialogProps) {
  return (
    <ShownOnce title="The signing secret" noun="secret" what="the signing secret" {...props}>
      <p>The receiver verifies with it that a message comes from this server, as Standard Webhooks say.</p>
    </ShownOnce>
  )
}
