import { REASONS } from './sample-notice.js'

/**
 * What receivers accept, according to their documents, as JSON Schemas in our own words. Unknown properties are
 * refused, because receivers ignore or refuse them: nothing else would show a misspelt property.
 */

/** A text with a length in characters. */
function text(maxLength: number) {
  return { type: 'string', minLength: 1, maxLength }
}

/** An object with these properties; those whose names end with `?` may be missing. */
function object(properties: Readonly<Record<string, unknown>>) {
  const names = Object.keys(properties)
  return {
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), properties[name]])),
  }
}

const SEVERITY = { type: ['string', 'null'] }
const URL = { type: 'string', pattern: '^https?://', maxLength: 3_000 }

/** rules.md#messages-of-subscriptions-4: exactly these fields. */
export const JSON_SCHEMA = object({
  type: { enum: ['impact.changed', 'unreached.changed', 'alert.changed', 'subscription.test'] },
  timestamp: { type: 'string', pattern: 'Z$' },
  data: {
    oneOf: [{ type: 'string' }, { type: 'string' }].map((name, index) =>
      object({
        kind: { enum: index === 0 ? ['impact', 'test'] : ['unreached', 'alert'] },
        ...(index === 0 ? { service: name } : { alertId: name }),
        sequence: { type: 'integer' },
        from: SEVERITY,
        to: SEVERITY,
        acknowledged: { type: 'boolean' },
        'repeat?': { const: true },
        'noLongerTold?': { const: true },
        'remains?': {
          type: 'array',
          minItems: 1,
          items: object({
            reason: { enum: REASONS },
            count: { type: 'integer', minimum: 1 },
            'severity?': { type: 'string' },
            'alert?': object({
              alertId: { type: 'string' },
              environment: { type: 'string' },
              resource: { type: 'string' },
              event: { type: 'string' },
            }),
            'lastReceiveTime?': { type: 'string', pattern: 'Z$' },
            'minSeverity?': { type: 'string' },
            'window?': object({ id: { type: 'string' }, name: { type: 'string' }, count: { type: 'integer' } }),
            'until?': { type: 'string', pattern: 'Z$' },
          }),
        },
        causes: {
          type: 'array',
          items: object({
            alertId: { type: 'string' },
            environment: { type: 'string' },
            resource: { type: 'string' },
            event: { type: 'string' },
            severity: { type: 'string' },
            path: { type: 'array', items: { type: 'string' } },
          }),
        },
        redundancy: {
          type: 'array',
          items: object({
            environment: { type: 'string' },
            resource: { type: 'string' },
            of: { type: 'integer' },
            healthy: { type: 'integer' },
            minHealthy: { type: 'integer' },
          }),
        },
        owner: { type: 'string' },
        runbook: { type: 'string' },
        link: { type: 'string' },
      }),
    ),
  },
})

function slackPlain(maxLength: number) {
  return object({ type: { const: 'plain_text' }, text: text(maxLength), emoji: { type: 'boolean' } })
}

/** https://docs.slack.dev/reference/block-kit/blocks: at most 50 blocks, each with its own limits. */
export const SLACK_SCHEMA = object({
  text: text(40_000),
  blocks: {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    items: {
      oneOf: [
        object({ type: { const: 'header' }, text: slackPlain(150) }),
        object({
          type: { const: 'section' },
          text: {
            oneOf: [
              slackPlain(3_000),
              object({ type: { const: 'mrkdwn' }, text: text(3_000), verbatim: { type: 'boolean' } }),
            ],
          },
        }),
        object({
          type: { const: 'context' },
          elements: { type: 'array', minItems: 1, maxItems: 10, items: slackPlain(3_000) },
        }),
      ],
    },
  },
})

/** https://adaptivecards.io/schemas/adaptive-card.json, version 1.4, as far as Teams shows it. */
export const TEAMS_SCHEMA = object({
  type: { const: 'message' },
  attachments: {
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: object({
      contentType: { const: 'application/vnd.microsoft.card.adaptive' },
      contentUrl: { type: 'null' },
      content: object({
        $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
        type: { const: 'AdaptiveCard' },
        version: { enum: ['1.2', '1.3', '1.4', '1.5'] },
        msteams: object({ width: { const: 'Full' } }),
        body: {
          type: 'array',
          minItems: 1,
          items: object({
            type: { const: 'RichTextBlock' },
            inlines: {
              type: 'array',
              minItems: 1,
              items: object({
                type: { const: 'TextRun' },
                text: text(28_000),
                'weight?': { enum: ['default', 'lighter', 'bolder'] },
                'size?': { enum: ['default', 'small', 'medium', 'large', 'extraLarge'] },
                'color?': { enum: ['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention'] },
                'isSubtle?': { type: 'boolean' },
              }),
            },
          }),
        },
        actions: {
          type: 'array',
          maxItems: 6,
          items: object({ type: { const: 'Action.OpenUrl' }, title: text(100), url: URL }),
        },
      }),
    }),
  },
})

/** https://developers.mattermost.com/integrate/reference/message-attachments */
export const MATTERMOST_SCHEMA = object({
  attachments: {
    type: 'array',
    minItems: 1,
    items: object({
      fallback: text(16_383),
      color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
      title: text(16_383),
      'title_link?': URL,
      text: text(16_383),
      footer: text(300),
    }),
  },
})

const PAGERDUTY_DETAILS = {
  client: { type: 'string' },
  links: { type: 'array', items: object({ href: URL, text: text(100) }) },
  payload: object({
    summary: text(1_024),
    source: { type: 'string', minLength: 1 },
    severity: { enum: ['critical', 'error', 'warning', 'info'] },
    timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT' },
    class: { type: 'string' },
    'group?': { type: 'string', minLength: 1 },
    custom_details: { type: 'object' },
  }),
}
const ROUTING = { routing_key: { type: 'string' }, dedup_key: text(255) }

/** https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ */
export const PAGERDUTY_SCHEMA = {
  oneOf: [
    object({ ...ROUTING, event_action: { enum: ['acknowledge', 'resolve'] } }),
    object({ ...ROUTING, event_action: { enum: ['trigger', 'resolve'] }, ...PAGERDUTY_DETAILS }),
  ],
}
