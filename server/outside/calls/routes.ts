import {
  createBigBlueButtonCall,
  createConstructorGroupsCall as createConstructorGroupsEndpoint,
  createNextcloudTalkCall as createNextcloudTalkEndpoint,
  createWebexCall,
  createZoomCall as createZoomEndpoint,
} from '../../../api/endpoints/calls.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { FilePage } from '../../kernel/http/pages/file-pages.ts'
import { type Call, route } from '../../kernel/http/route.ts'
import { WEBEX, ZOOM } from './account-provider.ts'
import { joinAddress, newMeetingPath } from './big-blue-button.ts'
import { type Caller, createConnectedCall } from './connected-call.ts'
import { createConstructorGroupsCall } from './constructor-groups.ts'
import { webexMeeting, zoomMeeting } from './meetings.ts'
import { createNextcloudTalkCall } from './nextcloud-talk.ts'
import { signInFirst } from './sign-in-first.ts'
import { createZoomCall } from './zoom.ts'

/** The value of `video_chat_provider` for calls with the Zoom account of the caller. */
const ZOOM_OF_PEOPLE = 3

const callerOf = (call: Call<typeof createWebexCall | typeof createZoomEndpoint>): Caller => ({
  context: call.ctx,
  db: call.db,
  realmId: call.actor.realm.id,
  userId: call.actor.user.id,
  transact: (work) => call.transact(work),
})

export const callRoutes = {
  createBigBlueButtonCall: route(createBigBlueButtonCall, ({ ctx, actor: { realm, user }, params }) => {
    const { meeting_name: name, voice_only: voiceOnly } = params
    const meeting = { name, voiceOnly, moderator: user.id }
    const path = newMeetingPath(ctx.config.calls.bigBlueButton, ctx.secret, realm.id, meeting)
    return { url: ctx.addressOf(realm) + path }
  }),

  createNextcloudTalkCall: route(createNextcloudTalkEndpoint, async ({ ctx, params }) => ({
    url: await createNextcloudTalkCall(ctx.outgoing, ctx.config.calls.nextcloud, params.room_name),
  })),

  createConstructorGroupsCall: route(createConstructorGroupsEndpoint, async ({ ctx, actor: { realm, user } }) => ({
    url: await createConstructorGroupsCall(ctx.outgoing, ctx.config.calls.constructorGroups, realm.id, user),
  })),

  createZoomCall: route(createZoomEndpoint, async (call) => {
    const { ctx, actor, params } = call
    const { zoom, zoomOfPeople } = ctx.config.calls
    const isVideo = params.is_video_call
    const isOfPeople = actor.realm.info.settings.video_chat_provider === ZOOM_OF_PEOPLE
    if (zoom && !isOfPeople) return { url: await createZoomCall(ctx.outgoing, zoom, actor.user, isVideo) }
    return { url: await createConnectedCall(callerOf(call), ZOOM, zoomOfPeople, zoomMeeting(isVideo)) }
  }),

  createWebexCall: route(createWebexCall, async (call) => {
    const { ctx, actor } = call
    const meeting = webexMeeting(actor.user, seconds(ctx.clock))
    return { url: await createConnectedCall(callerOf(call), WEBEX, ctx.config.calls.webex, meeting) }
  }),
}

/** Leads people to a call. A browser that is not signed in signs in first. */
export const callPages: readonly FilePage[] = [
  {
    path: '/calls/bigbluebutton/join/{grant}/{name}',
    auth: 'optional',
    async answer({ ctx, realm, viewer: user, params }) {
      const { grant = '', name = '' } = params
      if (!user) return { redirect: signInFirst(`/calls/bigbluebutton/join/${grant}/${name}`) }
      const { secret, outgoing } = ctx
      const joining = { outgoing, config: ctx.config.calls.bigBlueButton, secret, realmId: realm.id, user }
      return { redirect: await joinAddress(joining, grant, name) }
    },
  },
]
