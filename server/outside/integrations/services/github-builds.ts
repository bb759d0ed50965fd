import { lookup } from '../lookup.ts'
import type { Payload } from '../payload.ts'
import { code, codeLink, link, plain, quote } from '../text.ts'
import { type EventReader, repository, sender } from './github-parts.ts'

/** Workflows, checks and deployments. */
export const GITHUB_BUILDS: Readonly<Record<string, EventReader>> = {
  workflow_run: readWorkflowRun,
  check_run: readCheckRun,
  status: readStatus,
  deployment: readDeployment,
  deployment_status: readDeploymentStatus,
}

/** What is not here, such as a check that was skipped, is not worth a message. */
const CONCLUSIONS: Readonly<Record<string, string>> = {
  success: ':check: succeeded',
  failure: ':cross_mark: failed',
  error: ':cross_mark: failed',
  cancelled: 'was cancelled',
  timed_out: ':cross_mark: took too long',
}

const short = (sha: string): string => sha.slice(0, 7)

function readWorkflowRun(payload: Payload): ReturnType<EventReader> {
  if (payload.text('action') !== 'completed') return null
  const run = payload.at('workflow_run')
  const ended = lookup(CONCLUSIONS, run.text('conclusion'))
  if (ended === undefined) return null
  const branch = run.text('head_branch')
  const shown = link(`${run.text('name')} #${run.text('run_number')}`, run.find('html_url'))
  const content = `${shown} ${ended} on ${code(branch)} at ${code(short(run.text('head_sha')))}.`
  return { topic: `${repository(payload)} / ${branch}`, content }
}

/** A check of a pull request from another repository has no branch here. */
function readCheckRun(payload: Payload): ReturnType<EventReader> {
  if (payload.text('action') !== 'completed') return null
  const run = payload.at('check_run')
  const ended = lookup(CONCLUSIONS, run.text('conclusion'))
  if (ended === undefined) return null
  const branch = run.find('check_suite', 'head_branch')
  const sha = short(run.text('head_sha'))
  const place = branch === undefined ? '' : ` on ${code(branch)}`
  const content = `${link(run.text('name'), run.find('html_url'))} ${ended}${place} at ${code(sha)}.`
  return { topic: `${repository(payload)} / ${branch ?? sha}`, content }
}

function readStatus(payload: Payload): ReturnType<EventReader> {
  const ended = lookup(CONCLUSIONS, payload.text('state'))
  if (ended === undefined) return null
  const sha = short(payload.text('sha'))
  const branch = payload.list('branches')[0]?.find('name')
  const said = payload.find('description')
  const commit = codeLink(sha, payload.find('commit', 'html_url'))
  const shown = link(payload.text('context'), payload.find('target_url'))
  const content = `${shown} ${ended} at ${commit}${said === undefined ? '' : `: ${plain(said)}`}`
  return { topic: `${repository(payload)} / ${branch ?? sha}`, content }
}

function readDeployment(payload: Payload): ReturnType<EventReader> {
  if (payload.text('action') !== 'created') return null
  const deployment = payload.at('deployment')
  const environment = deployment.text('environment')
  const content = `${sender(payload)} started the deployment of ${code(deployment.text('ref'))} to ${code(environment)}.`
  return { topic: `${repository(payload)} / ${environment}`, content }
}

function readDeploymentStatus(payload: Payload): ReturnType<EventReader> {
  const status = payload.at('deployment_status')
  const ended = lookup(CONCLUSIONS, status.text('state'))
  if (ended === undefined) return null
  const environment = status.find('environment') ?? payload.text('deployment', 'environment')
  const what = `The deployment of ${code(payload.text('deployment', 'ref'))}`
  const log = status.findFirst(['log_url'], ['target_url'])
  const more = log === undefined ? '' : ` (${link('log', log)})`
  const place = link(environment, status.find('environment_url'))
  const content = `${what} to ${place} ${ended}${more}.${quote(status.find('description'))}`
  return { topic: `${repository(payload)} / ${environment}`, content }
}
