import type { ComponentType } from 'preact'
import { onDemand } from '../../ui/on-demand.tsx'
import type { DialogKind } from '../layer.ts'
import type { MessageDialogProps } from './message-dialog.ts'

/** The dialogs about a message. Each is loaded when it is first opened. */
export const dialogs: Record<DialogKind, ComponentType<MessageDialogProps>> = {
  conflict: onDemand(async () => (await import('../editing/ConflictDialog.tsx')).ConflictDialog),
  delete: onDemand(async () => (await import('./DeleteDialog.tsx')).DeleteDialog),
  forward: onDemand(async () => (await import('../forwarding/ForwardDialog.tsx')).ForwardDialog),
  history: onDemand(async () => (await import('../history/HistoryDialog.tsx')).HistoryDialog),
  'lost-edit': onDemand(async () => (await import('../editing/LostEditDialog.tsx')).LostEditDialog),
  move: onDemand(async () => (await import('../moving/MoveDialog.tsx')).MoveDialog),
  'move-topic': onDemand(async () => (await import('../moving/MoveDialog.tsx')).MoveTopicDialog),
  remind: onDemand(async () => (await import('../reminding/RemindDialog.tsx')).RemindDialog),
  report: onDemand(async () => (await import('../reporting/ReportDialog.tsx')).ReportDialog),
}
