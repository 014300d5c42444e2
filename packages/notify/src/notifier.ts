import type { Notifier } from '@opsgraph/core'

export type OutgoingMessage = Parameters<Notifier['send']>[0]
export type SendResult = Awaited<ReturnType<Notifier['send']>>
/** The content of one message, before a format such as `slack` is applied. */
export type Notice = OutgoingMessage['notice']
