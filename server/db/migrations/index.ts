import type { Kysely } from 'kysely'
import * as spine from './0001-spine.ts'
import * as fewerIndexes from './0002-fewer-indexes.ts'
import * as namesAsWritten from './0003-names-as-written.ts'
import * as positionsFromMessages from './0004-positions-from-messages.ts'
import * as messageIdsInBlocks from './0005-message-ids-in-blocks.ts'
import * as serverSecret from './0006-server-secret.ts'
import * as conversationsOfMany from './0007-conversations-of-many.ts'
import * as auditLog from './0008-audit-log.ts'
import * as whatMessagesHave from './0009-what-messages-have.ts'
import * as storedFiles from './0010-stored-files.ts'
import * as jobsAndSystemBots from './0011-jobs-and-system-bots.ts'
import * as startTimes from './0012-start-times.ts'
import * as channelsByCreator from './0013-channels-by-creator.ts'
import * as organizations from './0015-organizations.ts'
import * as onboardingSteps from './0016-onboarding-steps.ts'
import * as linkifiers from './0017-linkifiers.ts'
import * as domainsAndPlaygrounds from './0018-domains-and-playgrounds.ts'
import * as alertWords from './0019-alert-words.ts'
import * as customEmoji from './0020-custom-emoji.ts'
import * as profileFields from './0021-profile-fields.ts'
import * as auditLogSearch from './0022-audit-log-search.ts'
import * as importedPeopleAndSettings from './0025-imported-people-and-settings.ts'
import * as emailChanges from './0026-email-changes.ts'
import * as presence from './0030-presence.ts'
import * as userStatus from './0031-user-status.ts'
import * as mutedUsers from './0032-muted-users.ts'
import * as bots from './0033-bots.ts'
import * as webhooks from './0034-webhooks.ts'
import * as invitations from './0035-invitations.ts'
import * as channelFolders from './0040-channel-folders.ts'
import * as defaultChannelGroups from './0041-default-channel-groups.ts'
import * as channelEmailAddresses from './0042-channel-email-addresses.ts'
import * as mutedChannels from './0044-muted-channels.ts'
import * as userTopics from './0045-user-topics.ts'
import * as draftsSnippetsAndViews from './0046-drafts-snippets-and-views.ts'
import * as moves from './0050-moves.ts'
import * as scheduledMessages from './0055-scheduled-messages.ts'
import * as attachments from './0056-attachments.ts'
import * as search from './0060-search.ts'
import * as sessions from './0062-sessions.ts'
import * as missedMail from './0063-missed-mail.ts'
import * as unusedAttachments from './0064-unused-attachments.ts'
import * as resumableUploads from './0065-resumable-uploads.ts'
import * as submessages from './0066-submessages.ts'
import * as unreadCopies from './0067-unread-copies.ts'
import * as channelActivity from './0068-channel-activity.ts'
import * as fullMembers from './0069-full-members.ts'
import * as longIdle from './0070-long-idle.ts'
import * as exports from './0074-exports.ts'

export interface Migration {
  readonly name: string
  up(db: Kysely<unknown>): Promise<void>
}

/** All migrations in order. A released migration never changes. */
export const migrations: readonly Migration[] = [
  { name: '0001-spine', up: spine.up },
  { name: '0002-fewer-indexes', up: fewerIndexes.up },
  { name: '0003-names-as-written', up: namesAsWritten.up },
  { name: '0004-positions-from-messages', up: positionsFromMessages.up },
  { name: '0005-message-ids-in-blocks', up: messageIdsInBlocks.up },
  { name: '0006-server-secret', up: serverSecret.up },
  { name: '0007-conversations-of-many', up: conversationsOfMany.up },
  { name: '0008-audit-log', up: auditLog.up },
  { name: '0009-what-messages-have', up: whatMessagesHave.up },
  { name: '0010-stored-files', up: storedFiles.up },
  { name: '0011-jobs-and-system-bots', up: jobsAndSystemBots.up },
  { name: '0012-start-times', up: startTimes.up },
  { name: '0013-channels-by-creator', up: channelsByCreator.up },
  { name: '0015-organizations', up: organizations.up },
  { name: '0016-onboarding-steps', up: onboardingSteps.up },
  { name: '0017-linkifiers', up: linkifiers.up },
  { name: '0018-domains-and-playgrounds', up: domainsAndPlaygrounds.up },
  { name: '0019-alert-words', up: alertWords.up },
  { name: '0020-custom-emoji', up: customEmoji.up },
  { name: '0021-profile-fields', up: profileFields.up },
  { name: '0022-audit-log-search', up: auditLogSearch.up },
  { name: '0025-imported-people-and-settings', up: importedPeopleAndSettings.up },
  { name: '0026-email-changes', up: emailChanges.up },
  { name: '0030-presence', up: presence.up },
  { name: '0031-user-status', up: userStatus.up },
  { name: '0032-muted-users', up: mutedUsers.up },
  { name: '0033-bots', up: bots.up },
  { name: '0034-webhooks', up: webhooks.up },
  { name: '0035-invitations', up: invitations.up },
  { name: '0040-channel-folders', up: channelFolders.up },
  { name: '0041-default-channel-groups', up: defaultChannelGroups.up },
  { name: '0042-channel-email-addresses', up: channelEmailAddresses.up },
  { name: '0044-muted-channels', up: mutedChannels.up },
  { name: '0045-user-topics', up: userTopics.up },
  { name: '0046-drafts-snippets-and-views', up: draftsSnippetsAndViews.up },
  { name: '0050-moves', up: moves.up },
  { name: '0055-scheduled-messages', up: scheduledMessages.up },
  { name: '0056-attachments', up: attachments.up },
  { name: '0060-search', up: search.up },
  { name: '0062-sessions', up: sessions.up },
  { name: '0063-missed-mail', up: missedMail.up },
  { name: '0064-unused-attachments', up: unusedAttachments.up },
  { name: '0065-resumable-uploads', up: resumableUploads.up },
  { name: '0066-submessages', up: submessages.up },
  { name: '0067-unread-copies', up: unreadCopies.up },
  { name: '0068-channel-activity', up: channelActivity.up },
  { name: '0069-full-members', up: fullMembers.up },
  { name: '0070-long-idle', up: longIdle.up },
  { name: '0074-exports', up: exports.up },
]
