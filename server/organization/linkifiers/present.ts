import type { z } from 'zod'
import type { RealmFilter, RealmLinkifier } from '../../../api/objects/realm.ts'
import type { Linkifier } from '../../kernel/realm-state/records/linkifier.ts'

export type WireLinkifier = z.infer<typeof RealmLinkifier>
type WireFilter = z.infer<typeof RealmFilter>

export const presentLinkifier = (linkifier: Linkifier): WireLinkifier => ({
  id: linkifier.id,
  pattern: linkifier.pattern,
  url_template: linkifier.urlTemplate,
  example_input: linkifier.exampleInput,
  reverse_template: linkifier.reverseTemplate,
  alternative_url_templates: [...linkifier.alternativeUrlTemplates],
})

const SIMPLE_VARIABLE = /\{(\w+)\}/g

/** The old form, whose addresses are format strings: `%(name)s` is a variable. Other kinds of variables do not exist there. */
export function presentFilters(linkifiers: readonly WireLinkifier[]): WireFilter[] {
  return linkifiers.flatMap(({ pattern, url_template: template, id }) => {
    const format = template.replaceAll('%', '%%').replaceAll(SIMPLE_VARIABLE, '%($1)s')
    return format.includes('{') ? [] : [[pattern, format, id]]
  })
}
