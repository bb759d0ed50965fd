import {
  addLinkifier as addLinkifierEndpoint,
  getLinkifiers,
  removeLinkifier as removeLinkifierEndpoint,
  reorderLinkifiers as reorderLinkifiersEndpoint,
  updateLinkifier as updateLinkifierEndpoint,
} from '../../../api/endpoints/linkifiers.ts'
import { route } from '../../kernel/http/route.ts'
import { orderedLinkifiers } from '../../kernel/realm-state/records/linkifiers.ts'
import { addLinkifier } from './add-linkifier.ts'
import { checkLinkifier } from './check-linkifier.ts'
import { presentLinkifier } from './present.ts'
import { removeLinkifier } from './remove-linkifier.ts'
import { reorderLinkifiers } from './reorder-linkifiers.ts'
import { updateLinkifier } from './update-linkifier.ts'

interface Params {
  readonly pattern: string
  readonly url_template: string
  readonly example_input?: string | undefined
  readonly reverse_template?: string | undefined
  readonly alternative_url_templates?: readonly string[] | undefined
}

/** Empty text is none. */
const textOf = (value: string | undefined): string | null | undefined =>
  value === undefined ? value : value.trim() || null

const fieldsOf = (params: Params) => ({
  pattern: params.pattern.trim(),
  urlTemplate: params.url_template.trim(),
  exampleInput: textOf(params.example_input),
  reverseTemplate: textOf(params.reverse_template),
  alternativeUrlTemplates: params.alternative_url_templates?.map((template) => template.trim()),
})

export const linkifierRoutes = {
  getLinkifiers: route(getLinkifiers, ({ actor }) => ({
    linkifiers: orderedLinkifiers(actor.realm).map(presentLinkifier),
  })),

  reorderLinkifiers: route(reorderLinkifiersEndpoint, async (call) => {
    await call.transact((tx) => reorderLinkifiers(tx, call.params.ordered_linkifier_ids))
    return {}
  }),

  addLinkifier: route(addLinkifierEndpoint, async (call) => {
    const given = fieldsOf(call.params)
    const { exampleInput = null, reverseTemplate = null, alternativeUrlTemplates = [] } = given
    const fields = { ...given, exampleInput, reverseTemplate, alternativeUrlTemplates }
    checkLinkifier(fields)
    return { id: await call.transact((tx) => addLinkifier(tx, fields)) }
  }),

  updateLinkifier: route(updateLinkifierEndpoint, async (call) => {
    await call.transact((tx) => updateLinkifier(tx, call.params.filter_id, fieldsOf(call.params)))
    return {}
  }),

  removeLinkifier: route(removeLinkifierEndpoint, async (call) => {
    await call.transact((tx) => removeLinkifier(tx, call.params.filter_id))
    return {}
  }),
}
