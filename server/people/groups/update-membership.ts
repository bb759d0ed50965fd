import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { addMembers, removeMembers } from './change-members.ts'
import { addSubgroups, removeSubgroups } from './change-subgroups.ts'

/** Ids of people and of groups; an absent list is empty. */
export interface MembershipChange {
  readonly add?: readonly number[] | undefined
  readonly delete?: readonly number[] | undefined
  readonly add_subgroups?: readonly number[] | undefined
  readonly delete_subgroups?: readonly number[] | undefined
}

const STEPS = {
  add: addMembers,
  delete: removeMembers,
  add_subgroups: addSubgroups,
  delete_subgroups: removeSubgroups,
} as const

/** All of the lists or none, one after the other. */
export async function updateMembership(tx: CallTx, groupId: number, change: MembershipChange): Promise<void> {
  const steps = Object.entries(STEPS) as [keyof MembershipChange, typeof addMembers][]
  const wanted = steps.flatMap(([name, step]) => {
    const ids = change[name] ?? []
    return ids.length > 0 ? [{ step, ids }] : []
  })
  if (wanted.length === 0)
    throw badRequest('Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".')
  for (const { step, ids } of wanted) await step(tx, groupId, ids)
}

/** The same for subgroups alone. */
export async function updateSubgroups(
  tx: CallTx,
  groupId: number,
  { add = [], delete: removed = [] }: Pick<MembershipChange, 'add' | 'delete'>,
): Promise<void> {
  if (add.length === 0 && removed.length === 0)
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
  await updateMembership(tx, groupId, { add_subgroups: add, delete_subgroups: removed })
}
