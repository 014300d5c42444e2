import {
  copyIfEmpty,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Scans of Harbor. The severity is a number in Harbor 1, and a word in Harbor 2. */
export const HARBOR: WebhookPreset = {
  id: 'harbor',
  name: 'Harbor scans',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'event_data.repository.repo_full_name',
      event: 'type',
      severity: 'event_data.resources[0].scan_overview.severity',
      text: 'event_data.resources[0].resource_url',
      eventTime: 'occur_at',
      attributes: {
        kind: 'type',
        tag: 'event_data.resources[0].tag',
        digest: 'event_data.resources[0].digest',
        level:
          'event_data.resources[0].scan_overview["application/vnd.security.vulnerability.report; version=1.1"].severity',
        level2:
          'event_data.resources[0].scan_overview["application/vnd.scanner.adapter.vuln.report.harbor+json; version=1.0"].severity',
      },
    },
    defaultValues: defaultsWithText('Security', 'harbor'),
  },
  policies: numberedPolicies(
    'Harbor',
    dropUnless('attributes.kind', ['scanningcompleted', 'scanning_completed']),
    fillFields(
      copyIfEmpty('severity', 'attributes.level', 'attributes.level2'),
      // The alert is about the tag, and not about the digest: if the tag moves to a repaired image, the scan of this
      // image closes the alert. An alert about the digest of the old image would never close.
      copyIfEmpty('attributes.tag', 'attributes.digest'),
      setFingerprint('resource', 'attributes.tag'),
    ),
    translateSeverity('indeterminate', {
      values: {
        '5': 'critical',
        '4': 'major',
        '3': 'minor',
        '2': 'indeterminate',
        '1': 'ok',
        none: 'ok',
        negligible: 'ok',
        unknown: 'indeterminate',
      },
    }),
  ),
  hints: [
    'Add a webhook with the header Authorization, the default payload format and the event Scanning finished. A scan without findings closes, for each tag on its own.',
  ],
}
