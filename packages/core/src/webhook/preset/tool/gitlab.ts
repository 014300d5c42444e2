import {
  closeWhen,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  secretInHeader,
  setFingerprint,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Pipelines of GitLab. */
export const GITLAB: WebhookPreset = {
  id: 'gitlab',
  name: 'GitLab pipelines',
  config: {
    ...secretInHeader('X-Gitlab-Token'),
    fieldMappings: {
      resource: 'project.path_with_namespace',
      event: 'object_attributes.ref',
      text: 'commit.message',
      eventTime: 'object_attributes.finished_at',
      attributes: {
        kind: 'object_kind',
        run: 'object_attributes.source',
        merge: 'merge_request.iid',
        state: 'object_attributes.status',
        pipeline: 'object_attributes.id',
        commit: 'object_attributes.sha',
        url: 'project.web_url',
      },
    },
    defaultValues: defaultsWithText('CI', 'gitlab', { severity: 'major' }),
    deduplication: { header: 'X-Gitlab-Event-UUID', ttlSeconds: 86_400 },
  },
  policies: numberedPolicies(
    'GitLab',
    dropUnless('attributes.kind', ['pipeline']),
    dropUnless('attributes.state', ['failed', 'success']),
    // A child pipeline, and the pipeline of a merge request, say nothing about the pipeline of the branch.
    fillFields(
      {
        translate: 'attributes.run',
        values: { parent_pipeline: 'child', merge_request_event: 'merge request' },
        otherwise: 'branch',
      },
      setFingerprint('event', 'attributes.run', 'attributes.merge'),
    ),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['Add a webhook with a secret token and the trigger Pipeline events. A branch that fails is a major alert.'],
}
