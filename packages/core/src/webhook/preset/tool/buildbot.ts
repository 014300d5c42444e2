import {
  closeWhen,
  copyIfEmpty,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  setIfEmpty,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Buildbot: the builds that HttpStatusPush sends, and a body with the fields event, buildername and timestamp. */
export const BUILDBOT: WebhookPreset = {
  id: 'buildbot',
  name: 'Buildbot',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'buildername',
      text: 'state_string',
      eventTime: 'complete_at',
      attributes: {
        builder: 'builder.name',
        branch: 'buildset.sourcestamps[0].branch',
        time: 'timestamp',
        kind: 'event',
        complete: 'complete',
        result: 'results',
        build: 'buildid',
        project: 'project',
        url: 'url',
      },
    },
    defaultValues: {
      ...{ environment: 'Production', group: 'CI', type: 'buildbotAlert', origin: 'buildbot', event: 'build' },
      severity: 'major',
    },
  },
  policies: numberedPolicies(
    'Buildbot',
    fillFields(
      copyIfEmpty('resource', 'attributes.builder'),
      copyIfEmpty('text', 'attributes.url'),
      setIfEmpty('text', 'no text'),
      copyIfEmpty('eventTime', 'attributes.time'),
      copyIfEmpty('attributes.kind', 'attributes.complete'),
      setFingerprint('resource', 'attributes.branch'),
    ),
    dropUnless('attributes.kind', ['finished', 'true']),
    // 0 success, 1 warnings, 2 failure, 4 exception. The other results (skipped, retry, canceled) say nothing about the
    // build.
    dropUnless('attributes.result', ['0', '1', '2', '4']),
    closeWhen('attributes.result', ['0', '1']),
  ),
  hints: ['Add a reporter HttpStatusPush with basic authentication; the secret is Basic, a space, and the base64.'],
}
