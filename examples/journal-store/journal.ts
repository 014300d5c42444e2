import { type FileHandle, open } from 'node:fs/promises'

/** A file of lines of JSON, one for each transaction, in the order of their commits. */
export class Journal {
  readonly #file: FileHandle
  /** Of the whole lines. Bytes. */
  #length: number

  private constructor(file: FileHandle, length: number) {
    this.#file = file
    this.#length = length
  }

  /** Opens the file, or makes it; hands every whole line to `take`. What a crash has cut off at the end is removed. */
  static async open(path: string, take: (line: string) => Promise<void>): Promise<Journal> {
    const file = await open(path, 'a+')
    const text = await file.readFile('utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    for (const line of whole.split('\n').slice(0, -1)) await take(line)
    const journal = new Journal(file, Buffer.byteLength(whole))
    await file.truncate(journal.#length)
    return journal
  }

  /** When it resolves, the line is on disk; when it rejects, nothing of it is. */
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
