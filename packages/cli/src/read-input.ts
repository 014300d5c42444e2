import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorCode, StartError, UsageError } from './faults.js'
import type { Ports } from './ports.js'

/** The name that stands for what is piped into a command, or out of it. */
export const PIPE = '-'

type InputPorts = Pick<Ports, 'terminal' | 'note' | 'stop'>

/** A file that a command was given, not yet read. */
export interface Input {
  /** As people know it. */
  readonly name: string
  /** Without its folder; `undefined` for a pipe. */
  readonly fileName: string | undefined
  /** In bytes; `undefined` when that shows only at the end. */
  readonly size: number | undefined
  /** Its bytes, from the beginning; StartError when it cannot be read to its end. A pipe can be opened once. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/**
 * @param paths all that a command reads; `undefined` = it was not given
 * @throws UsageError when more than one of them is what is piped in
 */
export function requireOnePipe(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === PIPE).length > 1)
    throw new UsageError('- is standard input, which can be read once')
}

/**
 * @param path of a file; `-` = what is piped in
 * @throws StartError when there is no such file
 */
export async function findInput(path: string, ports: InputPorts): Promise<Input> {
  if (path === PIPE) return pipe(ports)
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (found.isDirectory()) throw new StartError(`${path} is a directory: name a file`)
  return {
    name: path,
    fileName: basename(path),
    size: found.isFile() ? found.size : undefined,
    open: () => reading(path, createReadStream(path, { signal: ports.stop })),
  }
}

function pipe({ terminal, note }: InputPorts): Input {
  let isOpen = false
  return {
    name: 'standard input',
    fileName: undefined,
    size: undefined,
    open: () => {
      if (isOpen) throw new StartError('others write to the database at the same time: stop them, then try again')
      isOpen = true
      if (terminal.isInteractive) note('reading what you type; end it with Ctrl-D')
      return reading('standard input', terminal.read())
    },
  }
}

async function* reading(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw unreadable(name, error)
  }
}

/**
 * Reads a file into memory, and not more of it than `limit` and one byte.
 *
 * @param onBytes told how many bytes have been read, again and again
 */
export async function readUpTo(
  limit: number,
  input: Input,
  onBytes: (count: number) => void = () => undefined,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of input.open()) {
    pieces.push(piece)
    length += piece.length
    onBytes(length)
    if (length > limit) break
  }
  return Buffer.concat(pieces).subarray(0, limit + 1)
}

/** The system's codes of what goes wrong most; anything else keeps its own words. */
function unreadable(name: string, error: unknown): StartError {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new StartError(`there is no file ${name}`)
    case 'EISDIR':
      return new StartError(`${name} is a directory: name a file`)
    case 'EACCES':
    case 'EPERM':
      return new StartError(`${name} may not be read by this user`)
    case 'ABORT_ERR':
      return new StartError('stopped before the end')
    default:
      return new StartError(`${name} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
