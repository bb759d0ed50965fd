import { orderedLinkifiers } from '../../kernel/realm-state/records/linkifiers.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireLinkifier } from './access.ts'
import { checkAmongOthers, checkLinkifier } from './check-linkifier.ts'
import { emitLinkifiersChanged } from './linkifiers-changed.ts'
import { type LinkifierFields, updateLinkifierRow } from './queries.ts'

/** What is absent stays as it is. */
export type LinkifierChange = Pick<LinkifierFields, 'pattern' | 'urlTemplate'> & {
  readonly [Name in Exclude<keyof LinkifierFields, 'pattern' | 'urlTemplate'>]?: LinkifierFields[Name] | undefined
}

export async function updateLinkifier(tx: CallTx, id: number, change: LinkifierChange): Promise<void> {
  const before = requireLinkifier(tx.actor, id)
  const linkifier = {
    ...before,
    pattern: change.pattern,
    urlTemplate: change.urlTemplate,
    exampleInput: change.exampleInput === undefined ? before.exampleInput : change.exampleInput,
    reverseTemplate: change.reverseTemplate === undefined ? before.reverseTemplate : change.reverseTemplate,
    alternativeUrlTemplates: change.alternativeUrlTemplates ?? before.alternativeUrlTemplates,
  }
  checkLinkifier(linkifier)
  checkAmongOthers(tx.realm, linkifier.pattern, id)
  if (JSON.stringify(linkifier) === JSON.stringify(before)) return
  await updateLinkifierRow(tx.db, tx.realm.id, id, linkifier)
  const after = orderedLinkifiers(tx.realm).map((one) => (one.id === id ? linkifier : one))
  emitLinkifiersChanged(tx, after, [{ put: 'linkifier', value: linkifier }])
  const target = { kind: 'realm', id: tx.realm.id } as const
  tx.audit({ action: 'linkifier updated', target, details: { before, after: linkifier } })
}
