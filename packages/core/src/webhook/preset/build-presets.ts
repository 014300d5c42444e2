import {
  closeWhen,
  defaultsOf,
  dropUnless,
  fill,
  fingerprintOf,
  firstOf,
  inOrder,
  orElse,
  STATIC,
  URL_HINT,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

const CI = { severity: 'major' } as const

/** Workflows of CircleCI. A project on GitLab names its branch and commit among the parameters of its trigger. */
export const CIRCLECI: WebhookPreset = {
  id: 'circleci',
  name: 'CircleCI',
  config: {
    ...STATIC,
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
    defaultValues: { environment: 'Production', group: 'CI', type: 'circleciAlert', origin: 'circleci', ...CI },
  },
  policies: inOrder(
    'CircleCI',
    dropUnless('attributes.kind', ['workflow-completed']),
    dropUnless('attributes.state', ['failed', 'error', 'success']),
    fill(
      firstOf('attributes.branch', 'attributes.triggerBranch', 'attributes.tag', 'attributes.triggerTag'),
      firstOf('text', 'attributes.title'),
      orElse('text', 'no text'),
      fingerprintOf('event', 'attributes.branch'),
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
    ...STATIC,
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
    defaultValues: defaultsOf('CI', 'circleci', CI),
  },
  policies: inOrder(
    'CircleCI 1',
    dropUnless('attributes.state', ['failed', 'timedout', 'infrastructure_fail', 'success', 'fixed']),
    fill(orElse('event', 'build'), fingerprintOf('attributes.owner', 'resource', 'event', 'attributes.branch')),
    closeWhen('attributes.state', ['success', 'fixed']),
  ),
  hints: ['In the configuration of the project, add the URL of this webhook to notify.', URL_HINT],
}

/** AppVeyor. Its times have the month first and no zone, so they are not read. */
export const APPVEYOR: WebhookPreset = {
  id: 'appveyor',
  name: 'AppVeyor',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'eventData.projectName',
      text: 'eventData.commitMessage',
      attributes: {
        state: 'eventName',
        project: 'eventData.projectId',
        branch: 'eventData.branch',
        pull: 'eventData.pullRequestId',
        isPull: 'eventData.isPullRequest',
        build: 'eventData.buildNumber',
        url: 'eventData.buildUrl',
      },
    },
    defaultValues: defaultsOf('CI', 'appveyor', { ...CI, event: 'build' }),
  },
  policies: inOrder(
    'AppVeyor',
    dropUnless('attributes.state', ['build_failure', 'build_success']),
    // The branch of a pull request is the one that it goes into: its build says nothing about that branch.
    fill(
      { translate: 'attributes.isPull', values: { true: 'pull request', false: null } },
      fingerprintOf('attributes.project', 'attributes.branch', 'attributes.isPull', 'attributes.pull'),
    ),
    closeWhen('attributes.state', ['build_success']),
  ),
  hints: ['Add a notification of the kind Webhook with the header Authorization and the default body.'],
}

/** Buildbot: the builds that HttpStatusPush sends, and a body with the fields event, buildername and timestamp. */
export const BUILDBOT: WebhookPreset = {
  id: 'buildbot',
  name: 'Buildbot',
  config: {
    ...STATIC,
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
      ...CI,
    },
  },
  policies: inOrder(
    'Buildbot',
    fill(
      firstOf('resource', 'attributes.builder'),
      firstOf('text', 'attributes.url'),
      orElse('text', 'no text'),
      firstOf('eventTime', 'attributes.time'),
      firstOf('attributes.kind', 'attributes.complete'),
      fingerprintOf('resource', 'attributes.branch'),
    ),
    dropUnless('attributes.kind', ['finished', 'true']),
    // 0 success, 1 warnings, 2 failure, 4 exception. The other results (skipped, retry, canceled) say nothing about the
    // build.
    dropUnless('attributes.result', ['0', '1', '2', '4']),
    closeWhen('attributes.result', ['0', '1']),
  ),
  hints: ['Add a reporter HttpStatusPush with basic authentication; the secret is Basic, a space, and the base64.'],
}

/** Codeship, which sends no times. */
export const CODESHIP: WebhookPreset = {
  id: 'codeship',
  name: 'Codeship',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'build.project_full_name',
      event: 'build.branch',
      text: 'build.message',
      attributes: {
        state: 'build.status',
        project: 'build.project_id',
        build: 'build.build_id',
        url: 'build.build_url',
      },
    },
    defaultValues: defaultsOf('CI', 'codeship', CI),
  },
  policies: inOrder(
    'Codeship',
    dropUnless('attributes.state', ['error', 'infrastructure_failure', 'success']),
    fill(fingerprintOf('attributes.project', 'event')),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['Add a notification rule of the kind Webhook to the project.', URL_HINT],
}

/** TeamCity, through the plugin tcWebHooks. Its times have the form of the locale of the server, so they are not read. */
export const TEAMCITY: WebhookPreset = {
  id: 'teamcity',
  name: 'TeamCity (tcWebHooks)',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'build.projectName',
      event: 'build.buildName',
      text: 'build.text',
      attributes: {
        kind: 'build.notifyType',
        state: 'build.buildResult',
        configuration: 'build.buildTypeId',
        branch: 'build.branchName',
        number: 'build.buildNumber',
        agent: 'build.agentName',
        url: 'build.buildStatusUrl',
      },
    },
    defaultValues: defaultsOf('CI', 'teamcity', CI),
  },
  policies: inOrder(
    'TeamCity',
    dropUnless('attributes.kind', ['buildFinished', 'buildFailed', 'buildBroken', 'buildSuccessful', 'buildFixed']),
    dropUnless('attributes.state', ['failure', 'success']),
    fill(fingerprintOf('attributes.configuration', 'attributes.branch')),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['In the plugin tcWebHooks, add a webhook with the legacy JSON payload and basic authentication.'],
}

/** GoCD. Each stage of a pipeline has its own alert; its time is the one at which its first job was scheduled. */
export const GOCD: WebhookPreset = {
  id: 'gocd',
  name: 'GoCD',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'name',
      event: { path: 'stages[].name', expand: true },
      text: 'build_cause.trigger_message',
      eventTime: 'stages[N].jobs[0].scheduled_date',
      attributes: { state: 'stages[N].result', counter: 'counter', label: 'label' },
    },
    defaultValues: defaultsOf('CI', 'gocd', CI),
  },
  policies: inOrder(
    'GoCD',
    dropUnless('attributes.state', ['failed', 'passed']),
    closeWhen('attributes.state', ['passed']),
  ),
  hints: ['Use a notification plugin that posts the pipeline as JSON. Each stage is an alert.', URL_HINT],
}
