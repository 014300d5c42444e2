import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/**
 * @typedef {{ event: string, resource: string, path: string[] }} Cause
 * @typedef {{ service?: string, alertId?: string, from: string | null, to: string | null, causes: Cause[] }} Data
 * @typedef {{ type: string, data: Data }} Message
 */

/**
 * Creates the receiver of a subscription with the format `json`. It answers 204 to a message that is signed with the
 * secret, and 401 to any other request.
 *
 * @param {string} secret the `secret` in the answer that created the subscription: `whsec_…`
 * @param {(message: Message) => void} take is called with each message
 */
export function createReceiver(secret, take) {
  const webhook = new Webhook(secret)
  return createServer(async (request, response) => {
    try {
      const headers = /** @type {Record<string, string>} */ (request.headers)
      take(/** @type {Message} */ (webhook.verify(await text(request), headers)))
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end()
    }
  })
}
