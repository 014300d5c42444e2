import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AlertDraft } from '../src/alert/alert.js'
import { isObject, type JsonObject, type JsonValue } from '../src/json-value.js'
import type { PayloadFormat } from '../src/webhook/delivery/read-payload.js'

const TOOLS = fileURLToPath(new URL('../src/webhook/preset/tool/', import.meta.url))
const ENDING = '.sample.json'

/** The file of samples beside a preset, `<id>.sample.json`. */
export interface ToolSamples {
  /** False if the tool never says that a problem is over, or says it only by a time. */
  readonly recovers?: false
  /** True if users of the tool choose the severity, and another field always says whether a problem lasts. */
  readonly closedOnlyByState?: true
  readonly deliveries: readonly SampleDelivery[]
  /** Stories, by what they are about: deliveries in the order in which they arrive at one webhook. */
  readonly stories?: Readonly<Record<string, readonly StoryStep[]>>
}

/** A delivery that a tool sends, and the alerts that are expected from this delivery. */
export interface SampleDelivery {
  /**
   * `problem` = the delivery opens alerts. `recovery` = the delivery closes alerts. `ignore` = the delivery creates no
   * alert and is not an error.
   */
  readonly kind: 'problem' | 'recovery' | 'ignore'
  readonly payload?: JsonValue
  /** The body as it is sent, if it is not JSON. */
  readonly body?: string
  readonly expect: readonly Expected[]
}

/** What is expected of an alert. Fields that are left out may have any value. */
export type Expected = Partial<
  Pick<AlertDraft, 'resource' | 'event' | 'environment' | 'service' | 'text' | 'fingerprint' | 'eventTime' | 'endTime'>
> & { readonly severity?: string; readonly status?: string }

/** A delivery of a story, and the alerts that are active after it, with fields as `GET /api/alerts` shows them. */
export interface StoryStep {
  readonly payload?: JsonValue
  /** Instead of the payload: how it differs from the first payload of the story, as a JSON Merge Patch (RFC 7396). */
  readonly change?: JsonObject
  readonly body?: string
  readonly active: readonly JsonObject[]
}

/** The ids of all presets that have samples, in alphabetical order. */
export function sampledTools(): readonly string[] {
  const files = readdirSync(TOOLS).filter((file) => file.endsWith(ENDING))
  return files.map((file) => basename(file, ENDING)).sort()
}

/** The samples of a preset; none if it has no file. */
export function readSamples(id: string): ToolSamples {
  const file = `${TOOLS}${id}${ENDING}`
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { deliveries: [] }
}

/** The deliveries of a story, with their changes applied. */
export function storyOf(
  steps: readonly StoryStep[],
): readonly (Omit<StoryStep, 'change'> & { readonly body?: string })[] {
  const first = steps.find(({ payload }) => payload !== undefined)?.payload
  return steps.map(({ change, ...step }) =>
    change === undefined ? step : { ...step, payload: patched(first ?? null, change) },
  )
}

/** The body that a tool sends: JSON, or a form with the JSON in its field `payload`. */
export function bodyOf(format: PayloadFormat, { payload, body }: Pick<SampleDelivery, 'payload' | 'body'>): string {
  if (body !== undefined) return body
  const json = JSON.stringify(payload)
  return format === 'form' ? `payload=${encodeURIComponent(json)}` : json
}

function patched(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key)
    else result.set(key, patched(result.get(key) ?? null, value))
  }
  return Object.fromEntries(result)
}
