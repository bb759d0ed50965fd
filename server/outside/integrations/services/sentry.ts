import { type Integration, type Notice, UnsupportedEvent } from '../integration.ts'
import { lookup } from '../lookup.ts'
import type { Payload } from '../payload.ts'
import { code, link, plain } from '../text.ts'

type EventReader = (payload: Payload) => Omit<Notice, 'event'> | null

/** https://docs.sentry.io/organization/integrations/integration-platform/webhooks */
const EVENTS: Readonly<Record<string, EventReader>> = {
  event_alert: readIssueAlert,
  metric_alert: readMetricAlert,
  issue: readIssue,
}

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  eventTypes: Object.keys(EVENTS),
  read(payload, headers) {
    const resource = headers.find('Sentry-Hook-Resource')
    // The older plugin for webhooks sends no header.
    if (resource === undefined) return { ...readPlugin(payload), event: 'event_alert' }
    const read = lookup(EVENTS, resource)
    if (!read) throw new UnsupportedEvent(resource)
    const notice = read(payload)
    return notice && { ...notice, event: resource }
  },
}

const levelOf = (thing: Payload): string => code(thing.find('level') ?? 'error')

/** Where in the code it happened. */
const culpritOf = (thing: Payload): string => {
  const culprit = thing.find('culprit')
  return culprit === undefined ? '' : ` in ${code(culprit)}`
}

function readIssueAlert(payload: Payload): ReturnType<EventReader> {
  const event = payload.at('data', 'event')
  const title = event.text('title')
  const rule = payload.find('data', 'triggered_rule')
  const why = rule === undefined ? '' : `\nRule: ${plain(rule)}`
  return { topic: title, content: `${levelOf(event)} ${link(title, event.find('web_url'))}${culpritOf(event)}${why}` }
}

const METRIC_STATES: Readonly<Record<string, string>> = {
  critical: ':alert: Critical',
  warning: ':warning: Warning',
  resolved: ':check: Resolved',
}

function readMetricAlert(payload: Payload): ReturnType<EventReader> {
  const action = payload.text('action')
  const state = lookup(METRIC_STATES, action)
  if (state === undefined) return null
  const data = payload.at('data')
  const topic = data.findFirst(['metric_alert', 'alert_rule', 'name'], ['metric_alert', 'title'])
  const title = data.text('description_title')
  const said = data.find('description_text')
  const content = `${state}: ${link(title, data.find('web_url'))}${said === undefined ? '' : `: ${plain(said, 500)}`}`
  return { topic: topic ?? title, content }
}

const ISSUE_VERBS: Readonly<Record<string, string>> = {
  created: 'New issue',
  resolved: ':check: Resolved',
  unresolved: 'Came back',
  archived: 'Archived',
  ignored: 'Archived',
}

function readIssue(payload: Payload): ReturnType<EventReader> {
  const action = payload.text('action')
  const verb = lookup(ISSUE_VERBS, action)
  if (verb === undefined) return null
  const issue = payload.at('data', 'issue')
  const title = issue.text('title')
  const shown = link(title, issue.findFirst(['web_url'], ['permalink']))
  const name = issue.find('shortId')
  const where = name === undefined ? '' : ` (${code(name)})`
  return { topic: title, content: `${verb}: ${levelOf(issue)} ${shown}${culpritOf(issue)}${where}` }
}

function readPlugin(payload: Payload): Omit<Notice, 'event'> {
  const title = payload.find('event', 'title') ?? payload.text('message')
  const project = payload.findFirst(['project_name'], ['project_slug'], ['project'])
  const where = project === undefined ? '' : ` (${code(project)})`
  return {
    topic: title,
    content: `${levelOf(payload)} ${link(title, payload.find('url'))}${culpritOf(payload)}${where}`,
  }
}
