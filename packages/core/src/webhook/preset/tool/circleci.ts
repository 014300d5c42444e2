import {
  closeWhen,
  copyIfEmpty,
  defaultsWithoutText,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  setIfEmpty,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Workflows of CircleCI. A project on GitLab names its branch and commit among the parameters of its trigger. */
export const CIRCLECI: WebhookPreset = {
  id: 'circleci',
  name: 'CircleCI',
  config: {
    ...STATIC_AUTHORIZATION,
    authHeaderScheme: 'list',
    authHeaderName: 'circleci-signature',
    testPayloads: { clauses: [{ key: 'type', op: '=', value: 'ping' }] },
    fieldMappings: {
      resource: 'project.slug',
      event: 'workflow.name',
      text: 'pipeline.vcs.commit.subject',
      eventTime: 'happened_at',
      attributes: {
        state: 'workflow.status',
        branch: 'pipeline.vcs.branch',
        tag: 'pipeline.vcs.tag',
        triggerBranch: 'pipeline.trigger_parameters.git.branch',
        triggerTag: 'pipeline.trigger_parameters.git.tag',
        title: 'pipeline.trigger_parameters.gitlab.commit_title',
        kind: 'type',
        url: 'workflow.url',
      },
    },
    defaultValues: defaultsWithoutText('CI', 'circleci', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'CircleCI',
    dropUnless('attributes.kind', ['workflow-completed']),
    dropUnless('attributes.state', ['failed', 'error', 'success']),
    fillFields(
      copyIfEmpty('attributes.branch', 'attributes.triggerBranch', 'attributes.tag', 'attributes.triggerTag'),
      copyIfEmpty('text', 'attributes.title'),
      setIfEmpty('text', 'no text'),
      setFingerprint('event', 'attributes.branch'),
      { set: 'attributes.triggerBranch', value: null },
      { set: 'attributes.triggerTag', value: null },
    ),
    closeWhen('attributes.state', ['success']),
  ),
  hints: [
    'Add a webhook with a secret token and the event Workflow Completed to the project. A workflow opens and closes for each branch on its own.',
  ],
}

/** CircleCI, the notifications of version 1. */
export const CIRCLECI_1: WebhookPreset = {
  id: 'circleci-1',
  name: 'CircleCI notifications, version 1',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'payload.reponame',
      event: 'payload.build_parameters.CIRCLE_JOB',
      text: 'payload.subject',
      eventTime: 'payload.stop_time',
      attributes: {
        state: 'payload.status',
        owner: 'payload.username',
        branch: 'payload.branch',
        build: 'payload.build_num',
        url: 'payload.build_url',
      },
    },
    defaultValues: defaultsWithText('CI', 'circleci', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'CircleCI 1',
    dropUnless('attributes.state', ['failed', 'timedout', 'infrastructure_fail', 'success', 'fixed']),
    fillFields(
      setIfEmpty('event', 'build'),
      setFingerprint('attributes.owner', 'resource', 'event', 'attributes.branch'),
    ),
    closeWhen('attributes.state', ['success', 'fixed']),
  ),
  hints: ['In the configuration of the project, add the URL of this webhook to notify.', URL_HINT],
}
