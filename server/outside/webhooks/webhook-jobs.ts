import { jobKind, type LoggedJob } from '../../kernel/log/job.ts'
import type { LoggedMessage } from '../../kernel/log/log-row.ts'

/** A message that triggered a bot. Without a message: look for what is due. */
export interface WebhookWork {
  readonly bot: number
  readonly message?: number
  readonly trigger?: string
}

export const webhookWork = jobKind<WebhookWork>('outgoing-webhook')

/** The work of one bot is done one at a time and in order. */
export const queueOf = (botId: number) => ({ queue: `webhook ${botId}` })

export const webhookJobs = ({ id, webhooks = [] }: LoggedMessage): LoggedJob[] =>
  webhooks.map(({ bot, trigger }) => webhookWork.job({ bot, message: id, trigger }, queueOf(bot)))
