import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLineBuffer, LineBuffer } from './line-buffer.js'

describe('LineBuffer', () => {
  it('should write the lines of one event loop turn together, in order and once', async () => {
    const { written, buffer } = recording()
    for (const line of ['a\n', 'b\n', 'c\n']) buffer.write(line)
    expect(written).toEqual([])
    await turn()
    buffer.write('d\n')
    await turn()
    expect(written).toEqual(['a\nb\nc\n', 'd\n'])
  })

  it('should write the buffered lines on flushSync', async () => {
    const { written, buffer } = recording()
    buffer.write('a\n')
    buffer.flushSync()
    buffer.flushSync()
    await turn()
    expect(written).toEqual(['a\n'])
  })

  it('should keep the buffer small if one turn writes many lines', () => {
    const { written, buffer } = recording()
    const line = `${'x'.repeat(999)}\n`
    for (let count = 0; count < 1_000; count++) buffer.write(line)
    expect(written.length).toBeGreaterThan(10)
    for (const piece of written) expect(piece.length).toBeLessThan(70_000)
  })
})

describe('linesTo', () => {
  it('should keep the first lines while the disk is full, and write them when there is space', () => {
    const { file, buffer } = onFile()
    write(buffer, 'before\n')
    const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const kept = 'x'.repeat(999)
    for (let count = 0; count < 2_000; count++) write(buffer, `${kept}\n`)
    full.mockRestore()
    const [retry, last] = ['y'.repeat(999), 'z'.repeat(999)]
    for (const line of [retry, last]) write(buffer, `${line}\n`)
    const [first, ...lines] = fs.readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(first).toBe('before')
    // The buffer is still full when the line `retry` arrives. So pino drops this line, but then retries the failed
    // write.
    expect(new Set(lines)).toEqual(new Set([kept, last]))
    expect(lines).toHaveLength(Math.floor(1024 ** 2 / 1_000) + 1)
  })

  it.runIf(fs.existsSync('/dev/full'))('should not throw if every write fails', () => {
    const buffer = createLineBuffer(open('/dev/full'))
    expect(() => write(buffer, 'a\n')).not.toThrow()
    expect(() => write(buffer, 'b\n')).not.toThrow()
  })
})

// Helpers

function onFile() {
  const directory = fs.mkdtempSync(join(tmpdir(), 'opsgraph-log-'))
  onTestFinished(() => fs.rmSync(directory, { recursive: true }))
  const file = join(directory, 'log')
  return { file, buffer: createLineBuffer(open(file)) }
}

function open(file: string): number {
  const fd = fs.openSync(file, 'w')
  onTestFinished(() => fs.closeSync(fd))
  return fd
}

function write(buffer: LineBuffer, line: string): void {
  buffer.write(line)
  buffer.flushSync()
}

function recording() {
  const written: string[] = []
  return { written, buffer: new LineBuffer({ write: (text) => written.push(text) }) }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
