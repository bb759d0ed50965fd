import { feature } from '../../kernel/feature.ts'
import { DAY } from '../../kernel/jobs/recurring.ts'
import { task } from '../../kernel/jobs/task.ts'
import { activityJobs, channelWoken } from './activity-jobs.ts'
import { updateActivity, wakeChannel } from './update-activity.ts'

export const activityFeature = feature({
  shares: ['queries'],
  tasks: [task(channelWoken, (context, { realm, payload }) => wakeChannel(context, realm.id, payload.channel))],
  recurring: [{ name: 'channel-activity', everySeconds: DAY, run: updateActivity }],
  messageJobs: [activityJobs],
})
