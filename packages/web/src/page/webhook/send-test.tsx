import type { Webhook } from '../../api/webhooks.js'
import { CodeBlock } from '../../ui/code-block.js'
import { Notice } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { BODY_FILES, buildCurlCommand } from './curl-command.js'
import { formatBody } from './payload-text.js'

/**
 * Shows a shell command that sends a payload to the webhook with the right authentication. The command contains no
 * secret.
 */
export function SendTest({ webhook }: { readonly webhook: Webhook }) {
  const url = new URL(`api/webhooks/custom/${encodeURIComponent(webhook.id)}`, window.location.href).href
  const payload = webhook.payloadHistory[0]?.payload ?? null
  return (
    <div className={shared.tab}>
      {!webhook.enabled && (
        <Notice>This webhook is disabled: deliveries are stored, answered with 403, and create no alerts.</Notice>
      )}
      <section className={shared.section}>
        <h2>The URL</h2>
        <CodeBlock text={url} what="the URL" />
        <p className={shared.quiet}>
          This is the address from this browser. A tool on another machine may need another host name.
        </p>
      </section>
      <section className={shared.section}>
        <h2>By hand</h2>
        <p>{describeNeeds(webhook)}</p>
        <CodeBlock text={buildCurlCommand(webhook, url)} what="the command" />
        {payload !== null && (
          <>
            <p>The newest stored payload, for {BODY_FILES[webhook.payloadFormat].file}:</p>
            <CodeBlock text={formatBody(payload, webhook.payloadFormat)} what="the payload" />
          </>
        )}
      </section>
    </div>
  )
}

function describeNeeds({ authMode, authHeaderScheme, payloadFormat }: Webhook): string {
  const payload = `Save the payload as ${BODY_FILES[payloadFormat].file}`
  if (authMode === 'none') return `${payload}.`
  if (authMode === 'api_key') return `${payload} and the API key of this webhook as key.txt.`
  const secret = `${payload} and the secret as secret.txt`
  return authHeaderScheme === 'static' ? `${secret}.` : `${secret}; opsgraph webhook sign computes the signature.`
}
