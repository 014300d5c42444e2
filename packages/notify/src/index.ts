/**
 * Sends the messages of subscriptions: the formats of receivers, and the ways to them. Needs Node.js.
 */
export { createNotifier, type NotifierOptions } from './create-notifier.js'
