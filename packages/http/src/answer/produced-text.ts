import { type AwaitedChunks, SlicedText } from './json-chunks.js'

/** A text whose pieces are produced while it is read. A long piece is read in several chunks. */
export class ProducedText implements AwaitedChunks {
  readonly #pieces: AsyncIterator<string>
  #piece = new SlicedText('')

  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async next(units: number): Promise<string | undefined> {
    for (;;) {
      const chunk = this.#piece.next(units)
      if (chunk !== undefined) return chunk
      const { done, value } = await this.#pieces.next()
      if (done === true) return undefined
      this.#piece = new SlicedText(value)
    }
  }
}
