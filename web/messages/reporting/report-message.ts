import type { ArgsOf } from '../../../api/contract.ts'
import type { reportMessage as reportEndpoint } from '../../../api/endpoints/messages.ts'
import { showToast } from '../../kernel/announce.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { reasonOf } from '../show-failure.ts'

type ReportType = ArgsOf<typeof reportEndpoint>['report_type']

/** Tells the moderators of a message. Returns why it could not be done, or null. */
export async function reportMessage(message_id: number, type: string, description: string): Promise<string | null> {
  try {
    const more = description.trim() === '' ? {} : { description: description.trim() }
    await session.call('reportMessage', { message_id, report_type: type as ReportType, ...more })
    showToast(t('report.done'))
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
