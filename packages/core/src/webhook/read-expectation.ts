import { closesAlert, SEVERITIES } from '../alert/severity.js'
import type { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import type { WebhookConfig } from './webhook-config.js'

type Expectation = Pick<WebhookConfig, 'expectEvery' | 'expectSeverity'>

/** A severity that closes alerts would close the alert about the silence at once. */
const OPENING = SEVERITIES.filter((severity) => !closesAlert(severity))

/**
 * Reads how often a webhook expects a delivery (rules.md#webhook-silence-1). A field that is not sent does not change.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readExpectation(reader: BodyReader, known: Expectation): Expectation {
  return {
    expectEvery: reader.sent('expectEvery') === undefined ? known.expectEvery : readSeconds(reader),
    expectSeverity: reader.choice('expectSeverity', OPENING) ?? known.expectSeverity,
  }
}

function readSeconds(reader: BodyReader): number | null {
  const { min, max } = LIMITS.webhookExpectEvery
  const seconds = reader.value('expectEvery')
  if (seconds === undefined) return null
  if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= min && seconds <= max) return seconds
  throw reader.fault('expectEvery', `must be null, or a whole number of seconds from ${min} to ${max}`)
}
