import type { Notice } from './integration.ts'
import { lookup } from './lookup.ts'
import type { Payload } from './payload.ts'
import { bullets, code, link, plain } from './text.ts'

/** Alerts of Prometheus and of services that send them in its form. */
export const ALERT_EVENTS = ['firing', 'resolved'] as const

const MAX_LABELS = 6
const STATES: Readonly<Record<string, string>> = { firing: ':alert: Firing', resolved: ':check: Resolved' }

/** One message for a group of alerts. */
export function readAlerts(payload: Payload): Notice {
  const alerts = payload.list('alerts')
  const name = payload.findFirst(['groupLabels', 'alertname'], ['commonLabels', 'alertname'])
  const first = alerts[0]?.find('labels', 'alertname')
  const left = payload.number('truncatedAlerts') ?? 0
  return {
    event: payload.text('status') === 'resolved' ? 'resolved' : 'firing',
    topic: name ?? first ?? payload.text('receiver'),
    content: alerts.length === 1 && alerts[0] ? describe(alerts[0]) : summary(payload, alerts, left),
  }
}

function summary(payload: Payload, alerts: readonly Payload[], left: number): string {
  const total = payload.count('alerts') + left
  const state = lookup(STATES, payload.text('status')) ?? STATES['firing']
  const count = link(total === 1 ? '1 alert' : `${total} alerts`, payload.find('externalURL'))
  return `${state}: ${count}${bullets(alerts.map(describe), total)}`
}

/** The state and the name of an alert, what it says, where it is, and what to do. */
function describe(alert: Payload): string {
  const state = lookup(STATES, alert.text('status')) ?? plain(alert.text('status'))
  const address = alert.findFirst(['panelURL'], ['dashboardURL'], ['generatorURL'])
  const name = link(alert.find('labels', 'alertname') ?? 'Alert', address)
  const said = alert.findFirst(['annotations', 'summary'], ['annotations', 'description'], ['annotations', 'message'])
  const labels = alert
    .entries('labels')
    .filter(([label]) => label !== 'alertname')
    .slice(0, MAX_LABELS)
    .map(([label, value]) => code(`${label}=${value}`))
  const links = [
    ['runbook', alert.find('annotations', 'runbook_url')] as const,
    ['silence', alert.text('status') === 'firing' ? alert.find('silenceURL') : undefined] as const,
  ].flatMap(([text, target]) => (target === undefined ? [] : [link(text, target)]))
  const more = [...labels, ...links].join(', ')
  return `${state}: ${name}${said === undefined ? '' : `: ${plain(said, 500)}`}${more === '' ? '' : ` (${more})`}`
}
