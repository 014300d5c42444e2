import type { Notifier } from '@opsgraph/core'

export type OutgoingMessage = Parameters<Notifier['send']>[0]
export type SendResult = Awaited<ReturnType<Notifier['send']>>
/** What a message says, before it has the format of a receiver. */
export type Notice = OutgoingMessage['notice']
