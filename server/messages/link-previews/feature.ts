import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { addLinkPreviews } from './add-link-previews.ts'
import { linkPreviewJobs, linkPreviews } from './link-preview-jobs.ts'

export const linkPreviewsFeature = feature({
  shares: ['link-preview-jobs'],
  tasks: [
    task(linkPreviews, (context, { realm, payload, signal }) => addLinkPreviews(context, realm, payload, signal)),
  ],
  messageJobs: [linkPreviewJobs],
})
