import {
  createBigBlueButtonCall,
  createConstructorGroupsCall as createConstructorGroupsEndpoint,
  createNextcloudTalkCall as createNextcloudTalkEndpoint,
  createZoomCall as createZoomEndpoint,
} from '../../api/endpoints/calls.ts'
import type { FilePage } from '../http/pages/file-pages.ts'
import { route } from '../http/route.ts'
import { joinAddress, newMeetingPath } from './big-blue-button.ts'
import { createConstructorGroupsCall } from './constructor-groups.ts'
import { createNextcloudTalkCall } from './nextcloud-talk.ts'
import { createZoomCall } from './zoom.ts'

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

  createZoomCall: route(createZoomEndpoint, async ({ ctx, actor: { user }, params }) => ({
    url: await createZoomCall(ctx.outgoing, ctx.config.calls.zoom, user, params.is_video_call),
  })),
}

/** Leads people to a call. A browser that is not signed in signs in first. */
export const callPages: readonly FilePage[] = [
  {
    path: '/calls/bigbluebutton/join/{grant}/{name}',
    auth: 'optional',
    async answer({ ctx, realm, viewer: user, params }) {
      const { grant = '', name = '' } = params
      if (!user) return { redirect: `/login/?next=${encodeURIComponent(`/calls/bigbluebutton/join/${grant}/${name}`)}` }
      const { secret, outgoing } = ctx
      const joining = { outgoing, config: ctx.config.calls.bigBlueButton, secret, realmId: realm.id, user }
      return { redirect: await joinAddress(joining, grant, name) }
    },
  },
]
