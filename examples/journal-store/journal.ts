import { type FileHandle, open } from 'node:fs/promises'

/** A file with one line of JSON for each transaction, in the order of the commits. */
export class Journal {
  readonly #file: FileHandle
  /** The length of the complete lines, in bytes. */
  #length: number

  private constructor(file: FileHandle, length: number) {
    this.#file = file
    this.#length = length
  }

  /** Opens or creates the file, and calls `take` with every complete line. Removes an incomplete last line. */
  static async open(path: string, take: (line: string) => Promise<void>): Promise<Journal> {
    const file = await open(path, 'a+')
    const text = await file.readFile('utf8')
    const complete = text.slice(0, text.lastIndexOf('\n') + 1)
    for (const line of complete.split('\n').slice(0, -1)) await take(line)
    const journal = new Journal(file, Buffer.byteLength(complete))
    await file.truncate(journal.#length)
    return journal
  }

  /**
   * Appends a line. If the promise resolves, the whole line is on disk. If it rejects, no part of the line is in the
   * file.
   */
  async append(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`)
    try {
      await this.#file.appendFile(bytes)
      await this.#file.datasync()
      this.#length += bytes.length
    } catch (error) {
      await this.#file.truncate(this.#length)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
