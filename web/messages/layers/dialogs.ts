import type { ComponentType } from 'preact'
import { onDemand, onDemandDialog } from '../../ui/on-demand.tsx'
import type { DialogKind } from '../layer.ts'
import type { MessageDialogProps } from './message-dialog.ts'

/** The dialogs about a message. Each is loaded when it is first opened. Two come without being asked for. */
export const dialogs: Record<DialogKind, ComponentType<MessageDialogProps>> = {
  conflict: onDemand(() => import('../editing/ConflictDialog.tsx'), 'ConflictDialog'),
  delete: onDemandDialog(() => import('./DeleteDialog.tsx'), 'DeleteDialog'),
  forward: onDemandDialog(() => import('../forwarding/ForwardDialog.tsx'), 'ForwardDialog'),
  history: onDemandDialog(() => import('../history/HistoryDialog.tsx'), 'HistoryDialog'),
  'lost-edit': onDemand(() => import('../editing/LostEditDialog.tsx'), 'LostEditDialog'),
  move: onDemandDialog(() => import('../moving/MoveDialog.tsx'), 'MoveDialog'),
  'move-topic': onDemandDialog(() => import('../moving/MoveDialog.tsx'), 'MoveTopicDialog'),
  remind: onDemandDialog(() => import('../reminding/RemindDialog.tsx'), 'RemindDialog'),
  report: onDemandDialog(() => import('../reporting/ReportDialog.tsx'), 'ReportDialog'),
}
