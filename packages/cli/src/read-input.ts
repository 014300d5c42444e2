import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorCode, StartError, UsageError } from './faults.js'
import type { Ports } from './ports.js'

/** The path that stands for standard input or standard output. */
export const STANDARD_INPUT = '-'

type InputPorts = Pick<Ports, 'terminal' | 'note' | 'stop'>

/** A file that is found, but not read yet. */
export interface Input {
  /** The display name. */
  readonly name: string
  /** The name without its folder; `undefined` for standard input. */
  readonly fileName: string | undefined
  /** The size in bytes; `undefined` if it is not known in advance. */
  readonly size: number | undefined
  /**
   * Reads the bytes from the beginning. Throws a StartError if reading fails. Standard input can be opened only once.
   */
  readonly open: () => AsyncIterable<Uint8Array>
}

/**
 * Checks that a command reads standard input at most once.
 *
 * @param paths all paths that the command reads; `undefined` = not given
 * @throws UsageError if more than one of these paths is standard input
 */
export function requireOnePipe(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1)
    throw new UsageError('- is standard input, which can be read once')
}

/**
 * Finds an input file.
 *
 * @param path a path, or `-` for standard input
 * @throws StartError if the file does not exist
 */
export async function findInput(path: string, ports: InputPorts): Promise<Input> {
  if (path === STANDARD_INPUT) return openStandardInput(ports)
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadableInputError(path, error)
  })
  if (stats.isDirectory()) throw new StartError(`${path} is a directory: name a file`)
  return {
    name: path,
    fileName: basename(path),
    size: stats.isFile() ? stats.size : undefined,
    open: () => translateReadErrors(path, createReadStream(path, { signal: ports.stop })),
  }
}

function openStandardInput({ terminal, note }: InputPorts): Input {
  let isOpen = false
  return {
    name: 'standard input',
    fileName: undefined,
    size: undefined,
    open: () => {
      if (isOpen) throw new StartError('others write to the database at the same time: stop them, then try again')
      isOpen = true
      if (terminal.isInteractive) note('reading what you type; end it with Ctrl-D')
      return translateReadErrors('standard input', terminal.read())
    },
  }
}

async function* translateReadErrors(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw unreadableInputError(name, error)
  }
}

/**
 * Reads a file into memory, up to `limit` bytes. If the file is larger, one more byte is read, which shows that the
 * file is too large.
 *
 * @param onBytes called repeatedly with the number of bytes read so far
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

/** Explains the most common system errors; other errors keep their message. */
function unreadableInputError(name: string, error: unknown): StartError {
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
