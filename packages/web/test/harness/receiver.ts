import type { Notifier } from '@opsgraph/core'

type OutgoingMessage = Parameters<Notifier['send']>[0]
type SendResult = Awaited<ReturnType<Notifier['send']>>

const TAKEN: SendResult = { delivered: true, status: 204, error: null, retryAfter: null, took: 12 }

/** Receives the messages of subscriptions in place of the real receivers. */
export class Receiver implements Notifier {
  readonly sent: OutgoingMessage[] = []
  /** The result of sending each message. */
  answer: SendResult = TAKEN

  faultOf(_format: string, url: string): string | undefined {
    return url.includes('localhost') ? 'is an address of this machine' : undefined
  }

  usualUrl(format: string): string | undefined {
    return format === 'pagerduty' ? 'https://events.pagerduty.com/v2/enqueue' : undefined
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    this.sent.push(message)
    return this.answer
  }
}
