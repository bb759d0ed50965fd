import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { findMissedMessages, missedMail } from './find-missed.ts'
import { missedMailInvariants } from './invariants.ts'
import { sendMissedMail } from './send-missed-mail.ts'

export const missedMailFeature = feature({
  shares: ['queries', 'reply-address'],
  tasks: [task(missedMail, (context, { realm, id, payload }) => sendMissedMail(context, realm, payload.userId, id))],
  searches: [{ name: 'missed messages', everyMilliseconds: 10_000, run: findMissedMessages }],
  invariants: missedMailInvariants,
})
