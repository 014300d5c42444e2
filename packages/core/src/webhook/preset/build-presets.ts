import { closeWhen, defaultsOf, dropUnless, fill, inOrder, orElse, STATIC, URL_HINT } from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

const CI = { severity: 'major' } as const

/** Workflows of CircleCI. */
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
      attributes: { state: 'workflow.status', branch: 'pipeline.vcs.branch', kind: 'type', url: 'workflow.url' },
    },
    defaultValues: defaultsOf('CI', 'circleci', CI),
  },
  policies: inOrder(
    'CircleCI',
    dropUnless('attributes.kind', ['workflow-completed']),
    dropUnless('attributes.state', ['failed', 'error', 'success']),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['Add a webhook with a secret token and the event Workflow Completed to the project.'],
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
    fill(orElse('event', 'build')),
    closeWhen('attributes.state', ['success', 'fixed']),
  ),
  hints: ['In the configuration of the project, add the URL of this webhook to notify.', URL_HINT],
}

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
        branch: 'eventData.branch',
        build: 'eventData.buildNumber',
        url: 'eventData.buildUrl',
      },
    },
    defaultValues: defaultsOf('CI', 'appveyor', { ...CI, event: 'build' }),
  },
  policies: inOrder(
    'AppVeyor',
    dropUnless('attributes.state', ['build_failure', 'build_success']),
    closeWhen('attributes.state', ['build_success']),
  ),
  hints: ['Add a notification of the kind Webhook with the header Authorization and the default body.'],
}

export const BUILDBOT: WebhookPreset = {
  id: 'buildbot',
  name: 'Buildbot',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'buildername',
      text: 'url',
      attributes: { kind: 'event', result: 'results', build: 'buildid', project: 'project', url: 'url' },
    },
    defaultValues: defaultsOf('CI', 'buildbot', { ...CI, event: 'build' }),
  },
  policies: inOrder(
    'Buildbot',
    dropUnless('attributes.kind', ['finished']),
    // 0 success, 1 warnings, 2 failure, 4 exception. The other results (skipped, retry, canceled) say nothing about the
    // build.
    dropUnless('attributes.result', ['0', '1', '2', '4']),
    closeWhen('attributes.result', ['0', '1']),
  ),
  hints: ['Add a reporter HttpStatusPush with basic authentication; the secret is Basic, a space, and the base64.'],
}

export const CODESHIP: WebhookPreset = {
  id: 'codeship',
  name: 'Codeship',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'build.project_full_name',
      event: 'build.branch',
      text: 'build.message',
      attributes: { state: 'build.status', build: 'build.build_id', url: 'build.build_url' },
    },
    defaultValues: defaultsOf('CI', 'codeship', CI),
  },
  policies: inOrder(
    'Codeship',
    dropUnless('attributes.state', ['error', 'infrastructure_failure', 'success']),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['Add a notification rule of the kind Webhook to the project.', URL_HINT],
}

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
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['In the plugin tcWebHooks, add a webhook with the legacy JSON payload and basic authentication.'],
}

/** GoCD. Each stage of a pipeline has its own alert. */
export const GOCD: WebhookPreset = {
  id: 'gocd',
  name: 'GoCD',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'name',
      event: { path: 'stages[].name', expand: true },
      text: 'build_cause.trigger_message',
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
