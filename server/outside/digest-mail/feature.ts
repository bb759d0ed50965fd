import { feature } from '../../kernel/feature.ts'
import { HOUR } from '../../kernel/jobs/recurring.ts'
import { task } from '../../kernel/jobs/task.ts'
import { digestMail, findDigests } from './find-digests.ts'
import { digestMailInvariants } from './invariants.ts'
import { sendDigest } from './send-digest.ts'

export const digestMailFeature = feature({
  tasks: [task(digestMail, (context, { realm, id, payload }) => sendDigest(context, realm, payload, id))],
  recurring: [{ name: 'digest-mail', everySeconds: HOUR, run: findDigests }],
  invariants: digestMailInvariants,
})
