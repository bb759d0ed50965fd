import { lookup } from '../lookup.ts'
import type { Payload } from '../payload.ts'
import { code, link, quote } from '../text.ts'
import { type EventReader, numbered, sender } from './github-parts.ts'

/** Comments and discussions. */
export const GITHUB_TALK: Readonly<Record<string, EventReader>> = {
  issue_comment: readComment,
  pull_request_review_comment: readReviewComment,
  discussion: readDiscussion,
  discussion_comment: readDiscussionComment,
}

function readComment(payload: Payload): ReturnType<EventReader> {
  const issue = payload.at('issue')
  return commented(payload, numbered(payload, issue, issue.has('pull_request') ? 'PR' : 'issue'))
}

/** A comment on a line of a pull request. */
function readReviewComment(payload: Payload): ReturnType<EventReader> {
  const { shown, topic } = numbered(payload, payload.at('pull_request'), 'PR')
  return commented(payload, { shown: `${code(payload.text('comment', 'path'))} in ${shown}`, topic })
}

function readDiscussionComment(payload: Payload): ReturnType<EventReader> {
  return commented(payload, numbered(payload, payload.at('discussion'), 'discussion'))
}

/** Comments that are edited or deleted are not worth a message. */
function commented(payload: Payload, { shown, topic }: { shown: string; topic: string }): ReturnType<EventReader> {
  if (payload.text('action') !== 'created') return null
  const verb = link('commented', payload.find('comment', 'html_url'))
  return { topic, content: `${sender(payload)} ${verb} on ${shown}.${quote(payload.text('comment', 'body'))}` }
}

const DISCUSSION_VERBS: Readonly<Record<string, string>> = {
  created: 'started',
  answered: 'answered',
  closed: 'closed',
  reopened: 'reopened',
}

function readDiscussion(payload: Payload): ReturnType<EventReader> {
  const action = payload.text('action')
  const verb = lookup(DISCUSSION_VERBS, action)
  if (verb === undefined) return null
  const discussion = payload.at('discussion')
  const { shown, topic } = numbered(payload, discussion, 'discussion')
  const body = action === 'created' ? quote(discussion.find('body')) : ''
  return { topic, content: `${sender(payload)} ${verb} ${shown}.${body}` }
}
