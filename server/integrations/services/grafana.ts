import { ALERT_EVENTS, readAlerts } from '../alerts.ts'
import type { Integration } from '../integration.ts'

/** https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier */
export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  eventTypes: ALERT_EVENTS,
  read: readAlerts,
}
