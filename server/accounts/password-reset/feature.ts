import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { mailPasswordReset, passwordResetMail } from './mail-password-reset.ts'

export const passwordResetFeature = feature({
  shares: ['mail-password-reset', 'reset-password'],
  tasks: [
    task(passwordResetMail, (context, { realm, id, payload }) => mailPasswordReset(context, realm, payload.email, id)),
  ],
})
