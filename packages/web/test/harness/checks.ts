import type { ConsoleServer } from './console-server.js'

/** A webhook config for a tool that sends lists of checks. `PAYLOAD` is an example of what the tool sends. */
export const CHECKS = {
  id: 'checks',
  name: 'Checks',
  enabled: true,
  arrayPath: 'checks',
  fieldMappings: {
    resource: 'host',
    event: 'name',
    severity: { path: 'failed', if_true: 'major', if_false: 'ok' },
    text: { path: 'lines', join: ' ' },
    attributes: { team: 'labels["app.team"]', stage: 2 },
  },
  defaultValues: { environment: 'Production', type: 'check', text: 'no output' },
}

export const PAYLOAD = {
  checks: [
    { host: 'web-1', name: 'ping', failed: true, lines: ['no', 'answer'], labels: { 'app.team': 'shop' } },
    { host: 'db-1', name: 'disk', failed: false },
  ],
}

/**
 * Sends a payload to a webhook.
 *
 * @returns the HTTP status of the answer
 */
export async function sendPayload(server: ConsoleServer, id: string, payload: unknown): Promise<number> {
  const { status } = await fetch(`${server.url}/api/webhooks/custom/${id}`, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'Content-Type': 'application/json' },
  })
  return status
}
