import type { Auth, Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { COMMON_ERRORS, ERRORS, type ErrorCode } from '../../api/errors.ts'
import type { TestedNames } from './coverage-record.ts'
import type { Inventory } from './inventory.ts'

/** A row of a table with its status. */
export interface Row {
  readonly name: string
  /** The source declares it, but no test has seen all of it. */
  readonly isUntested: boolean
  readonly isThere: boolean
  readonly isTested: boolean
  readonly row: string
}

const declared = new Map<string, Endpoint>(Object.values(endpoints).map((endpoint) => [endpoint.id, endpoint]))

export const yes = (is: boolean): string => (is ? 'yes' : '–')

const RESTRICTED: readonly Auth[] = ['administrator', 'owner']

/**
 * The outcomes that tests must receive before an operation counts as tested. Common errors are not declared, because
 * any operation may return them. The refusal of other roles follows from `auth`, and the contract lists the errors of
 * an operation.
 */
export function outcomesToSee(
  { auth, errors, deniesPlainly }: Pick<Endpoint, 'auth' | 'errors' | 'deniesPlainly'>,
  named: readonly string[] = [],
) {
  const refusal = RESTRICTED.includes(auth) ? [deniesPlainly ? 'BAD_REQUEST' : 'UNAUTHORIZED_PRINCIPAL'] : []
  return [...new Set<string>(['success', ...errors, ...refusal, ...named])]
}

export function operationRow(entry: string, { operationErrors }: Inventory, tested: TestedNames): Row {
  const [id = '', method = '', path = ''] = entry.split(' ')
  const endpoint = declared.get(id)
  const isPage = tested.pages.includes(`${method} ${path}`)
  const seen = tested.operations[id] ?? []
  const wanted = endpoint ? outcomesToSee(endpoint, operationErrors[id]) : []
  const unseen = (outcomes: readonly string[]) => outcomes.filter((outcome) => !seen.includes(outcome))
  const untested = unseen(wanted)
  // A route that never succeeded in a test counts as missing.
  const isThere = isPage || (endpoint !== undefined && seen.includes('success'))
  const isTested = isThere && untested.length === 0
  const row = `| ${id} | ${method} ${path} | ${yes(isThere)} | ${yes(isTested)} | ${untested.join(', ')} |`
  const isUntested = endpoint !== undefined && unseen(outcomesToSee(endpoint)).length > 0
  return { name: id, isUntested, isThere, isTested, row }
}

export function errorRow(code: string, tested: TestedNames): Row {
  const users = [...declared.values()].filter(({ errors }) => errors.includes(code as ErrorCode)).map(({ id }) => id)
  const isCommon = (COMMON_ERRORS as readonly string[]).includes(code)
  const isThere = Object.hasOwn(ERRORS, code) && (isCommon || users.length > 0)
  const isTested = Object.values(tested.operations).some((outcomes) => outcomes.includes(code))
  const where = isCommon ? 'any operation' : users.join(', ')
  const row = `| ${code} | ${yes(isThere)} | ${yes(isTested)} | ${where} |`
  return { name: code, isUntested: users.length > 0 && !isTested, isThere, isTested, row }
}

/** A name counts only if it is declared and a test received it. */
export function nameRow(name: string, isDeclared: boolean, isSeen: boolean): Row {
  const row = `| ${name} | ${yes(isDeclared)} | ${yes(isSeen)} |`
  return { name, isUntested: isDeclared && !isSeen, isThere: isDeclared && isSeen, isTested: isSeen, row }
}

/** A field that is always constant counts as missing, whatever tests received. */
export function fieldRow(name: string, isDeclared: boolean, isConstant: boolean, isSeen: boolean): Row {
  const isThere = isDeclared && isSeen && !isConstant
  const state = isConstant ? 'constant' : yes(isDeclared)
  const row = `| ${name} | ${state} | ${yes(isSeen)} |`
  return { name, isUntested: isDeclared && !isConstant && !isSeen, isThere, isTested: isThere, row }
}

/** Sending a capability is not enough: a test must have seen its effect in every place. */
export function capabilityRow(name: string, places: readonly string[], isDeclared: boolean, tested: TestedNames): Row {
  const isSent = tested.capabilitiesSent.includes(name)
  const unseen = places.filter((place) => !tested.capabilitiesSeen.includes(`${name} ${place}`))
  const isThere = isDeclared && isSent && unseen.length === 0
  const row = `| ${name} | ${yes(isDeclared)} | ${yes(isSent)} | ${yes(isThere)} | ${unseen.join(', ')} |`
  // All are declared, so that clients may send them before they have an effect.
  return { name, isUntested: false, isThere, isTested: isThere, row }
}

export function pageRow(page: string, tested: TestedNames): Row {
  const isSeen = tested.pages.includes(page)
  return { name: page, isUntested: !isSeen, isThere: isSeen, isTested: isSeen, row: `| ${page} | ${yes(isSeen)} |` }
}
