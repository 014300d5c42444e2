import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Which way a failure goes is the most frequent question about a graph, so all places say it in the same words. */
const SENTENCE = 'the parent is what is hurt when the resource fails'
const OTHER_WORDS = [
  /parent(?: of [\w-]+)? is (?:affected|hurt) (?:if|when)/i,
  /if the (?:child|resource) fails, (?:its|the) parent/i,
  /resource (?:hurts|affects) its parents?\b/i,
  /parent is what (?:fails|breaks)/i,
]

const PLACES = [
  'docs/cmdb-import.md',
  'docs/glossary.md',
  'docs/http-api.md',
  'docs/impact.md',
  'docs/rules.md',
  'docs/tutorial.md',
  'examples/cmdb/README.md',
  'packages/cli/src/cmdb/answer.ts',
  'packages/core/src/relation/relation.ts',
  'packages/http/src/openapi/vocabulary.ts',
  'packages/http/src/route/cmdb-import.ts',
  'packages/http/src/route/relations.ts',
  'packages/web/src/page/import/cmdb-import.tsx',
  'packages/web/src/page/resource/add-relation.tsx',
  'packages/web/src/page/resource/relation-list.tsx',
  'packages/web/src/page/resource/resource-lists.tsx',
]

describe('the direction of a relation', () => {
  it.each(PLACES)('should be said in one sentence in %s, and in no other words', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ')
    expect(text.toLowerCase()).toContain(SENTENCE)
    for (const words of OTHER_WORDS) expect(text).not.toMatch(words)
  })
})
