import { notLoggedIn } from '../../../api/errors.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { admitsVisitors, webPublicChannels } from '../../kernel/access/visitors.ts'
import type { Actor, Visitor } from '../../kernel/actor.ts'
import type { MessageRow } from '../message-queries.ts'

/** The reader of messages: an account or a visitor. */
export type Reader = Actor | Visitor

const OPERATORS = new Set('channel stream channels streams topic sender has search near id with'.split(' '))

/**
 * Returns the narrow of a visitor, without terms that do not apply to visitors. The narrow must ask for web-public
 * channels, so that a client that has lost its credentials gets an error.
 */
export function requireVisitorNarrow({ realm }: Visitor, narrow: readonly NarrowTerm[]): NarrowTerm[] {
  const terms = narrow.filter((term) => !(term.operator === 'in' && term.operand === 'home' && !term.negated))
  const isAllowed = admitsVisitors(realm) && terms.some(namesWebPublic) && terms.every(isForVisitors)
  if (!isAllowed) throw notLoggedIn()
  return terms
}

const namesWebPublic = ({ operator, operand, negated }: NarrowTerm): boolean =>
  !negated && (operator === 'channels' || operator === 'streams') && operand === 'web-public'

const isForVisitors = ({ operator, operand }: NarrowTerm): boolean =>
  OPERATORS.has(operator) || (operator === 'is' && operand === 'resolved')

/** Checks whether a visitor may see a message, by its current place. */
export function visibleToVisitors({ realm }: Visitor): (message: Pick<MessageRow, 'channel_id'>) => boolean {
  const shown = new Set(webPublicChannels(realm).map((channel) => channel.id))
  return ({ channel_id: id }) => id !== null && shown.has(id)
}
