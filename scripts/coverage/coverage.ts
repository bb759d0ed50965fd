import { registerQueue } from '../../api/endpoints/events.ts'
import { events } from '../../api/events/index.ts'
import { ClientCapabilities } from '../../api/objects/client-capabilities.ts'
import { EVENT_OPERATORS } from '../../api/objects/narrow.ts'
import { MISSING } from '../../server/kernel/register/missing-features.ts'
import { missingStateFields } from '../../server/kernel/register/missing-state.ts'
import { NARROW_TERMS } from '../../server/messages/fetching/narrow-terms.ts'
import type { TestedNames } from './coverage-record.ts'
import { capabilityRow, errorRow, fieldRow, nameRow, operationRow, pageRow, type Row } from './coverage-rows.ts'
import type { Inventory } from './inventory.ts'

interface Section {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

const OPERATION_COLUMNS = ['operation', 'route', 'implemented', 'tested', 'outcomes no test received']

const { realm, ...partsWithoutFeature } = MISSING

/** Fields of register, and parts of their objects, that are constant until a feature changes them. */
const constantFields = new Set([...missingStateFields, ...Object.keys(realm)])
const constantParts = Object.entries(partsWithoutFeature as Record<string, object>).flatMap(([object, fields]) =>
  Object.keys(fields).map((field) => `${object}: ${field}`),
)

const sectionsOf = (inventory: Inventory, tested: TestedNames): Section[] => [
  {
    title: 'Operations',
    columns: OPERATION_COLUMNS,
    rows: inventory.operations.map((entry) => operationRow(entry, inventory, tested)),
  },
  {
    title: 'Operations that the API description does not have',
    columns: OPERATION_COLUMNS,
    rows: inventory.undocumentedOperations.map((entry) => operationRow(entry, inventory, tested)),
  },
  {
    title: 'Operations of our own',
    columns: OPERATION_COLUMNS,
    rows: inventory.ownOperations.map((entry) => operationRow(entry, inventory, tested)),
  },
  {
    title: 'Events',
    columns: ['event', 'declared', 'received by a test'],
    rows: inventory.events.map((name) => nameRow(name, Object.hasOwn(events, name), tested.events.includes(name))),
  },
  {
    title: 'Register fields',
    columns: ['field', 'implemented', 'received by a test'],
    rows: inventory.registerFields.map((name) =>
      fieldRow(
        name,
        Object.hasOwn(registerQueue.result, name),
        constantFields.has(name),
        tested.registerFields.includes(name),
      ),
    ),
  },
  {
    title: 'Parts of register fields without their feature',
    columns: ['part', 'implemented', 'tested'],
    rows: constantParts.map((name) => ({
      name,
      isUntested: false,
      isThere: false,
      isTested: false,
      row: `| ${name} | constant | – |`,
    })),
  },
  {
    title: 'Error codes',
    columns: ['code', 'implemented', 'received by a test', 'declared by'],
    rows: inventory.errors.map((code) => errorRow(code, tested)),
  },
  {
    title: 'Error codes of our own',
    columns: ['code', 'implemented', 'received by a test', 'declared by'],
    rows: inventory.ownErrors.map((code) => errorRow(code, tested)),
  },
  {
    title: 'Narrow terms of GET /messages',
    columns: ['term', 'implemented', 'used by a test'],
    rows: inventory.narrowTerms.map((term) =>
      nameRow(term, NARROW_TERMS.includes(term), tested.narrowTerms.includes(term)),
    ),
  },
  {
    title: 'Narrow terms of POST /register',
    columns: ['term', 'implemented', 'used by a test'],
    rows: inventory.queueNarrowTerms.map((term) =>
      nameRow(term, EVENT_OPERATORS.has(term.split(':', 1)[0]!), tested.queueNarrowTerms.includes(term)),
    ),
  },
  {
    title: 'Client capabilities',
    columns: ['capability', 'declared', 'sent by a test', 'its effect seen by a test', 'where no test saw it'],
    rows: Object.entries(inventory.capabilities).map(([name, places]) =>
      capabilityRow(name, places, Object.hasOwn(ClientCapabilities.shape, name), tested),
    ),
  },
  {
    title: 'Pages of our own',
    columns: ['page', 'answered to a test'],
    rows: inventory.ownPages.map((page) => pageRow(page, tested)),
  },
]

function summaryOf({ title, rows }: Section): string {
  const count = (is: (row: Row) => boolean) => rows.filter(is).length
  return `| ${title} | ${rows.length} | ${count(({ isThere }) => isThere)} | ${count(({ isTested }) => isTested)} |`
}

const tableOf = ({ title, columns, rows }: Section): string =>
  [
    `## ${title}`,
    '',
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map(({ row }) => row),
  ].join('\n')

/** The names that the source declares and no test received. */
export const untestedNames = (inventory: Inventory, tested: TestedNames): string[] =>
  sectionsOf(inventory, tested).flatMap(({ title, rows }) =>
    rows.filter(({ isUntested }) => isUntested).map(({ name }) => `${title}: ${name}`),
  )

export const coverageSummary = (inventory: Inventory, tested: TestedNames): string =>
  [
    '| | in the contract | implemented | tested |',
    '|---|---|---|---|',
    ...sectionsOf(inventory, tested).map(summaryOf),
  ].join('\n')

/** Compares the contract's names with the declarations and with what the tests received. */
export const coverageReport = (inventory: Inventory, tested: TestedNames): string => `# Coverage of the contract

An operation is implemented when a test saw it succeed. It is tested when tests also received every error that it declares
or that the contract names for it, and, where only administrators or owners may call it, the refusal of others. Only the
recording client of \`test/record-coverage.ts\` counts.

A register field is called \`constant\` when it has the same value for everybody because its feature does not exist
(\`server/kernel/register/missing-features.ts\`, \`server/kernel/register/missing-state.ts\`). A client capability is implemented when a test sent it
and saw what it changes in the state and in the events.

${coverageSummary(inventory, tested)}

${sectionsOf(inventory, tested).map(tableOf).join('\n\n')}
`
