import { IGNORE_PRIVATE, type Integration, type Notice, UnsupportedEvent } from '../integration.ts'
import { lookup } from '../lookup.ts'
import type { Payload } from '../payload.ts'
import { bullets, code, codeLink, link, plain, quote } from '../text.ts'

type EventReader = (payload: Payload) => Omit<Notice, 'event'> | null

/** https://docs.gitlab.com/user/project/integrations/webhook_events */
const EVENTS: Readonly<Record<string, EventReader>> = {
  push: readPush,
  tag_push: readPush,
  merge_request: readMergeRequest,
  issue: readIssue,
  note: readNote,
  pipeline: readPipeline,
  build: readJob,
  release: readRelease,
  deployment: readDeployment,
}

/** The visibility of a project that only its members can read. */
const PRIVATE = 0

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  eventTypes: Object.keys(EVENTS),
  urlOptions: [IGNORE_PRIVATE],
  read(payload) {
    const event = payload.text('object_kind')
    const read = lookup(EVENTS, event)
    if (!read) throw new UnsupportedEvent(event)
    const notice = read(payload)
    return notice && { ...notice, event, isPrivate: payload.number('project', 'visibility_level') === PRIVATE }
  },
}

const project = (payload: Payload): string => payload.text('project', 'name')
const person = (payload: Payload): string => plain(payload.text('user', 'name'))

/** `!3 Title` as a link, and the topic of everything about it. */
function numbered(payload: Payload, item: Payload, sign: '!' | '#', address: string | undefined) {
  const name = `${sign}${item.text('iid')} ${item.text('title')}`
  const kind = sign === '!' ? 'MR' : 'issue'
  return { shown: link(name, address), topic: `${project(payload)} / ${kind} ${name}` }
}

const MAX_COMMITS = 10
const NO_COMMIT = /^0+$/

function readPush(payload: Payload): ReturnType<EventReader> {
  const ref = payload.text('ref')
  const name = ref.replace(/^refs\/(heads|tags)\//, '')
  const topic = `${project(payload)} / ${name}`
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  const who = plain(payload.text('user_name'))
  const [before, after] = [payload.text('before'), payload.text('after')]
  if (NO_COMMIT.test(after)) return { topic, content: `${who} deleted the ${kind} ${code(name)}.` }
  const total = payload.number('total_commits_count') ?? payload.count('commits')
  const page = payload.find('project', 'web_url')
  if (kind === 'tag' || total === 0) {
    const verb = NO_COMMIT.test(before) ? 'created' : 'moved'
    const address = page && `${page}/-/tree/${encodeURI(cutRef(name))}`
    return { topic, content: `${who} ${verb} the ${kind} ${codeLink(name, address)}.` }
  }
  const compare = page && `${page}/-/compare/${cutRef(before)}...${cutRef(after)}`
  const count = link(total === 1 ? '1 commit' : `${total} commits`, compare)
  const items = payload.list('commits').map((commit) => {
    const [subject = ''] = (commit.find('title') ?? commit.text('message')).split('\n', 1)
    return `${codeLink(commit.text('id').slice(0, 8), commit.find('url'))} ${plain(subject)}`
  })
  return { topic, content: `${who} pushed ${count} to ${code(name)}.${bullets(items, total, MAX_COMMITS)}` }
}

/** No name of a branch or a commit is longer, and half a character cannot be encoded. */
const cutRef = (ref: string): string => ref.slice(0, 300).toWellFormed()

const VERBS: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'withdrew the approval of',
}

function readMergeRequest(payload: Payload): ReturnType<EventReader> {
  const request = payload.at('object_attributes')
  const action = request.find('action') ?? ''
  const verb = lookup(VERBS, action)
  if (verb === undefined) return null
  const { shown, topic } = numbered(payload, request, '!', request.find('url'))
  const branches = `${code(request.text('source_branch'))} → ${code(request.text('target_branch'))}`
  const body = action === 'open' ? quote(request.find('description')) : ''
  return { topic, content: `${person(payload)} ${verb} ${shown} (${branches}).${body}` }
}

function readIssue(payload: Payload): ReturnType<EventReader> {
  const issue = payload.at('object_attributes')
  const action = issue.find('action') ?? ''
  if (action !== 'open' && action !== 'close' && action !== 'reopen') return null
  const { shown, topic } = numbered(payload, issue, '#', issue.find('url'))
  const body = action === 'open' ? quote(issue.find('description')) : ''
  return { topic, content: `${person(payload)} ${VERBS[action]} ${shown}.${body}` }
}

function readNote(payload: Payload): ReturnType<EventReader> {
  const note = payload.at('object_attributes')
  const verb = link('commented', note.find('url'))
  const { shown, topic } = notedThing(payload, note.text('noteable_type'))
  return { topic, content: `${person(payload)} ${verb} on ${shown}.${quote(note.text('note'))}` }
}

function notedThing(payload: Payload, type: string): { shown: string; topic: string } {
  const [request, issue] = [payload.at('merge_request'), payload.at('issue')]
  if (type === 'MergeRequest') return numbered(payload, request, '!', request.find('url'))
  if (type === 'Issue') return numbered(payload, issue, '#', issue.find('url'))
  if (type === 'Commit') {
    const id = payload.text('commit', 'id').slice(0, 8)
    return { shown: codeLink(id, payload.find('commit', 'url')), topic: `${project(payload)} / ${id}` }
  }
  if (type !== 'Snippet') throw new UnsupportedEvent(`note on ${type}`)
  const title = payload.text('snippet', 'title')
  return { shown: link(title, payload.find('snippet', 'url')), topic: `${project(payload)} / ${title}` }
}

const STATES: Readonly<Record<string, string>> = {
  success: ':check: succeeded',
  failed: ':cross_mark: failed',
  canceled: 'was cancelled',
}

function readPipeline(payload: Payload): ReturnType<EventReader> {
  const pipeline = payload.at('object_attributes')
  const ended = lookup(STATES, pipeline.text('status'))
  if (ended === undefined) return null
  const id = pipeline.text('id')
  const page = payload.find('project', 'web_url')
  const address = pipeline.find('url') ?? (page && `${page}/-/pipelines/${encodeURIComponent(cutRef(id))}`)
  const ref = pipeline.text('ref')
  const time = timeOf(pipeline.number('duration'))
  const content = `${link(`Pipeline #${id}`, address)} ${ended} on ${code(ref)}${time}.`
  return { topic: `${project(payload)} / ${ref}`, content }
}

const timeOf = (seconds: number | undefined): string => (seconds === undefined ? '' : ` after ${Math.round(seconds)} s`)

/** GitLab calls a job a build here. Older versions send no project. */
function readJob(payload: Payload): ReturnType<EventReader> {
  const ended = lookup(STATES, payload.text('build_status'))
  if (ended === undefined) return null
  const id = payload.text('build_id')
  const page = payload.findFirst(['project', 'web_url'], ['repository', 'homepage'])
  const address = page && `${page}/-/jobs/${encodeURIComponent(cutRef(id))}`
  const ref = payload.text('ref')
  const shown = link(`Job ${payload.text('build_name')} #${id}`, address)
  const name = payload.find('project', 'name') ?? payload.text('repository', 'name')
  const content = `${shown} ${ended} on ${code(ref)}${timeOf(payload.number('build_duration'))}.`
  return { topic: `${name} / ${ref}`, content }
}

function readRelease(payload: Payload): ReturnType<EventReader> {
  const action = payload.text('action')
  const tag = payload.text('tag')
  const name = payload.find('name') ?? tag
  const shown = name === tag ? tag : `${tag} ${name}`
  const topic = `${project(payload)} / ${tag}`
  if (action === 'delete') return { topic, content: `The release ${plain(shown)} was deleted.` }
  if (action !== 'create') return null
  const body = quote(payload.find('description'))
  return { topic, content: `The release ${link(shown, payload.find('url'))} was published.${body}` }
}

function readDeployment(payload: Payload): ReturnType<EventReader> {
  const status = payload.text('status')
  const state = status === 'running' ? 'started' : lookup(STATES, status)
  if (state === undefined) return null
  const environment = payload.text('environment')
  const commit = codeLink(payload.text('short_sha'), payload.find('commit_url'))
  const place = link(environment, payload.find('environment_external_url'))
  const job = payload.find('deployable_url')
  const more = job === undefined ? '' : ` (${link('job', job)})`
  const content = `The deployment of ${commit} to ${place} by ${person(payload)} ${state}${more}.`
  return { topic: `${project(payload)} / ${environment}`, content }
}
