import { ApiError } from '../../../api/errors.ts'
import { readForeignJson } from '../../../api/read-json.ts'
import { type EventFilter, isWanted } from './event-filter.ts'
import { DeliveryHeaders, MissingHeader } from './headers.ts'
import { type Integration, type Notice, UnsupportedEvent } from './integration.ts'
import { Payload, UnexpectedPayload } from './payload.ts'
import { cut, harmless, plain, topicName } from './text.ts'

interface Delivery {
  readonly payload: string
  header(name: string): string | undefined
}

interface DeliveryRequest extends EventFilter {
  readonly ignorePrivate: boolean
}

/** The message that a delivery becomes. Null if the address does not want it, or if it is not worth a message. */
export function readDelivery(
  integration: Integration,
  { payload, header }: Delivery,
  wanted: DeliveryRequest,
): Pick<Notice, 'topic' | 'content'> | null {
  const read = readForeignJson(payload)
  if (!read) throw new ApiError('INVALID_JSON', 'Malformed JSON')
  const notice = understand(integration, new Payload(read.value), new DeliveryHeaders(header))
  if (!notice || !isWanted(notice.event, wanted) || (notice.isPrivate && wanted.ignorePrivate)) return null
  return { topic: topicName(notice.topic) || integration.displayName, content: harmless(notice.content) }
}

function understand(integration: Integration, payload: Payload, headers: DeliveryHeaders): Notice | null {
  const { name, displayName } = integration
  try {
    return integration.read(payload, headers)
  } catch (error) {
    if (error instanceof UnexpectedPayload) {
      const text = `Not a payload of ${displayName}: ${cut(error.place, 200)} is missing or is no text or list.`
      throw new ApiError('ANOMALOUS_WEBHOOK_PAYLOAD', text, { data: { webhook_name: name } })
    }
    if (error instanceof MissingHeader) {
      throw new ApiError(
        'MISSING_HTTP_EVENT_HEADER',
        `${displayName} sends the header ${error.header}, which is missing.`,
      )
    }
    if (error instanceof UnsupportedEvent) {
      const event = plain(error.event, 100)
      const text = `The event '${event}' of ${displayName} is not supported. Nothing was sent.`
      throw new ApiError('UNSUPPORTED_WEBHOOK_EVENT_TYPE', text, { data: { webhook_name: name, event_type: event } })
    }
    throw error
  }
}
