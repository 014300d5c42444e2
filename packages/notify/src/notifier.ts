import type { OpsgraphOptions } from '@opsgraph/core'

/** The port of core that this package implements. */
export type Notifier = NonNullable<OpsgraphOptions['notifier']>
export type OutgoingMessage = Parameters<Notifier['send']>[0]
export type SendResult = Awaited<ReturnType<Notifier['send']>>
/** What a message says, before it has the format of a receiver. */
export type Notice = OutgoingMessage['notice']
