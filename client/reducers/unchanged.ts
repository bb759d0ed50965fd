// Events that do not change the state of register: reactions and submessages belong to messages, attachments, invitations and
// exports are fetched, and typing is not kept.
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

const unchanged = (state: RegisterState): RegisterState => state

export const reaction = reducer('reaction', unchanged)
export const submessage = reducer('submessage', unchanged)
export const attachment = reducer('attachment', unchanged)
export const invitesChanged = reducer('invites_changed', unchanged)
export const realmExport = reducer('realm_export', unchanged)
export const realmExportConsent = reducer('realm_export_consent', unchanged)
export const typing = reducer('typing', unchanged)
export const typingEditMessage = reducer('typing_edit_message', unchanged)
export const heartbeat = reducer('heartbeat', unchanged)
export const webReloadClient = reducer('web_reload_client', unchanged)
