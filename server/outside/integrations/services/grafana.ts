import { ALERT_EVENTS, readAlerts } from '../alerts.ts'
import type { Integration, Notice } from '../integration.ts'
import { lookup } from '../lookup.ts'
import type { Payload } from '../payload.ts'
import { code, link, plain } from '../text.ts'

/** https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier */
export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  eventTypes: ALERT_EVENTS,
  read: (payload) => (payload.has('ruleName') ? readRule(payload) : readAlerts(payload)),
}

const OLDER_STATES: Readonly<Record<string, { event: string; shown: string }>> = {
  alerting: { event: 'firing', shown: ':alert: Firing' },
  no_data: { event: 'firing', shown: ':alert: No data' },
  ok: { event: 'resolved', shown: ':check: Resolved' },
}
const MAX_FACTS = 10

/** An alert of Grafana's legacy alerting. */
function readRule(payload: Payload): Notice | null {
  const state = lookup(OLDER_STATES, payload.text('state'))
  if (!state) return null
  const name = payload.text('ruleName')
  const said = payload.find('message')
  const values = payload.list('evalMatches').map((match) => {
    const value = match.find('value')
    return value === undefined ? match.text('metric') : `${match.text('metric')}=${value}`
  })
  const tags = payload.entries('tags').map(([tag, value]) => `${tag}=${value}`)
  const facts = [...values, ...tags].slice(0, MAX_FACTS).map((fact) => code(fact))
  const more = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  const text = said === undefined ? '' : `: ${plain(said, 500)}`
  return {
    event: state.event,
    topic: name,
    content: `${state.shown}: ${link(name, payload.find('ruleUrl'))}${text}${more}`,
  }
}
