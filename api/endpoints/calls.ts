import * as z from 'zod'
import { endpoint, flag } from '../contract.ts'

const shared = {
  group: 'Channels',
  auth: 'user',
  result: { url: z.string().describe('The address of the call.') },
} as const

const NOT_CONFIGURED = 'The server has no account of this provider.'
const FAILED = 'The provider does not answer, or refuses to create the call.'

export const createBigBlueButtonCall = endpoint({
  ...shared,
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  id: 'create-big-blue-button-video-call',
  summary: 'Create a BigBlueButton call',
  description:
    'Returns an address of this server that leads everybody who is signed in to a new call. The caller is its moderator.',
  params: {
    meeting_name: z.string().describe('The name of the call. Only the first 220 bytes are used.'),
    voice_only: flag(false).describe('Whether cameras are off until the moderator allows them.'),
  },
  errors: ['BAD_REQUEST'],
  badRequests: [NOT_CONFIGURED],
})

export const createNextcloudTalkCall = endpoint({
  ...shared,
  method: 'POST',
  path: '/calls/nextcloud_talk/create',
  id: 'create-nextcloud-talk-video-call',
  summary: 'Create a Nextcloud Talk call',
  description: 'Creates a public conversation in Nextcloud Talk and returns its address.',
  params: { room_name: z.string().describe('The name of the conversation. Only the first 255 characters are used.') },
  errors: ['BAD_REQUEST'],
  badRequests: [NOT_CONFIGURED, FAILED],
})

export const createConstructorGroupsCall = endpoint({
  ...shared,
  method: 'POST',
  path: '/calls/constructorgroups/create',
  id: 'create-constructor-groups-video-call',
  summary: 'Create a Constructor Groups call',
  description: 'Returns the address of the room of the caller in Constructor Groups, which is created the first time.',
  params: {},
  errors: ['BAD_REQUEST'],
  badRequests: [NOT_CONFIGURED, FAILED],
})

export const createZoomCall = endpoint({
  ...shared,
  method: 'POST',
  path: '/calls/zoom/create',
  id: 'create-zoom-video-call',
  summary: 'Create a Zoom call',
  description:
    'Creates a meeting in Zoom, with the caller as its host, and returns its address. If `video_chat_provider` is 3, it is made with the Zoom account of the caller. Without a valid token of it, clients open the page `/calls/zoom/register` in a browser and wait for the event `has_zoom_token`.',
  params: { is_video_call: flag(true).describe('Whether cameras are on when people join.') },
  errors: ['BAD_REQUEST', 'INVALID_VIDEO_CALL_PROVIDER_TOKEN', 'UNKNOWN_ZOOM_USER'],
  badRequests: [NOT_CONFIGURED, FAILED],
  emits: ['has_zoom_token'],
})

export const createWebexCall = endpoint({
  ...shared,
  method: 'POST',
  path: '/calls/webex/create',
  id: 'create-webex-video-call',
  summary: 'Create a Webex call',
  description:
    'Creates a meeting with the Webex account of the caller and returns its address. Without a valid token of it, clients open the page `/calls/webex/register` in a browser and wait for the event `has_webex_token`.',
  params: {},
  errors: ['BAD_REQUEST', 'INVALID_VIDEO_CALL_PROVIDER_TOKEN'],
  badRequests: [NOT_CONFIGURED, FAILED],
  emits: ['has_webex_token'],
})
