import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type Answers, filledIn, STORY, type Step, send } from './api-story.js'
import { type Received, TestServer } from './test-server.js'

const FILE = fileURLToPath(new URL('../src/openapi/examples.json', import.meta.url))

it('the examples of the OpenAPI document should be what a server receives and answers', async () => {
  const examples = await recordExamples()
  await expect(`${JSON.stringify(readable(examples), null, 1)}\n`).toMatchFileSnapshot(FILE)
})

// Helpers

interface Recorded {
  requests?: Record<string, unknown>
  answers?: Record<string, Record<string, unknown>>
}

/** Runs the story, and records the first request of each media type, and the first answer of each status. */
async function recordExamples(): Promise<Record<string, Recorded>> {
  let now = Date.parse('2026-11-20T12:00:00.000Z')
  const server = new TestServer({ clock: () => new Date(now) })
  await server.start()
  onTestFinished(() => server.stop())
  const answers: Answers = new Map()
  const examples: Record<string, Recorded> = {}
  for (const step of STORY) {
    now += 60_000
    const filled = filledIn(step, answers) as Step
    const received = await send(server, filled, answers)
    expect(received.status, `${step.id}: ${received.text.slice(0, 500)}`).toBeLessThan(300)
    examples[step.id] = withExample(examples[step.id] ?? {}, filled, received)
  }
  return examples
}

function withExample({ requests, answers = {} }: Recorded, { id, json, file }: Step, received: Received): Recorded {
  const [type, request] = file ?? ['application/json', json]
  const { status, headers, text, body } = received
  const media = headers.get('content-type')?.split(';')[0] ?? ''
  // The document contains its examples, so the whole document cannot be one of them.
  const shown = id === 'readOpenapi' ? { openapi: body.openapi, paths: {} } : body
  const answer = media === 'application/json' ? shortened(shown) : linesOf(text)
  return {
    ...(request === undefined ? requests && { requests } : { requests: { [type]: request, ...requests } }),
    answers: { ...answers, [status]: { [media]: answer, ...answers[status] } },
  }
}

/**
 * Shortens a text to its first lines, which suffice as an example. Of metrics, keeps the first one whose value does not
 * vary.
 */
function linesOf(text: string): string {
  const start = Math.max(text.indexOf('# HELP opsgraph_webhook_deliveries_total'), 0)
  return text.slice(start).split('\n').slice(0, 4).join('\n')
}

/** Items of a list that suffice as an example. */
const ITEMS = 3

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const HASH = /(?<=")[0-9a-f]{64}(?=")/g

/** Replaces random values: ids, hashes of ids, the secret of a new API key, and signing secrets. */
function readable(examples: Record<string, Recorded>): unknown {
  const ids = [...new Set(JSON.stringify(examples).match(UUID))]
  const hashes = [...new Set(JSON.stringify(examples).match(HASH))]
  const replace = (id: string) => `019a9f2e-5c00-7000-8000-${String(ids.indexOf(id) + 1).padStart(12, '0')}`
  const text = JSON.stringify(examples)
    .replaceAll(UUID, replace)
    .replaceAll(HASH, (hash) => String(hashes.indexOf(hash) + 1).padStart(64, '0'))
  return JSON.parse(text, (key, value) => {
    if (typeof value !== 'string') return value
    if (key === 'secret' && value.startsWith('whsec_')) return 'whsec_which-is-shown-only-once'
    return key === 'key' && value.length === 43 ? 'the-secret-which-is-shown-only-once' : value
  })
}
