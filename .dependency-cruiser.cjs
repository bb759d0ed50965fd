// The import order of docs/architecture.md.

/** The areas of the server, lowest first. A file imports from its own area and from lower ones; some share a place. */
const AREAS = [
  ['kernel'],
  ['people', 'organization'],
  ['channels'],
  ['messages'],
  ['outside'],
  ['accounts'],
  ['operations'],
]

/** Imports against the order of areas, with the reason. An import that is gone must leave this list: it only shrinks. */
const AGAINST_THE_ORDER = [
  ...fromAll(
    ['people/groups/change-members', 'people/groups/change-subgroups', 'people/groups/update-group'],
    'channels/channel/known-through-groups',
    'a member of a group may know its channels',
  ),
  ...fromAll(
    ['people/groups/full-members/announce-full-members', 'people/users/change-role'],
    'channels/channel/known-through-groups',
    'a role decides which channels a person knows',
  ),
  ['people/users/change-role', 'channels/default-channel-groups/follow-role', 'guests see no default channels'],
  ['people/groups/send-group-notices', 'messages/sending/send-notice', 'new members get a message'],
  ['people/settings/update-settings', 'messages/drafts/change-drafts', 'a setting deletes the drafts'],
  ['people/settings/update-settings', 'operations/exports/emit-exports', 'a setting consents to exports'],
  ['people/users/set-password', 'accounts/sessions/end-sessions', 'a new password ends sessions'],
  ['organization/realm/initial-state', 'channels/notices/send-subscription-notices', 'register shows its limit'],
  ['channels/notices/send-subscription-notices', 'messages/sending/send-notice', 'new subscribers get a message'],
  ['channels/subscribe-users', 'messages/read-state/mark-conversation-read', 'mentions from before become read'],
  ['channels/unsubscribe-users', 'messages/read-state/mark-conversation-read', 'a channel that is left becomes read'],
  ['channels/member-queries', 'messages/read-state/writes', 'unread messages stay unread in a new membership'],
  ['channels/email-address', 'messages/sending/access', 'only who may send sees the address'],
]

function fromAll(files, to, reason) {
  return files.map((from) => [from, to, reason])
}

const atServer = (file) => `^server/${file}\\.ts$`
const inAreas = (areas) => `^server/(${areas.join('|')})/`

/** Every folder of an area is a feature, except for those that bring features together. */
const feature = '^server/(?!kernel/|accounts/pages/|operations/process/)[^/]+/'
/** What several areas need of features is in the kernel. */
const shared = '^server/kernel/(ledger|texts|access|attachments|rendering)/'
/** The files of features with this end of their names. */
const ofFeatures = (end) =>
  [feature, `${feature}[^/]+/`, `${feature}[^/]+/[^/]+/`, shared].map((folder) => `${folder}[^/]*${end}\\.ts$`)
const routes = ofFeatures('routes')
/** Says what a feature gives the process. */
const doors = ['^server/(?!kernel/feature\\.ts$).+/feature\\.ts$']

/** The layers of the server, lowest first. A file imports from its own layer and from lower ones. */
const LAYERS = [
  ['base', ['^server/kernel/base/', '^server/kernel/checkout\\.ts$']],
  ['wire', ['^server/kernel/wire/']],
  ['database', ['^server/kernel/db/']],
  ['mail', ['^server/kernel/mail/']],
  ['ledger', ['^server/kernel/ledger/']],
  ['log', ['^server/kernel/log/']],
  ['realm-state', ['^server/kernel/realm-state/']],
  ['texts', ['^server/kernel/texts/']],
  ['actor', ['^server/kernel/actor\\.ts$']],
  ['access', ['^server/kernel/access/']],
  ['files', ['^server/kernel/files/']],
  ['attachments', ['^server/kernel/attachments/']],
  ['rendering', ['^server/kernel/rendering/']],
  ['events', ['^server/kernel/events/']],
  ['transaction', ['^server/kernel/transaction/']],
  ['nodes', ['^server/kernel/nodes/']],
  ['snapshot', ['^server/kernel/register/(snapshot|missing-features)\\.ts$']],
  ['work', ['^server/kernel/(resource|work-context)\\.ts$']],
  ['jobs', ['^server/kernel/jobs/']],
  ['context', ['^server/kernel/(context|changes|hooks|upkeep)\\.ts$']],
  ['feature', [feature], [...routes, ...doors]],
  ['http', ['^server/kernel/http/']],
  ['door', ['^server/kernel/feature\\.ts$']],
  ['routes', [...routes, '^server/kernel/register/(?!snapshot|missing-features)', '^server/accounts/pages/'], doors],
  ['doors', doors],
  ['features', ['^server/features\\.ts$']],
  ['app', ['^server/(app|open-context)\\.ts$']],
  ['process', ['^server/operations/process/']],
].map(([name, path, except = []]) => ({ name, path, except }))

/** Tests, and the file of calls that must not compile. */
const tests = '(\\.test|/negative)\\.ts$'
/** Every file of a feature that is none of these is a rule or an action. */
const reading = [...ofFeatures('queries'), ...ofFeatures('-sql'), ...ofFeatures('present')]
const access = ofFeatures('access')
const above = [...ofFeatures('initial-state'), ...routes]

const no = (name, from, to, except) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: to, ...(except && { pathNot: except }) },
})

/** Rows of the log carry what memory makes of them. Those shapes are nothing but types. */
const SHAPES = '^server/kernel/realm-state/state-change\\.ts$'

const upward = LAYERS.slice(0, -1).flatMap(({ name, path, except }, index) =>
  LAYERS.slice(index + 1).map((higher) => ({
    name: `${name}-is-below-${higher.name}`,
    severity: 'error',
    from: { path, pathNot: [tests, ...except] },
    to: { path: higher.path, pathNot: [...higher.except, ...(name === 'log' ? [SHAPES] : [])] },
  })),
)

const excepted = [...new Set(AGAINST_THE_ORDER.map(([from]) => from))]
const exceptionsOf = (file) => AGAINST_THE_ORDER.filter(([from]) => from === file).map(([, to]) => atServer(to))

const upwardAreas = AREAS.slice(0, -1).flatMap((areas, index) => {
  const name = `${areas.join('-and-')}-below-the-next-areas`
  const higher = inAreas(AREAS.slice(index + 1).flat())
  const here = excepted.filter((file) => areas.includes(file.split('/')[0]))
  return [
    {
      name,
      severity: 'error',
      from: { path: inAreas(areas), pathNot: [tests, ...here.map(atServer)] },
      to: { path: higher },
    },
    ...here.map((file) => ({
      name,
      severity: 'error',
      from: { path: atServer(file) },
      to: { path: higher, pathNot: exceptionsOf(file) },
    })),
  ]
})

/** The areas of the web app, lowest first. Those of one line may use each other. */
const WEB_AREAS = [
  'kernel',
  'ui',
  'people|channels',
  'messages',
  'composer',
  'conversations',
  'inbox|recent|later|search|sidebar',
  'palette|notifications',
  'account',
].map((names) => ({ names, path: `^web/(${names})/` }))

const webOrder = WEB_AREAS.slice(0, -1).map(({ names, path }, index) =>
  no(`web-${names.replaceAll('|', '-')}-is-below`, path, [
    ...WEB_AREAS.slice(index + 1).map((higher) => higher.path),
    '^web/[^/]+$',
  ]),
)

module.exports = {
  required: AGAINST_THE_ORDER.map(([from, to]) => ({
    name: 'an-exception-that-is-gone-leaves-the-list',
    severity: 'error',
    module: { path: atServer(from) },
    to: { path: atServer(to) },
  })),
  forbidden: [
    ...webOrder,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-file-has-a-layer',
      severity: 'error',
      from: { path: '^server/', pathNot: [tests, ...LAYERS.flatMap(({ path }) => path)] },
      to: {},
    },
    {
      name: 'every-folder-has-an-area',
      severity: 'error',
      from: { path: '^server/[^/]+/', pathNot: inAreas(AREAS.flat()) },
      to: {},
    },
    ...upward,
    ...upwardAreas,
    no('contract-is-a-leaf', '^api/', '^(client|markdown|server|web|cli|bench|scripts|test)/'),
    no('markdown-is-a-leaf', '^markdown/', '^(client|server|web|cli|bench|scripts|test)/'),
    {
      name: 'markdown-runs-in-a-browser',
      severity: 'error',
      from: { path: '^markdown/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    no('client-knows-the-contract', '^client/', '^(server|web|cli|bench|scripts|test)/'),
    no('web-never-sees-the-server', '^web/', '^(server|cli|bench|scripts|test)/'),
    {
      name: 'web-runs-in-a-browser',
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    no('server-is-no-tool', '^server/', '^(client|web|cli|bench|scripts|test)/'),
    no('base-knows-no-domain', '^server/kernel/(base|wire|db)/', '^(api|markdown)/', '^api/wire-name\\.ts$'),
    no('http-knows-no-feature', '^server/kernel/http/', feature),
    {
      // Rendering it takes too long for the event loop.
      name: 'a-thread-makes-the-api-page',
      severity: 'error',
      from: { pathNot: [tests, '^server/kernel/http/api-page/worker\\.ts$'] },
      to: { path: '^server/kernel/http/api-page/documents\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    no('reading-below-access', reading, [...access, ...above]),
    no('access-below-actions', access, above),
    {
      // A file that changes something takes a transaction. What reads and what checks never calls one.
      name: 'reading-and-access-change-nothing',
      severity: 'error',
      from: { path: [...reading, ...access], pathNot: tests },
      to: { path: '^server/kernel/transaction/', reachable: true },
    },
    no('only-the-door-imports-routes', '(?<!/feature\\.ts)$', routes),
    no('only-the-list-imports-doors', '^(?!server/features\\.ts)', doors),
    no('tests-are-not-shipped', '^(api|client|markdown|server|cli|web)/', '^test/'),
    no('tools-are-not-imported', '^(cli|bench|test)/', '^scripts/(?!(bundled\\.mjs|chromium\\.ts)$)'),
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-dependency-at-run-time',
      severity: 'error',
      from: { path: '^(api|client|markdown|server|web|cli)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(data|docs)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
}
