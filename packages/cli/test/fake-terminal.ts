import type { Terminal } from '../src/ports.js'

/** A terminal that has no user and no colors. Its standard input is empty. */
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
