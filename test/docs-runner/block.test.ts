import { describe, expect, it } from 'vitest'
import { findBlocks } from './block.js'

describe('findBlocks', () => {
  it('should read language, attributes and text of each block, with its line', () => {
    const page = [
      '# Page',
      '',
      '```sh status=1,2 needs="a,b" server',
      'one',
      '',
      'two',
      '```',
      '',
      '- item',
      '  ```',
      '    deep',
      '  ```',
      '',
    ]
    expect(findBlocks('page.md', page.join('\n'))).toEqual([
      {
        page: 'page.md',
        line: 3,
        language: 'sh',
        attributes: { status: '1,2', needs: 'a,b', server: '' },
        text: 'one\n\ntwo\n',
      },
      { page: 'page.md', line: 10, language: '', attributes: {}, text: '  deep\n' },
    ])
  })

  it('should refuse an unknown attribute, and a block without an end', () => {
    expect(() => findBlocks('page.md', '```sh notrun\n```\n')).toThrow('page.md:1: unknown attribute notrun')
    expect(() => findBlocks('page.md', '\n```sh\n')).toThrow('page.md:2: this block is never closed')
  })
})
