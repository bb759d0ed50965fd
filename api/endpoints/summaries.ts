import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { Narrow } from '../objects/narrow.ts'

/** The server and the model that it asks have much to do. */
const WEIGHT = 20

export const getTopicSummary = endpoint({
  method: 'GET',
  path: '/messages/summary',
  id: 'get-topic-summary',
  group: 'Messages',
  summary: 'Summarize a conversation',
  description:
    'Returns a summary of the newest messages that match a narrow and that the caller can read, by the language model of the server. People in `can_summarize_topics_group` can call it.',
  auth: 'user',
  params: {
    narrow: json(Narrow).describe(
      'The messages to summarize: those that match all of these terms. Usually a channel and a topic.',
    ),
  },
  result: { summary: z.string().describe('The summary, as HTML.') },
  errors: ['BAD_NARROW'],
  badRequests: [
    'The server has no language model. `server_can_summarize_topics` says so.',
    'The caller may not summarize.',
    'The narrow has no messages that the caller can read.',
    'The model does not answer in time, or not as it should. The status is then 502.',
  ],
  weight: () => WEIGHT,
})
