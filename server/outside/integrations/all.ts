import type { Integration } from './integration.ts'
import { alertmanager } from './services/alertmanager.ts'
import { github } from './services/github.ts'
import { gitlab } from './services/gitlab.ts'
import { grafana } from './services/grafana.ts'
import { helloWorld } from './services/hello-world.ts'
import { json } from './services/json.ts'
import { sentry } from './services/sentry.ts'
import { slackIncoming } from './services/slack-incoming.ts'
import { uptimeKuma } from './services/uptime-kuma.ts'

/** All integrations, by the names for people. */
export const INTEGRATIONS: readonly Integration[] = [
  github,
  gitlab,
  grafana,
  helloWorld,
  json,
  alertmanager,
  sentry,
  slackIncoming,
  uptimeKuma,
]

const byName = new Map(INTEGRATIONS.map((integration) => [integration.name, integration]))

export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
