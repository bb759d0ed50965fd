import { effect } from '@preact/signals'
import { stopInviting } from './account/invite/invitations.ts'
import { closeChannelDialog } from './channels/channel-dialogs.ts'
import { stopAskingForStatus } from './conversations/people/status/status-dialog.ts'
import { visit } from './kernel/navigation.ts'
import { closeViewer } from './messages/viewer/store.ts'
import { closeSheet } from './palette/keyboard-sheet.ts'
import { closePalette } from './palette/open-palette.ts'
import { closeCard } from './people/open-card.ts'

const CLOSE = [closeCard, closeChannelDialog, closePalette, closeSheet, closeViewer, stopAskingForStatus, stopInviting]

/** The way back to another place leads out of what stands before the page. */
export const startLeavingLayers = (): void =>
  void effect(() => {
    visit.value
    for (const close of CLOSE) close()
  })
