import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../tools.ts'

/** docs/contract-inventory.json: the names of everything in the contract, and of our own pages, as plain lists. */
export interface Inventory {
  /** `id METHOD /path`. */
  operations: string[]
  /** Likewise; clients use them, though the API description does not have them. */
  undocumentedOperations: string[]
  events: string[]
  registerFields: string[]
  /** In the description of register, but no server sends them. */
  registerFieldsNeverSent: string[]
  errors: string[]
  /** The codes the contract names for an operation, by its id. */
  operationErrors: Record<string, string[]>
  /** Operators, `operator:operand` where there are few operands, and `negated`. */
  narrowTerms: string[]
  queueNarrowTerms: string[]
  /** Where each changes something: the state of register, or events. */
  capabilities: Record<string, string[]>
  /** Likewise; they are ours, and the contract does not know them. */
  ownOperations: string[]
  /** `METHOD /path`, from the root of the server. */
  ownPages: string[]
}

export const readInventory = async (): Promise<Inventory> =>
  JSON.parse(await readFile(join(root, 'docs', 'contract-inventory.json'), 'utf8')) as Inventory
