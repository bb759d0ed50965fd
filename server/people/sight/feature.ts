import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { emitSightInPieces, sightChanged } from './emit-sight.ts'

export const sightFeature = feature({
  shares: ['active-people', 'emit-seen', 'emit-sight', 'follow-role', 'meet', 'present', 'status-present'],
  tasks: [
    task(sightChanged, (context, { realm, payload, signal }) => emitSightInPieces(context, realm, payload, signal)),
  ],
})
