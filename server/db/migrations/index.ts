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

export interface Migration {
  readonly name: string
  up(db: Kysely<unknown>): Promise<void>
}

/** In order, for ever: a migration that has shipped is never changed. */
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
]
