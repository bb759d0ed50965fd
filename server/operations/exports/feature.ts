import { feature } from '../../kernel/feature.ts'
import { DAY } from '../../kernel/jobs/recurring.ts'
import { task } from '../../kernel/jobs/task.ts'
import { expireExports } from './expire-exports.ts'
import { exportsInvariants } from './invariants.ts'
import { exportWork } from './request-export.ts'
import { exportPages, exportRoutes } from './routes.ts'
import { runExport } from './run-export.ts'

export const exportsFeature = feature({
  shares: ['emit-exports', 'tar'],
  routes: exportRoutes,
  filePages: exportPages,
  tasks: [
    task(exportWork, (context, { realm, payload, signal }) => runExport(context, realm, payload.exportId, signal)),
  ],
  recurring: [{ name: 'exports', everySeconds: DAY, run: expireExports }],
  invariants: exportsInvariants,
})
