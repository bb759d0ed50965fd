import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../tools.ts'

/** docs/contract-inventory.json: the names of everything in the contract and of our own pages, as plain lists. */
export interface Inventory {
  /** `id METHOD /path`. */
  operations: string[]
  /** The same for operations that clients use but the API description lacks. */
  undocumentedOperations: string[]
  events: string[]
  registerFields: string[]
  /** Fields in the description of register that no server sends. */
  registerFieldsNeverSent: string[]
  errors: string[]
  /** The error codes of each operation in the contract, by its id. */
  operationErrors: Record<string, string[]>
  /** Operators, `operator:operand` if there are few operands, and `negated`. */
  narrowTerms: string[]
  queueNarrowTerms: string[]
  /** The places that each capability affects: the state of register, or events. */
  capabilities: Record<string, string[]>
  /** Likewise; they are ours, and the contract does not know them. */
  ownOperations: string[]
  ownErrors: string[]
  /** `METHOD /path`, from the root of the server. */
  ownPages: string[]
}

export const readInventory = async (): Promise<Inventory> =>
  JSON.parse(await readFile(join(root, 'docs', 'contract-inventory.json'), 'utf8')) as Inventory
