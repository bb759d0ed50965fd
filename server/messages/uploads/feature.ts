import { feature } from '../../kernel/feature.ts'
import { uploadsInvariants } from './invariants.ts'
import { uploadPages } from './page-routes.ts'
import { removeUnusedAttachments } from './remove-unused.ts'
import { resumableUploadPages } from './resumable/page-routes.ts'
import { uploadRoutes } from './routes.ts'

export const uploadsFeature = feature({
  shares: [
    'attachment-files',
    'claim-attachments',
    'keep-upload',
    'release-attachments',
    'remove-attachment',
    'upload-limits',
  ],
  routes: uploadRoutes,
  filePages: uploadPages,
  streamPages: resumableUploadPages,
  upkeep: [{ everyMilliseconds: 3_600_000, run: removeUnusedAttachments }],
  invariants: uploadsInvariants,
})
