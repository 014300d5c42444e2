import type { Terminal } from '../src/ports.js'

/** No person and no colors; nothing is piped in. */
export function fakeTerminal(terminal: Partial<Terminal> = {}): Terminal {
  return {
    isInteractive: false,
    isColored: false,
    write: async () => undefined,
    read: () => bytesOf(''),
    progress: () => undefined,
    ask: async () => '',
    ...terminal,
  }
}

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
