import type { User } from '../../kernel/realm-state/user.ts'
import type { MeetingRequest } from './connected-call.ts'

/** What Zoom is asked for. */
export const zoomSettings = (isVideo: boolean) => ({
  settings: { host_video: isVideo, participant_video: isVideo },
  // Without a password some accounts would make everybody wait for the host.
  default_password: true,
})

export const zoomMeeting = (isVideo: boolean): MeetingRequest => ({
  path: '/users/me/meetings',
  body: zoomSettings(isVideo),
  addressField: 'join_url',
})

const MAX_MEETING_TITLE_LENGTH = 128
/** Webex refuses a start that has passed, and it takes whole minutes. */
const START_SECONDS = 60
const LENGTH_SECONDS = 3_600
/** People may enter so long before the start, whether or not the host is there. Webex knows 0, 5, 10 and 15. */
const EARLY_MINUTES = 5

/** Webex has only meetings with a start and an end. They can go on for longer. */
export function webexMeeting({ fullName }: User, now: number): MeetingRequest {
  const time = (after: number) => new Date((now + after) * 1000).toISOString()
  return {
    path: '/meetings',
    body: {
      title: [...`${fullName}'s call`.toWellFormed()].slice(0, MAX_MEETING_TITLE_LENGTH).join(''),
      start: time(START_SECONDS),
      end: time(START_SECONDS + LENGTH_SECONDS),
      enabledJoinBeforeHost: true,
      joinBeforeHostMinutes: EARLY_MINUTES,
      sendEmail: false,
    },
    addressField: 'webLink',
  }
}
