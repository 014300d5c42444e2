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

function circle(branch: string, status: string, happened_at: string) {
  const what = { type: 'workflow-completed', happened_at, project: { slug: 'gh/acme/shop' } }
  return { ...what, workflow: { name: 'deploy', status }, pipeline: { vcs: { branch, commit: { subject: 'Fix' } } } }
}

/** CircleCI names the branch of a project on GitLab elsewhere. */
function circleOfGitLab(branch: string, status: string) {
  const pipeline = { trigger_parameters: { git: { branch }, gitlab: { branch, commit_title: 'Fix' } } }
  return { ...circle(branch, status, '2026-11-20T10:00:00Z'), pipeline }
}

function circle1(username: string, branch: string, status: string) {
  return { payload: { username, reponame: 'shop', branch, status, build_parameters: { CIRCLE_JOB: 'unit' } } }
}

function appVeyor(eventName: string, projectId: number, isPullRequest = false) {
  const eventData = { projectId, projectName: 'shop', branch: 'main', isPullRequest, buildNumber: 4 }
  return { eventName, eventData: { ...eventData, finished: '9/11/2026 7:06 PM', commitMessage: 'Fix' } }
}

function buildbot(branch: string, results: number, complete_at: number) {
  const build = { buildid: 7, builder: { name: 'lint' }, complete: true, complete_at, results }
  return { ...build, state_string: 'finished', buildset: { sourcestamps: [{ branch }] } }
}

function codeship(branch: string, status: string, project_full_name = 'acme/shop') {
  return { build: { project_id: 12, project_full_name, branch, status, message: 'Fix' } }
}

function teamCity(buildTypeId: string, branchName: string, buildResult: string) {
  const build = { notifyType: 'buildFinished', projectName: 'Shop', buildName: 'Package', text: 'has finished' }
  return { build: { ...build, buildTypeId, branchName, buildResult } }
}

function goCd(minute: number, ...stages: readonly (readonly [name: string, result: string])[]) {
  const scheduled_date = Date.UTC(2026, 10, 20, 10, minute)
  return { name: 'shop', stages: stages.map(([name, result]) => ({ name, result, jobs: [{ scheduled_date }] })) }
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
  'a workflow of CircleCI on two branches, and a message that arrives late': {
    preset: 'circleci',
    steps: [
      got(circle('main', 'failed', '2026-11-20T10:00:00Z'), 'gh/acme/shop | deploy | 1'),
      got(circle('topic', 'error', '2026-11-20T10:01:00Z'), 'gh/acme/shop | deploy | 2'),
      got(circle('topic', 'success', '2026-11-20T10:05:00Z'), 'gh/acme/shop | deploy | 1'),
      got(circle('topic', 'failed', '2026-11-20T10:01:00Z'), 'gh/acme/shop | deploy | 1'),
      got(circle('main', 'success', '2026-11-20T10:06:00Z')),
    ],
  },
  'a workflow of CircleCI on two branches of GitLab': {
    preset: 'circleci',
    steps: [
      got(circleOfGitLab('main', 'failed'), 'gh/acme/shop | deploy | 1'),
      got(circleOfGitLab('topic', 'failed'), 'gh/acme/shop | deploy | 2'),
      got(circleOfGitLab('topic', 'success'), 'gh/acme/shop | deploy | 1'),
      got(circleOfGitLab('main', 'success')),
    ],
  },
  'a job of CircleCI 1 in two repositories of one name, and on two branches': {
    preset: 'circleci-1',
    steps: [
      got(circle1('acme', 'main', 'failed'), 'shop | unit | 1'),
      got(circle1('bills', 'main', 'timedout'), 'shop | unit | 2'),
      got(circle1('acme', 'topic', 'failed'), 'shop | unit | 3'),
      got(circle1('acme', 'topic', 'fixed'), 'shop | unit | 2'),
      got(circle1('bills', 'main', 'success'), 'shop | unit | 1'),
      got(circle1('acme', 'main', 'success')),
    ],
  },
  'projects of AppVeyor of one name, and a pull request that passes': {
    preset: 'appveyor',
    steps: [
      got(appVeyor('build_failure', 1), 'shop | build | 1'),
      got(appVeyor('build_failure', 2), 'shop | build | 2'),
      got(appVeyor('build_success', 1, true), 'shop | build | 2'),
      got(appVeyor('build_success', 1), 'shop | build | 1'),
      got(appVeyor('build_success', 2)),
    ],
  },
  'a builder of Buildbot on two branches, and a build that arrives late': {
    preset: 'buildbot',
    steps: [
      got(buildbot('main', 2, 1_795_168_800), 'lint | build | 1'),
      got(buildbot('topic', 4, 1_795_168_900), 'lint | build | 2'),
      got(buildbot('topic', 1, 1_795_169_100), 'lint | build | 1'),
      got(buildbot('topic', 2, 1_795_168_900), 'lint | build | 1'),
      got(buildbot('main', 0, 1_795_169_200)),
    ],
  },
  'two branches of Codeship, and a project that is renamed while it fails': {
    preset: 'codeship',
    steps: [
      got(codeship('main', 'error'), 'acme/shop | main | 1'),
      got(codeship('topic', 'infrastructure_failure'), 'acme/shop | main | 1', 'acme/shop | topic | 1'),
      got(codeship('topic', 'success'), 'acme/shop | main | 1'),
      got(codeship('main', 'success', 'acme/store')),
    ],
  },
  'configurations of TeamCity of one name, on two branches': {
    preset: 'teamcity',
    steps: [
      got(teamCity('A_Package', 'main', 'failure'), 'Shop | Package | 1'),
      got(teamCity('B_Package', 'main', 'failure'), 'Shop | Package | 2'),
      got(teamCity('A_Package', 'topic', 'failure'), 'Shop | Package | 3'),
      got(teamCity('A_Package', 'topic', 'success'), 'Shop | Package | 2'),
      got(teamCity('B_Package', 'main', 'success'), 'Shop | Package | 1'),
      got(teamCity('A_Package', 'main', 'success')),
    ],
  },
  'stages of a pipeline of GoCD, of which a message arrives late': {
    preset: 'gocd',
    steps: [
      got(goCd(0, ['build', 'Passed'], ['test', 'Failed']), 'shop | test | 1'),
      got(goCd(5, ['build', 'Failed']), 'shop | build | 1', 'shop | test | 1'),
      got(goCd(9, ['build', 'Passed'], ['test', 'Passed'])),
      got(goCd(5, ['build', 'Failed'])),
    ],
  },
}
