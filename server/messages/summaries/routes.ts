import { getTopicSummary } from '../../../api/endpoints/summaries.ts'
import { CallerGone } from '../../kernel/base/busy.ts'
import { rawRoute } from '../../kernel/http/route.ts'
import { summarize } from './summarize.ts'
import { summaryModel } from './summary-model.ts'

export const summaryRoutes = {
  // A model may take a minute, so the route has to know when the caller is gone.
  getTopicSummary: rawRoute(getTopicSummary, async ({ ctx, db, actor, params, reply }) => {
    const gone = new AbortController()
    reply.onClose(() => gone.abort(new CallerGone()))
    const model = ctx.resource(summaryModel)
    const summarizing = { model, db, site: ctx.siteOf(actor.realm), logger: ctx.logger, signal: gone.signal }
    const summary = await summarize(summarizing, actor, params.narrow)
    reply.send(`"summary":${JSON.stringify(summary)}`)
  }),
}
