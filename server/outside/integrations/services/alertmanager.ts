import { ALERT_EVENTS, readAlerts } from '../alerts.ts'
import type { Integration } from '../integration.ts'

/** https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
export const alertmanager: Integration = {
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  eventTypes: ALERT_EVENTS,
  read: readAlerts,
}
