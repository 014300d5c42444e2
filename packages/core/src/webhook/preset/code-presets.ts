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
  secretIn,
  severities,
  signedIn,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

const GITHUB_AUTH = {
  enabled: true,
  testPayloads: { clauses: [{ key: 'zen', op: '~', value: '.' }] },
  authMode: 'header',
  authHeaderScheme: 'hub',
  deduplication: { header: 'X-GitHub-Delivery', ttlSeconds: 86_400 },
} as const

/** Dependabot alerts of GitHub repositories. */
export const GITHUB: WebhookPreset = {
  id: 'github',
  name: 'GitHub Dependabot',
  config: {
    ...GITHUB_AUTH,
    fieldMappings: {
      resource: 'repository.full_name',
      event: 'alert.security_advisory.ghsa_id',
      severity: 'alert.security_advisory.severity',
      text: 'alert.security_advisory.summary',
      value: 'alert.state',
      createTime: 'alert.created_at',
      tags: 'repository.topics[]',
      fingerprint: 'alert.html_url',
      eventTime: 'alert.updated_at',
      attributes: {
        state: 'alert.state',
        cvss: 'alert.security_advisory.cvss.score',
        package: 'alert.dependency.package.name',
        manifest: 'alert.dependency.manifest_path',
        action: 'action',
        url: 'alert.html_url',
      },
    },
    defaultValues: {
      environment: 'Production',
      group: 'Security',
      type: 'githubAlert',
      origin: 'github',
    },
  },
  policies: inOrder(
    'GitHub',
    dropUnless('event', ['GHSA-.+']),
    severities('security'),
    closeWhen('attributes.state', ['fixed', 'dismissed', 'auto_dismissed']),
  ),
  hints: [
    'In the webhook of the repository or organization, choose content type application/json, enter the secret, and select the event Dependabot alerts alone.',
    'A fixed or dismissed alert closes. Several manifests with one advisory are one alert, which closes with the last of them.',
  ],
}

/** Runs of GitHub Actions. */
export const GITHUB_ACTIONS: WebhookPreset = {
  id: 'github-actions',
  name: 'GitHub Actions',
  config: {
    ...GITHUB_AUTH,
    fieldMappings: {
      resource: 'repository.full_name',
      event: 'workflow.name',
      severity: 'workflow_run.conclusion',
      text: 'workflow_run.display_title',
      eventTime: 'workflow_run.updated_at',
      attributes: {
        state: 'workflow_run.conclusion',
        action: 'action',
        branch: 'workflow_run.head_branch',
        workflow: 'workflow_run.workflow_id',
        fork: 'workflow_run.head_repository.full_name',
        run: 'workflow_run.run_number',
        url: 'workflow_run.html_url',
      },
    },
    defaultValues: defaultsOf('CI', 'github'),
  },
  policies: inOrder(
    'GitHub Actions',
    dropUnless('attributes.state', ['failure', 'timed_out', 'startup_failure', 'success']),
    fill(fingerprintOf('attributes.workflow', 'attributes.fork', 'attributes.branch')),
    severities('major'),
    closeWhen('attributes.state', ['success']),
  ),
  hints: [
    'In the webhook of the repository or organization, choose content type application/json, enter the secret, and select the event Workflow runs alone.',
    'All branches share the alert of a workflow, which closes when the last failed branch passes. A policy of your own that drops other values of attributes.branch limits it to one.',
  ],
}

/** Pipelines of GitLab. */
export const GITLAB: WebhookPreset = {
  id: 'gitlab',
  name: 'GitLab pipelines',
  config: {
    ...secretIn('X-Gitlab-Token'),
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
    defaultValues: defaultsOf('CI', 'gitlab', { severity: 'major' }),
    deduplication: { header: 'X-Gitlab-Event-UUID', ttlSeconds: 86_400 },
  },
  policies: inOrder(
    'GitLab',
    dropUnless('attributes.kind', ['pipeline']),
    dropUnless('attributes.state', ['failed', 'success']),
    // A child pipeline, and the pipeline of a merge request, say nothing about the pipeline of the branch.
    fill(
      {
        translate: 'attributes.run',
        values: { parent_pipeline: 'child', merge_request_event: 'merge request' },
        otherwise: 'branch',
      },
      fingerprintOf('event', 'attributes.run', 'attributes.merge'),
    ),
    closeWhen('attributes.state', ['success']),
  ),
  hints: ['Add a webhook with a secret token and the trigger Pipeline events. A branch that fails is a major alert.'],
}

export const JENKINS: WebhookPreset = {
  id: 'jenkins',
  name: 'Jenkins (Notification plugin)',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'name',
      severity: 'build.status',
      text: 'build.log',
      fingerprint: 'url',
      attributes: {
        phase: 'build.phase',
        state: 'build.status',
        number: 'build.number',
        branch: 'build.scm.branch',
        url: 'build.full_url',
      },
    },
    defaultValues: defaultsOf('CI', 'jenkins', { event: 'build' }),
  },
  policies: inOrder(
    'Jenkins',
    dropUnless('attributes.phase', ['completed', 'finalized']),
    dropUnless('attributes.state', ['failure', 'unstable', 'success']),
    severities('major', { values: { unstable: 'minor' } }),
    closeWhen('attributes.state', ['success']),
  ),
  hints: [
    'In the job, add a notification endpoint with the format JSON and the protocol HTTP, for finished jobs.',
    'The plugin sends no header of its own: write https://user:password@ before the host of the URL; the secret is Basic, a space, and the base64 of user:password.',
  ],
}

export const SONARQUBE: WebhookPreset = {
  id: 'sonarqube',
  name: 'SonarQube',
  config: {
    ...signedIn('X-Sonar-Webhook-HMAC-SHA256'),
    fieldMappings: {
      resource: 'project.key',
      event: 'branch.name',
      text: 'qualityGate.name',
      createTime: 'analysedAt',
      eventTime: 'analysedAt',
      attributes: { state: 'qualityGate.status', task: 'status', project: 'project.name', url: 'branch.url' },
    },
    defaultValues: defaultsOf('Code quality', 'sonarqube', { severity: 'major' }),
  },
  policies: inOrder(
    'SonarQube',
    {
      name: 'read a failed analysis',
      description: 'An analysis that fails has no quality gate.',
      filters: { clauses: [{ key: 'attributes.task', op: '~', value: '(?i)^failed$' }] },
      actions: [
        { set: 'attributes.state', value: 'error' },
        { set: 'text', value: 'the analysis failed' },
      ],
    },
    dropUnless('attributes.state', ['error', 'warn', 'ok']),
    fill(orElse('event', 'main')),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: [
    'Add a webhook with a secret to the project, or to all projects. A failed quality gate, and a failed analysis, is a major alert.',
  ],
}

/** Jobs of Ansible Tower and AWX. */
export const AWX: WebhookPreset = {
  id: 'awx',
  name: 'Ansible AWX and Automation Controller',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: { path: 'hosts', keys: true, join: ', ' },
      event: 'name',
      text: 'playbook',
      eventTime: 'finished',
      attributes: {
        state: 'status',
        inventory: 'inventory',
        limit: 'limit',
        project: 'project',
        user: 'created_by',
        url: 'url',
      },
    },
    defaultValues: defaultsOf('Ansible', 'awx', { severity: 'major' }),
  },
  policies: inOrder(
    'AWX',
    dropUnless('attributes.state', ['failed', 'error', 'successful']),
    {
      name: 'name jobs of several hosts after their inventory',
      description: 'The hosts that a job reaches differ from run to run, so they do not name its alert.',
      filters: { clauses: [{ key: 'resource', op: '~', value: ', ' }] },
      actions: [{ set: 'resource', value: null }],
    },
    fill(
      firstOf('resource', 'attributes.inventory', 'attributes.project'),
      orElse('resource', 'AWX'),
      fingerprintOf('event', 'attributes.inventory', 'attributes.limit'),
    ),
    closeWhen('attributes.state', ['successful']),
  ),
  hints: ['Add a notification template of the kind Webhook with the header Authorization. Failed jobs are major.'],
}
