import type { Webhook } from '../../api/webhooks.js'
import { CodeBlock } from '../../ui/code-block.js'
import { Notice } from '../../ui/notice.js'
import { curlCommand } from './curl-command.js'
import { payloadText } from './use-explanation.js'
import styles from './webhook.module.css'

/** How to send to a webhook from a shell, with the proof that it asks for and without a secret on the screen. */
export function SendTest({ webhook }: { readonly webhook: Webhook }) {
  const url = new URL(`api/webhooks/custom/${encodeURIComponent(webhook.id)}`, window.location.href).href
  const payload = webhook.payloadHistory[0]?.payload ?? null
  return (
    <div className={styles.stack}>
      {!webhook.enabled && (
        <Notice>This webhook is disabled: what is sent to it is kept, answered 403, and makes no alerts.</Notice>
      )}
      <section className={styles.section}>
        <h2>The URL</h2>
        <CodeBlock text={url} what="the URL" />
        <p className={styles.quiet}>
          As this browser reaches the server; a tool elsewhere may have to use another name for it.
        </p>
      </section>
      <section className={styles.section}>
        <h2>By hand</h2>
        <p>{needsOf(webhook)}</p>
        <CodeBlock text={curlCommand(webhook, url)} what="the command" />
        {payload !== null && (
          <>
            <p>The newest kept payload, for payload.json:</p>
            <CodeBlock text={payloadText(payload)} what="the payload" />
          </>
        )}
      </section>
    </div>
  )
}

function needsOf({ authMode, authHeaderScheme }: Webhook): string {
  const payload = 'The payload stands in payload.json'
  if (authMode === 'none') return `${payload}.`
  if (authMode === 'api_key') return `${payload}, the API key that is bound in key.txt.`
  const secret = `${payload}, the secret alone in secret.txt`
  return authHeaderScheme === 'static' ? `${secret}.` : `${secret}; opsgraph webhook sign computes the signature.`
}
