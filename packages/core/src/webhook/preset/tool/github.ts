import {
  closeWhen,
  defaultsWithoutText,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  setFingerprint,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

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
    defaultValues: defaultsWithoutText('Security', 'github'),
  },
  policies: numberedPolicies(
    'GitHub',
    dropUnless('event', ['GHSA-.+']),
    translateSeverity('security'),
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
    defaultValues: defaultsWithText('CI', 'github'),
  },
  policies: numberedPolicies(
    'GitHub Actions',
    dropUnless('attributes.state', ['failure', 'timed_out', 'startup_failure', 'success']),
    fillFields(setFingerprint('attributes.workflow', 'attributes.fork', 'attributes.branch')),
    translateSeverity('major'),
    closeWhen('attributes.state', ['success']),
  ),
  hints: [
    'In the webhook of the repository or organization, choose content type application/json, enter the secret, and select the event Workflow runs alone.',
    'All branches share the alert of a workflow, which closes when the last failed branch passes. A policy of your own that drops other values of attributes.branch limits it to one.',
  ],
}
