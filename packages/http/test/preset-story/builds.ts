import { got, gotForm, type Story } from './story.js'

function workflow(branch: string, conclusion: string) {
  const head_repository = { full_name: 'acme/shop' }
  return {
    action: 'completed',
    repository: { full_name: 'acme/shop' },
    workflow: { name: 'test' },
    workflow_run: { workflow_id: 77, conclusion, head_branch: branch, head_repository, display_title: 'Fix a typo' },
  }
}

function pipeline(status: string, source = 'push', merge?: number) {
  return {
    object_kind: 'pipeline',
    object_attributes: { id: 9, ref: 'main', status, source },
    merge_request: merge === undefined ? null : { iid: merge },
    project: { path_with_namespace: 'acme/shop' },
    commit: { message: 'Fix a typo' },
  }
}

function job(url: string, status: string) {
  return { name: 'main', url, build: { number: 4, phase: 'FINALIZED', status, log: '' } }
}

function analysis(fields: object) {
  return { analysedAt: '2026-11-20T11:00:00+0000', project: { key: 'shop' }, ...fields }
}

function play(status: string, limit: string, ...hosts: readonly string[]) {
  const reached = Object.fromEntries(hosts.map((host) => [host, { failed: false }]))
  return { name: 'patch', inventory: 'Web servers', limit, status, hosts: reached }
}

function travis(state: string, pull: number | null) {
  const repository = { name: 'shop', owner_name: 'acme' }
  return { repository, branch: 'main', state, pull_request_number: pull, message: 'Fix a typo' }
}

function deploy(state: string, context: string, branch: string) {
  return { site_id: 's-1', name: 'shop-site', state, context, branch, error_message: 'exit code 1' }
}

function semaphore(event: string, result: string) {
  const server = event === 'deploy' ? { server_name: 'live-1' } : {}
  return { project_name: 'shop', branch_name: 'main', event, result, ...server }
}

/** Builds and deploys: of other branches, servers and hosts, nothing follows for those that failed. */
export const BUILD_STORIES: Readonly<Record<string, Story>> = {
  'a workflow that fails on two branches of GitHub': {
    preset: 'github-actions',
    steps: [
      got(workflow('main', 'failure'), 'acme/shop | test | 1'),
      got(workflow('topic', 'failure'), 'acme/shop | test | 2'),
      got(workflow('topic', 'success'), 'acme/shop | test | 1'),
      got(workflow('main', 'success')),
    ],
  },
  'a pipeline of GitLab, with a child and a merge request': {
    preset: 'gitlab',
    steps: [
      got(pipeline('failed'), 'acme/shop | main | 1'),
      got(pipeline('success', 'parent_pipeline'), 'acme/shop | main | 1'),
      got(pipeline('success', 'merge_request_event', 4), 'acme/shop | main | 1'),
      got(pipeline('success', 'web')),
    ],
  },
  'jobs of Jenkins with one name in two folders': {
    preset: 'jenkins',
    steps: [
      got(job('job/shop/job/main/', 'FAILURE'), 'main | build | 1'),
      got(job('job/bills/job/main/', 'UNSTABLE'), 'main | build | 2'),
      got(job('job/shop/job/main/', 'SUCCESS'), 'main | build | 1'),
      got(job('job/bills/job/main/', 'SUCCESS')),
    ],
  },
  'an analysis of SonarQube that fails': {
    preset: 'sonarqube',
    steps: [
      got(analysis({ status: 'FAILED' }), 'shop | main | 1'),
      got(analysis({ status: 'SUCCESS', branch: { name: 'main' }, qualityGate: { status: 'OK' } })),
    ],
  },
  'jobs of AWX that reach other hosts in each run': {
    preset: 'awx',
    steps: [
      got(play('failed', '', 'web-1'), 'web-1 | patch | 1'),
      got(play('failed', 'web-7', 'web-7'), 'web-1 | patch | 1', 'web-7 | patch | 1'),
      got(play('successful', '', 'web-1', 'web-2'), 'web-7 | patch | 1'),
      got(play('successful', 'web-7')),
    ],
  },
  'a pull request of Travis CI that passes': {
    preset: 'travis',
    steps: [
      gotForm(travis('failed', null), 'shop | build | 1'),
      gotForm(travis('passed', 12), 'shop | build | 1'),
      gotForm(travis('passed', null)),
    ],
  },
  'a preview of Netlify that is ready': {
    preset: 'netlify',
    steps: [
      got(deploy('error', 'production', 'main'), 'shop-site | deploy | 1'),
      got(deploy('ready', 'deploy-preview', 'topic'), 'shop-site | deploy | 1'),
      got(deploy('ready', 'production', 'main')),
    ],
  },
  'a deploy of Semaphore that fails': {
    preset: 'semaphore-classic',
    steps: [
      got(semaphore('deploy', 'failed'), 'shop | live-1 | 1'),
      got(semaphore('build', 'passed'), 'shop | live-1 | 1'),
      got(semaphore('deploy', 'passed')),
    ],
  },
}
