import { badRequest } from '../../api/errors.ts'
import { foldCase } from '../../api/fold-case.ts'
import { fullNameProblem } from '../base/person-rules.ts'
import { withoutIgnorable } from '../base/visible-text.ts'

/** The name as it is stored, or the contract's complaint. */
export function checkFullName(text: string): string {
  const problem = fullNameProblem(text)
  if (problem !== null) throw badRequest(problem)
  return text.trim()
}

/** Also when one has a joiner that the other lacks: nobody could tell the two people apart. */
export const looksLike = (one: string, other: string): boolean =>
  foldCase(withoutIgnorable(one)) === foldCase(withoutIgnorable(other))
