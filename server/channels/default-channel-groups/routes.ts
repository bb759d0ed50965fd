import {
  addDefaultStream,
  createDefaultStreamGroup,
  removeDefaultStream,
  removeDefaultStreamGroup,
  updateDefaultStreamGroup,
  updateDefaultStreamGroupStreams,
} from '../../../api/endpoints/default-channels.ts'
import { badRequest } from '../../../api/errors.ts'
import { requireChannel } from '../../kernel/access/channel-access.ts'
import { requireRole } from '../../kernel/http/request/authentication.ts'
import { type Call, route } from '../../kernel/http/route.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import {
  changeGroupChannels,
  createDefaultGroup,
  describeDefaultGroup,
  removeDefaultGroup,
} from './change-default-groups.ts'
import { setDefault } from './set-default.ts'

/** All of these are for administrators, also if the caller stops being one while the request waits. */
async function asAdministrator(
  call: Pick<Call<typeof addDefaultStream>, 'transact'>,
  work: (tx: CallTx) => Promise<unknown>,
): Promise<Record<string, never>> {
  await call.transact((tx) => {
    requireRole('administrator', tx.actor.user)
    return work(tx)
  })
  return {}
}

export const defaultChannelRoutes = {
  addDefaultStream: route(addDefaultStream, (call) =>
    asAdministrator(call, (tx) => {
      const channel = requireChannel(tx.actor, call.params.stream_id)
      if (channel.isArchived) throw badRequest('Invalid channel ID')
      return setDefault(tx, channel, true)
    }),
  ),

  removeDefaultStream: route(removeDefaultStream, (call) =>
    asAdministrator(call, (tx) => setDefault(tx, requireChannel(tx.actor, call.params.stream_id), false)),
  ),

  createDefaultStreamGroup: route(createDefaultStreamGroup, (call) => {
    const { group_name: name, description, stream_names: channels } = call.params
    return asAdministrator(call, (tx) => createDefaultGroup(tx, { name, description, channels }))
  }),

  updateDefaultStreamGroup: route(updateDefaultStreamGroup, (call) => {
    const { group_id: id, new_group_name: name, new_description: description } = call.params
    return asAdministrator(call, (tx) => describeDefaultGroup(tx, id, { name, description }))
  }),

  removeDefaultStreamGroup: route(removeDefaultStreamGroup, (call) =>
    asAdministrator(call, (tx) => removeDefaultGroup(tx, call.params.group_id)),
  ),

  updateDefaultStreamGroupStreams: route(updateDefaultStreamGroupStreams, (call) => {
    const { group_id: id, op, stream_names: names } = call.params
    return asAdministrator(call, (tx) => changeGroupChannels(tx, id, op, names))
  }),
}
