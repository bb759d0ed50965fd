import { badRequest } from '../../../api/errors.ts'
import { foldCase } from '../../../api/fold-case.ts'
import { fullNameProblem } from '../../kernel/base/person-rules.ts'
import { withoutIgnorable } from '../../kernel/base/visible-text.ts'

/** Returns the name to store. Throws the contract's error for an invalid name. */
export function checkFullName(text: string): string {
  const problem = fullNameProblem(text)
  if (problem !== null) throw badRequest(problem)
  return text.trim()
}

/** Ignores joiners, because people could not see the difference. */
export const looksLike = (one: string, other: string): boolean =>
  foldCase(withoutIgnorable(one)) === foldCase(withoutIgnorable(other))
