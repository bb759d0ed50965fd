import type { ComponentType } from 'preact'
import { onDemand } from '../../ui/on-demand.tsx'
import type { DialogKind } from '../layer.ts'
import type { MessageDialogProps } from './message-dialog.ts'

/** The dialogs about a message. Each is loaded when it is first opened. */
export const dialogs: Record<DialogKind, ComponentType<MessageDialogProps>> = {
  conflict: onDemand(() => import('../editing/ConflictDialog.tsx'), 'ConflictDialog'),
  delete: onDemand(() => import('./DeleteDialog.tsx'), 'DeleteDialog'),
  forward: onDemand(() => import('../forwarding/ForwardDialog.tsx'), 'ForwardDialog'),
  history: onDemand(() => import('../history/HistoryDialog.tsx'), 'HistoryDialog'),
  'lost-edit': onDemand(() => import('../editing/LostEditDialog.tsx'), 'LostEditDialog'),
  move: onDemand(() => import('../moving/MoveDialog.tsx'), 'MoveDialog'),
  'move-topic': onDemand(() => import('../moving/MoveDialog.tsx'), 'MoveTopicDialog'),
  remind: onDemand(() => import('../reminding/RemindDialog.tsx'), 'RemindDialog'),
  report: onDemand(() => import('../reporting/ReportDialog.tsx'), 'ReportDialog'),
}
