import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { emailChangedNotice, emailChangeMail, mailEmailChange, mailEmailChanged } from './mail-email-change.ts'
import { settingsRoutes } from './routes.ts'

export const settingsFeature = feature({
  shares: ['change-own-email', 'change-settings', 'time-zone', 'update-settings'],
  routes: settingsRoutes,
  tasks: [
    task(emailChangeMail, (context, { realm, id, payload }) => mailEmailChange(context, realm, payload.changeId, id)),
    task(emailChangedNotice, (context, { realm, id, payload }) => mailEmailChanged(context, realm, payload, id)),
  ],
})
