// The import order of docs/architecture.md.

const FOLDERS = 'base|wire|db|log|realm-state|files|events|transaction|nodes|jobs|http|register|process|web-pages'
/** Every folder that is not one of the kernel's is a feature. */
const feature = `^server/(?!(${FOLDERS})/)[^/]+/`
/** The files of features with this end of their names. */
const ofFeatures = (end) => [`${feature}[^/]*${end}\\.ts$`, `${feature}[^/]+/[^/]*${end}\\.ts$`]
const routes = ofFeatures('routes')

/** The layers of the server, lowest first. A file imports from its own layer and from lower ones. */
const LAYERS = [
  ['base', ['^server/base/']],
  ['wire', ['^server/wire/']],
  ['database', ['^server/db/']],
  ['log', ['^server/log/']],
  ['realm-state', ['^server/realm-state/']],
  ['actor', ['^server/actor\\.ts$']],
  ['files', ['^server/files/']],
  ['events', ['^server/events/']],
  ['transaction', ['^server/transaction/']],
  ['nodes', ['^server/nodes/']],
  ['snapshot', ['^server/register/snapshot\\.ts$', '^server/missing-features\\.ts$']],
  ['feature', [feature], routes],
  ['registration', ['^server/event-variants\\.ts$']],
  ['jobs', ['^server/jobs/']],
  ['context', ['^server/context\\.ts$']],
  ['http', ['^server/http/']],
  ['routes', [...routes, '^server/register/(?!snapshot)', '^server/web-pages/']],
  ['app', ['^server/app\\.ts$']],
  ['process', ['^server/process/']],
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
const SHAPES = '^server/realm-state/state-change\\.ts$'

const upward = LAYERS.slice(0, -1).flatMap(({ name, path, except }, index) =>
  LAYERS.slice(index + 1).map((higher) => ({
    name: `${name}-is-below-${higher.name}`,
    severity: 'error',
    from: { path, pathNot: [tests, ...except] },
    to: { path: higher.path, pathNot: [...higher.except, ...(name === 'log' ? [SHAPES] : [])] },
  })),
)

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-file-has-a-layer',
      severity: 'error',
      from: { path: '^server/', pathNot: [tests, ...LAYERS.flatMap(({ path }) => path)] },
      to: {},
    },
    ...upward,
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
    no('base-knows-no-domain', '^server/(base|wire|db)/', '^(api|markdown)/', '^api/wire-name\\.ts$'),
    no('http-knows-no-feature', '^server/http/', feature),
    {
      // Rendering it takes too long for the event loop.
      name: 'a-thread-makes-the-api-page',
      severity: 'error',
      from: { pathNot: [tests, '^server/http/api-page/worker\\.ts$'] },
      to: { path: '^server/http/api-page/documents\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    no('reading-below-access', reading, [...access, ...above]),
    no('access-below-actions', access, above),
    {
      // A file that changes something takes a transaction. What reads and what checks never calls one.
      name: 'reading-and-access-change-nothing',
      severity: 'error',
      from: { path: [...reading, ...access], pathNot: tests },
      to: { path: '^server/transaction/', reachable: true },
    },
    no('only-app-imports-routes', '^(?!server/app\\.ts)', routes),
    no('safety-is-for-tests', '^(api|client|markdown/(?!safety/|cases/)|server|cli|web)', '^markdown/(safety|cases)/'),
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
      // What the tests hold the engine to needs a real HTML parser; nothing that runs imports it.
      from: { path: '^(api|client|markdown|server|web|cli)/', pathNot: [tests, '^markdown/safety/'] },
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
