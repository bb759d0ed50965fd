import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { mailSignUp, signUpMail } from './mail-sign-up.ts'

export const signUpFeature = feature({
  shares: ['access', 'mail-sign-up', 'sign-up', 'sign-up-link'],
  tasks: [task(signUpMail, (context, { realm, id, payload }) => mailSignUp(context, realm, payload.email, id))],
})
