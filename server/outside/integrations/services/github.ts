import { IGNORE_PRIVATE, type Integration, UnsupportedEvent } from '../integration.ts'
import { lookup } from '../lookup.ts'
import type { Payload } from '../payload.ts'
import { bullets, code, codeLink, link, plain, quote } from '../text.ts'
import { GITHUB_BUILDS } from './github-builds.ts'
import { type EventReader, numbered, repository, sender } from './github-parts.ts'
import { GITHUB_TALK } from './github-talk.ts'

/** https://docs.github.com/webhooks/webhook-events-and-payloads */
const EVENTS: Readonly<Record<string, EventReader>> = {
  ping: readPing,
  push: readPush,
  pull_request: readPullRequest,
  create: readCreated,
  delete: readDeleted,
  pull_request_review: readReview,
  issues: readIssue,
  release: readRelease,
  ...GITHUB_TALK,
  ...GITHUB_BUILDS,
}

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  eventTypes: Object.keys(EVENTS),
  urlOptions: [IGNORE_PRIVATE],
  read(payload, headers) {
    const event = headers.require('X-GitHub-Event')
    const read = lookup(EVENTS, event)
    if (!read) throw new UnsupportedEvent(event)
    const notice = read(payload)
    return notice && { ...notice, event, isPrivate: payload.isTrue('repository', 'private') }
  },
}

function readPing(payload: Payload): ReturnType<EventReader> {
  const name = payload.findFirst(['repository', 'full_name'], ['organization', 'login']) ?? 'GitHub'
  const topic = payload.find('repository', 'name') ?? name
  return { topic, content: `The webhook of ${link(name, payload.find('repository', 'html_url'))} works.` }
}

const MAX_COMMITS = 10

function readPush(payload: Payload): ReturnType<EventReader> {
  const ref = payload.text('ref')
  const name = ref.replace(/^refs\/(heads|tags)\//, '')
  const topic = `${repository(payload)} / ${name}`
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  const who = sender(payload)
  if (payload.isTrue('deleted')) return { topic, content: `${who} deleted the ${kind} ${code(name)}.` }
  const commits = payload.list('commits')
  const total = payload.count('commits')
  const compare = payload.find('compare')
  if (total === 0 || kind === 'tag') {
    const verb = payload.isTrue('created') ? 'created' : 'moved'
    return { topic, content: `${who} ${verb} the ${kind} ${codeLink(name, compare)}.` }
  }
  const verb = payload.isTrue('forced') ? 'force-pushed' : 'pushed'
  const head = `${who} ${verb} ${link(total === 1 ? '1 commit' : `${total} commits`, compare)} to ${code(name)}.`
  const items = commits.map((commit) => {
    const [subject = ''] = commit.text('message').split('\n', 1)
    return `${codeLink(commit.text('id').slice(0, 7), commit.find('url'))} ${plain(subject)}`
  })
  return { topic, content: head + bullets(items, total, MAX_COMMITS) }
}

const isRef = (kind: string): boolean => kind === 'branch' || kind === 'tag'

/** A branch or a tag. GitHub also sends a push for it, which has the commits. */
function readCreated(payload: Payload): ReturnType<EventReader> {
  const kind = payload.text('ref_type')
  if (!isRef(kind)) return null
  const name = payload.text('ref')
  const page = payload.find('repository', 'html_url')
  const address = page && `${page}/tree/${encodeURI(name.slice(0, 300).toWellFormed())}`
  const content = `${sender(payload)} created the ${kind} ${codeLink(name, address)}.`
  return { topic: `${repository(payload)} / ${name}`, content }
}

function readDeleted(payload: Payload): ReturnType<EventReader> {
  const kind = payload.text('ref_type')
  if (!isRef(kind)) return null
  const name = payload.text('ref')
  return { topic: `${repository(payload)} / ${name}`, content: `${sender(payload)} deleted the ${kind} ${code(name)}.` }
}

/** Actions that are not here, such as new labels, are not worth a message. */
const PULL_REQUEST_VERBS: Readonly<Record<string, string>> = {
  opened: 'opened',
  reopened: 'reopened',
  closed: 'closed',
  ready_for_review: 'marked as ready',
}

function readPullRequest(payload: Payload): ReturnType<EventReader> {
  const action = payload.text('action')
  const known = lookup(PULL_REQUEST_VERBS, action)
  if (known === undefined) return null
  const request = payload.at('pull_request')
  const { shown, topic } = numbered(payload, request, 'PR')
  const verb = request.isTrue('merged') ? 'merged' : request.isTrue('draft') ? `${known} the draft of` : known
  const branches = `${code(request.text('head', 'ref'))} → ${code(request.text('base', 'ref'))}`
  const body = action === 'opened' ? quote(request.find('body')) : ''
  return { topic, content: `${sender(payload)} ${verb} ${shown} (${branches}).${body}` }
}

const REVIEW_VERBS: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'asked for changes of',
  commented: 'reviewed',
}

function readReview(payload: Payload): ReturnType<EventReader> {
  if (payload.text('action') !== 'submitted') return null
  const review = payload.at('review')
  const verb = lookup(REVIEW_VERBS, review.text('state').toLowerCase())
  if (verb === undefined) return null
  const { shown, topic } = numbered(payload, payload.at('pull_request'), 'PR')
  const where = link('review', review.find('html_url'))
  return { topic, content: `${sender(payload)} ${verb} ${shown} (${where}).${quote(review.find('body'))}` }
}

const ISSUE_VERBS: Readonly<Record<string, string>> = { opened: 'opened', closed: 'closed', reopened: 'reopened' }

function readIssue(payload: Payload): ReturnType<EventReader> {
  const action = payload.text('action')
  const verb = lookup(ISSUE_VERBS, action)
  if (verb === undefined) return null
  const issue = payload.at('issue')
  const { shown, topic } = numbered(payload, issue, 'issue')
  const body = action === 'opened' ? quote(issue.find('body')) : ''
  return { topic, content: `${sender(payload)} ${verb} ${shown}.${body}` }
}

function readRelease(payload: Payload): ReturnType<EventReader> {
  if (payload.text('action') !== 'published') return null
  const release = payload.at('release')
  const tag = release.text('tag_name')
  const name = release.find('name') ?? tag
  const kind = release.isTrue('prerelease') ? 'pre-release' : 'release'
  const shown = link(name === tag ? tag : `${tag} ${name}`, release.find('html_url'))
  const content = `${sender(payload)} published the ${kind} ${shown}.${quote(release.find('body'))}`
  return { topic: `${repository(payload)} / ${tag}`, content }
}
