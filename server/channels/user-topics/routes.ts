import { getStreamTopics, muteTopic, updateUserTopic } from '../../../api/endpoints/user-topics.ts'
import { badRequest, missingParameter } from '../../../api/errors.ts'
import { hasHistoryAccess } from '../../kernel/access/channel-access.ts'
import { route } from '../../kernel/http/route.ts'
import { shownTopic } from '../../kernel/realm-state/topic-name.ts'
import { requireReadableChannel } from './access.ts'
import { POLICY } from './policy.ts'
import { readableTopics } from './queries.ts'
import { setTopicPolicy } from './set-topic-policy.ts'

export const userTopicRoutes = {
  getStreamTopics: route(getStreamTopics, async ({ db, actor, params }) => {
    const { realm, user } = actor
    const channel = requireReadableChannel(actor, params.stream_id)
    const topics = await readableTopics(db, user.id, channel.id, hasHistoryAccess(realm, user, channel))
    return {
      topics: topics.map(({ name, max_id }) => ({ name: shownTopic(name, params.allow_empty_topic_name), max_id })),
    }
  }),

  updateUserTopic: route(updateUserTopic, async (call) => {
    const { stream_id, topic, visibility_policy } = call.params
    await call.transact((tx) => setTopicPolicy(tx, stream_id, topic, visibility_policy))
    return {}
  }),

  muteTopic: route(muteTopic, async (call) => {
    const { stream_id: id, stream: name, topic, op } = call.params
    if (id !== undefined && name !== undefined)
      throw badRequest('Unsupported parameter combination: stream_id, stream', { parameters: 'stream_id, stream' })
    const channel = id ?? name
    if (channel === undefined) throw missingParameter('stream_id')
    await call.transact((tx) => setTopicPolicy(tx, channel, topic, op === 'add' ? POLICY.muted : POLICY.none))
    return {}
  }),
}
